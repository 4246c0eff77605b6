package papers

import (
	"fmt"
	"strings"

	"gospin/verifier"
	"gospin/verifier/compare/tables"
	"gospin/verifier/inspect"
)

// maxShaped is the largest number of states of a model whose levels are reported.
const maxShaped = 2000000

// shaped is the shape of a model. If it is nil, why has the reason.
type shaped struct {
	*inspect.Shape
	why string
}

// shape returns the shape of a model.
func (p *maker) shape(o *verifier.Options) shaped {
	key := titled(o)
	if s, ok := p.shapes[key]; ok {
		return s
	}
	if p.verify != nil { // there are no models
		return shaped{why: "no model"}
	}
	if why := p.ended(); why != "" {
		return shaped{why: why}
	}
	p.Progress.Tell(key + ", levels")
	s, err := inspect.ShapeOf(p.ctx, o.Source, maxShaped)
	if err != nil {
		return shaped{why: strings.Join(strings.Fields(err.Error()), " ")}
	}
	p.shapes[key] = shaped{Shape: s}
	return p.shapes[key]
}

// cachingShapes makes the table of levels, and charts them (the paper's figure 7).
func (p *maker) cachingShapes() {
	s := Sheet{
		Title: "Models: states, degree, and levels breadth first",
		Notes: []string{
			"Degree: transitions per state. Backward: transitions to a level that is no further away, in per " +
				"cent. Single: states that one transition leaves. In brackets: the paper's instance of that kind.",
		},
		Head: []string{"model", "states", "degree", "levels", "widest", "backward", "single"},
	}
	levels := tables.Chart{
		Title: "States per level (the paper's figure 7)",
		XName: "level, in per cent of all levels",
		YName: "states, in per cent",
	}
	for c, o := range p.wanted("caching_models") {
		title := c["model"]
		in := instanceOf(c["instance"])
		if in != nil {
			title += " [" + in["name"] + "]"
		}
		shape := p.shape(&o)
		if shape.why != "" {
			e := Entry{Why: p.reason(shape.why)}
			s.Lines = append(
				s.Lines,
				[]Entry{{Ours: title}, {Paper: in["states"], Why: e.Why}, {Paper: in["degree"], Why: e.Why},
					e, e, e, e},
			)
			continue
		}
		s.Lines = append(s.Lines, []Entry{
			{Ours: title}, {Ours: fmt.Sprint(shape.States), Paper: in["states"]},
			{Ours: fmt.Sprintf("%.1f", float64(shape.Transitions)/float64(shape.States)), Paper: in["degree"]},
			{Ours: fmt.Sprint(len(shape.Levels))}, {Ours: tenthPercent(shape.Widest(), shape.States)},
			{Ours: share(shape.Backward, shape.Transitions)}, {Ours: share(shape.Single, shape.States)},
		})
		levels.Series = append(levels.Series, levelSeries(c["model"], shape.Shape))
	}
	p.add(s)
	p.out.Charts = append(p.out.Charts, levels)
}

func tenthPercent(part, whole uint64) string {
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(whole))
}

// maxPoints is the number of points of a line in a chart.
const maxPoints = 50

// levelSeries returns the states per level; of many levels, only some.
func levelSeries(name string, shape *inspect.Shape) tables.Series {
	out := tables.Series{Name: name, Joined: true}
	n := len(shape.Levels)
	step := max(1, n/maxPoints)
	for i := 0; i < n; i += step {
		out.Points = append(out.Points, tables.Point{
			X: 100 * float64(i) / float64(max(n-1, 1)),
			Y: 100 * float64(shape.Levels[i]) / float64(shape.States),
		})
	}
	return out
}
