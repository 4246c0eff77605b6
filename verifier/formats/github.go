package formats

import (
	"fmt"
	"io"
	"strings"
)

// GitHub Actions interprets some lines of a step's output as commands, and shows them next to the source:
// workflow commands, "Setting an error message". Values are escaped as in @actions/core.
var (
	escapedData  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	escapedValue = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// annotations has the command for each level.
var annotations = map[string]string{levelError: "error", levelWarning: "warning", levelNote: "notice"}

// writeGitHub writes an annotation for each finding, and for each inconclusive model.
func writeGitHub(w io.Writer, all []*Outcome) error {
	for _, o := range all {
		list := o.findings()
		for _, text := range o.undecided() {
			list = append(list, o.at(finding{level: levelWarning, title: text}, nil))
		}
		for i := range list {
			f := &list[i]
			message := f.message
			if message == "" {
				message = f.title
			}
			if p := f.property; p != nil && p.Replay != "" {
				message += "\n" + p.Replay
			}
			column := ""
			if f.column > 0 {
				column = fmt.Sprintf(",col=%d", f.column)
			}
			_, err := fmt.Fprintf(w, "::%s file=%s,line=%d%s,title=%s::%s\n", annotations[f.level],
				escapedValue.Replace(o.relative(f.file)), f.line, column, escapedValue.Replace(f.title),
				escapedData.Replace(message))
			if err != nil {
				return err
			}
		}
	}
	return nil
}
