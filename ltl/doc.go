package ltl
