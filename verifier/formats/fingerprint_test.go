package formats

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFingerprints compares with values of github/codeql-action (src/fingerprints.test.ts).
func TestFingerprints(t *testing.T) {
	end := "c129715d7a2bc9a3:1"
	require.Equal(t, []string{end}, fingerprints(""))
	require.Equal(t, []string{"271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"},
		fingerprints(" a\nb\n  \t\tc\n d"))
	greetings := []string{"e9496ae3ebfced30:1", "fb7c023a8b9ccb3f:1", "ce8ba1a563dcdaca:1", "e20e36e16fcb0cc8:1",
		"b3edc88f2938467e:1", "c8e28b0b4002a3a0:1", end}
	for _, text := range []string{
		" hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End\n",
		" hello; \t\r\nworld!!!\r\n\r\n\r\n  \t\tGreetings\r\n End\r\n",
		" hello; \t\nworld!!!\r\n\n\r  \t\tGreetings\r End\r\n",
	} {
		require.Equal(t, greetings, fingerprints(text))
	}
	require.Equal(t, []string{"a7f2ff13bc495cf2:1", "a7f2ff13bc495cf2:2", "a7f2ff13bc495cf2:3", "a7f2ff13bc495cf2:4",
		"a7f2ff13bc495cf2:5", "a7f2ff13bc495cf2:6", "a7f2ff1481e87703:1", "a9cf91f7bbf1862b:1",
		"55ec222b86bcae53:1", "cc97dc7b1d7d8f7b:1", end},
		fingerprints(strings.Repeat("Lorem ipsum dolor sit amet.\n", 10)))
}
