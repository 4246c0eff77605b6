package page

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// colours are the variables of the style, for the light and the dark scheme: linear red, green and blue, 0 to
// 1.
func colours(t *testing.T) (out [2]map[string][3]float64) {
	declared := regexp.MustCompile(`--([a-z0-9]+): light-dark\(((?:[^()]|\([^()]*\))*)\)`)
	apart := regexp.MustCompile(`(#[0-9a-f]+|oklch\([^)]*\)), (#[0-9a-f]+|oklch\([^)]*\))`)
	for i := range out {
		out[i] = map[string][3]float64{}
	}
	for _, d := range declared.FindAllStringSubmatch(style, -1) {
		both := apart.FindStringSubmatch(d[2])
		require.NotNil(t, both, d[0])
		for i := range out {
			out[i][d[1]] = linear(t, both[1+i])
		}
	}
	require.Greater(t, len(out[0]), 25)
	return out
}

// linear parses a colour, #rgb, #rrggbb or oklch(L C H), as linear sRGB (CSS Color 4, section 18).
func linear(t *testing.T, text string) (rgb [3]float64) {
	if hex, is := strings.CutPrefix(text, "#"); is {
		if len(hex) == 3 {
			hex = strings.Repeat(hex[:1], 2) + strings.Repeat(hex[1:2], 2) + strings.Repeat(hex[2:], 2)
		}
		for i := range rgb {
			n, err := strconv.ParseUint(hex[2*i:2*i+2], 16, 8)
			require.NoError(t, err, text)
			if v := float64(n) / 255; v <= .04045 {
				rgb[i] = v / 12.92
			} else {
				rgb[i] = math.Pow((v+.055)/1.055, 2.4)
			}
		}
		return rgb
	}
	var light, chroma, hue float64
	_, err := fmt.Sscanf(text, "oklch(%g %g %g)", &light, &chroma, &hue)
	require.NoError(t, err, text)
	a, b := chroma*math.Cos(hue*math.Pi/180), chroma*math.Sin(hue*math.Pi/180)
	l := math.Pow(light+.3963377774*a+.2158037573*b, 3)
	m := math.Pow(light-.1055613458*a-.0638541728*b, 3)
	s := math.Pow(light-.0894841775*a-1.291485548*b, 3)
	rgb = [3]float64{
		4.0767416621*l - 3.3077115913*m + .2309699292*s,
		-1.2684380046*l + 2.6097574011*m - .3413193965*s,
		-.0041960863*l - .7034186147*m + 1.707614701*s,
	}
	for i := range rgb {
		rgb[i] = min(1, max(0, rgb[i]))
	}
	return rgb
}

// luminance is the relative luminance of WCAG 2.2.
func luminance(c [3]float64) float64 { return .2126*c[0] + .7152*c[1] + .0722*c[2] }

// ratio is the contrast of two colours by WCAG 2.2, 1 to 21.
func ratio(a, b [3]float64) float64 {
	x, y := luminance(a)+.05, luminance(b)+.05
	return max(x, y) / min(x, y)
}

// TestContrast: every text contrasts with its possible backgrounds as WCAG 2.2 requires (1.4.3), in both
// schemes, and no text is made paler than its colour.
func TestContrast(t *testing.T) {
	require.InDelta(t, 21, ratio(linear(t, "#fff"), linear(t, "#000")), 1e-9)
	require.InDelta(t, 4.54, ratio(linear(t, "#767676"), linear(t, "#fff")), .01)
	require.InDelta(t, .2126, luminance(linear(t, "oklch(0.62796 0.25768 29.234)")), .001, "red")
	texts := []string{"text", "soft", "changed", "bad", "link"}
	for i := range 12 {
		texts = append(texts, "p"+strconv.Itoa(i))
	}
	for i, c := range colours(t) {
		scheme := []string{"light", "dark"}[i]
		for _, text := range texts {
			for _, behind := range []string{"panel", "back", "sunk", "now", "badback"} {
				require.GreaterOrEqual(t, ratio(c[text], c[behind]), 4.5, "%s: %s on %s", scheme, text, behind)
			}
		}
		for text, behind := range map[string]string{
			"text": "hit", "good": "goodback", "bad": "badback", "loop": "loopback",
		} {
			require.GreaterOrEqual(t, ratio(c[text], c[behind]), 4.5, "%s: %s on %s", scheme, text, behind)
		}
	}
	for _, rule := range regexp.MustCompile(`[^{}]*\{[^{}]*\bopacity: \.[^{}]*\}`).FindAllString(style, -1) {
		selector, _, _ := strings.Cut(strings.TrimSpace(rule), " {")
		require.Contains(t, []string{"button:disabled", "#chart .later"}, selector)
	}
}
