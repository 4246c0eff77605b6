package report

import (
	"fmt"
	"slices"
	"strings"
)

// Join joins the reports of all parts. Their properties are put together. Everything else is the first
// report's, and Searches has the others.
func Join(reports []*Report) *Report {
	r := reports[0]
	r.Remarks, r.Properties = slices.Clone(r.OfSearch), slices.Clone(r.Properties)
	reasons := map[Verdict][]string{}
	for _, s := range reports {
		if s.Reason != "" && !slices.Contains(reasons[s.Verdict], s.Reason) {
			reasons[s.Verdict] = append(reasons[s.Verdict], s.Reason)
		}
	}
	for _, s := range reports[1:] {
		r.Errors += s.Errors
		for _, p := range s.Properties {
			// An error of the model that only the search beside a claim has met.
			r.Properties = slices.DeleteFunc(r.Properties, func(q Property) bool {
				return q.Name == p.Name && q.Kind == p.Kind && q.Verdict != Violated
			})
			r.Properties = append(r.Properties, p)
		}
		r.Remarks = append(r.Remarks, s.OfSearch...)
		for _, w := range s.Warnings {
			if !slices.Contains(r.Warnings, w) {
				r.Warnings = append(r.Warnings, w)
			}
		}
		r.Searches = append(r.Searches, s)
	}
	switch {
	case slices.ContainsFunc(r.Properties, func(p Property) bool { return p.Verdict == Violated }):
		r.Verdict = Violated
	case len(reasons[Inconclusive]) > 0:
		r.Verdict = Inconclusive
	default:
		r.Verdict = Holds
	}
	r.Reason = strings.Join(reasons[r.Verdict], "; ")
	r.Exit = r.Verdict.ExitCode()
	return r
}

// AddHeld puts a property at the front that was checked and not found violated.
func (r *Report) AddHeld(kind, name string, wanted bool) {
	if !wanted || slices.ContainsFunc(r.Properties, func(p Property) bool { return p.Kind == kind }) {
		return
	}
	p := Property{Name: name, Kind: kind, Verdict: Holds}
	switch {
	case !r.Complete:
		p.Verdict, p.Message = Inconclusive, NotCompleted
	case len(r.Invalid) > 0:
		p.Verdict, p.Message = Inconclusive, "the search may have left out too much"
	case r.Omitted != nil:
		p.Verdict, p.Message = Inconclusive, r.Omitted.Verdict()
	}
	r.Properties = slices.Insert(r.Properties, 0, p)
}

// LeaveOut adds a property that is not checked, with the reason.
func (r *Report) LeaveOut(kind, name, why string) {
	r.Unchecked = append(r.Unchecked, name)
	r.Properties = append(r.Properties, Property{Name: name, Kind: kind, Verdict: Inconclusive, Message: why})
	if r.Verdict != Violated {
		r.Verdict = Inconclusive
		if r.Reason != "" {
			r.Reason += "; "
		}
		r.Reason += "not checked: " + name + "; -noclaim leaves claims out on purpose"
		r.Exit = r.Verdict.ExitCode()
	}
}

// CutOff adds a property that was not checked because the run had to end.
func (r *Report) CutOff(kind, name, why string) {
	r.Unchecked = append(r.Unchecked, name)
	r.Properties = append(r.Properties, Property{Name: name, Kind: kind, Verdict: Inconclusive, Message: why})
	if r.Verdict == Violated {
		return
	}
	if r.Verdict = Inconclusive; r.Reason == "" {
		r.Reason = why
	} else if !strings.Contains(r.Reason, why) {
		r.Reason += "; " + why
	}
	r.Exit = r.Verdict.ExitCode()
}

// Remark adds a remark.
func (r *Report) Remark(format string, args ...any) {
	r.OfSearch = append(r.OfSearch, fmt.Sprintf(format, args...))
}
