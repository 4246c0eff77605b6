package syntax

import (
	"github.com/alecthomas/participle/v2/lexer"

	"gospin/promela/expr"
)

// The grammar. Each struct is a production; its fields hold what their tags match. The first token alone
// determines the production (roles.go distinguishes names), so an error is at the first token that does not
// fit.
//
// A | is at the end of a tag, not at the start of the next one: participle scans the next tag again for each
// look beyond the end of one.
type (
	// Unit is a part of a file. ltl blocks are not units, since they may refer to later declarations.
	Unit struct {
		Pos      lexer.Position
		Proctype *Proctype  `parser:"@@ |"`
		Init     *Init      `parser:"'init' @@ |"`
		Claim    *Claim     `parser:"@@ |"`
		Typedef  *Typedef   `parser:"'typedef' @@ |"`
		Mtype    *MtypeList `parser:"(?= 'mtype' (':' Name)? ('=' | '{')) @@ |"`
		Decl     *Decl      `parser:"@@"`
	}

	Proctype struct {
		Active *Active      `parser:"@@?"`
		Kind   lexer.Token  `parser:"@('proctype' | 'D_proctype')"`
		Name   lexer.Token  `parser:"@ProctypeName '('"`
		Params []*Parameter `parser:"( @@ ( Separator @@ )* )? ')'"`
		Heads  *Heads       `parser:"@@"`
		Body   *Body        `parser:"@@"`
	}
	// Active is active [n].
	Active struct {
		Active lexer.Token `parser:"@'active'"`
		Number expr.Expr   `parser:"( '[' @@ ']' )?"`
	}
	// Parameter declares parameters of one type.
	Parameter struct {
		Type  Type   `parser:"Visibility* @@"`
		Names []Name `parser:"@@ ( ',' @@ )*"`
	}
	Name struct {
		Tok   lexer.Token `parser:"@Parameter"`
		Width *Width      `parser:"@@?"`
	}
	Heads struct {
		Pos      lexer.Position
		Priority expr.Expr `parser:"( 'priority' @@ )?"`
		Provided expr.Expr `parser:"( 'provided' '(' @@ ')' )?"`
	}
	Init struct {
		Heads *Heads `parser:"@@"`
		Body  *Body  `parser:"@@"`
	}
	Claim struct {
		Kind lexer.Token `parser:"@( 'never' | 'trace' | 'notrace' )"`
		Name string      `parser:"@Name?"`
		Body *Body       `parser:"@@"`
	}
	Body struct {
		Steps *Sequence   `parser:"'{' @@"`
		End   lexer.Token `parser:"@'}'"`
	}

	// LTL is an ltl block without its name.
	LTL struct {
		Name    string       `parser:"@Name? '{'"`
		Formula expr.Formula `parser:"@@ Separator* '}'"`
	}

	// Part is an expression of a measure.
	Part struct {
		X expr.Expr `parser:"@@"`
	}

	Typedef struct {
		Name   lexer.Token `parser:"@TypedefName '{'"`
		Fields []*Decl     `parser:"Separator* ( @@ Separator* )* '}'"`
	}
	MtypeList struct {
		Sub   string      `parser:"'mtype' ( ':' @Subtype )? '='?"`
		Names []*Constant `parser:"'{' @@* '}'"`
	}

	Constant struct {
		Tok lexer.Token `parser:"@Constant ','?"`
	}

	// Type is the name of a type.
	Type struct {
		Name lexer.Token `parser:"( @Basic | @Type | @'mtype' )"`
		Sub  string      `parser:"( ':' @Subtype )?"`
	}
	// Decl declares variables of one type.
	Decl struct {
		Pos        lexer.Position
		Visibility []string    `parser:"@Visibility*"`
		Type       Type        `parser:"@@"`
		Vars       []*Variable `parser:"@@ ( (?! ',' ( Separator | Basic | Keyword ) ) ',' @@ )* ','?"`
	}
	Variable struct {
		Name  lexer.Token  `parser:"@Variable"`
		Width *Width       `parser:"@@?"`
		Len   expr.Expr    `parser:"( '[' @@ ']' )?"`
		After *Width       `parser:"@@?"`
		Init  *Initialiser `parser:"( '=' @@ )?"`
	}
	Width struct {
		Bits lexer.Token `parser:"':' @Bits"`
	}
	Initialiser struct {
		Chan *ChanInit `parser:"'[' @@ |"`
		List []*Value  `parser:"'{' @@ ( ',' @@ )* '}' |"`
		X    expr.Expr `parser:"@@"`
	}
	Value struct {
		Minus bool        `parser:"@'-'?"`
		Value lexer.Token `parser:"@( Const | Name )"`
	}
	// ChanInit is [slots] of { types }, without the first bracket.
	ChanInit struct {
		Slots expr.Expr `parser:"@@ ']' 'of'"`
		Types []Field   `parser:"'{' @@ ( ',' @@ )* '}'"`
	}
	// Field is the type of a field of messages; a typedef's name is a Name here.
	Field struct {
		Name lexer.Token `parser:"@( Basic | Name | 'mtype' )"`
		Sub  string      `parser:"( ':' @Subtype )?"`
	}
)

type (
	// Sequence includes the separators after its steps.
	Sequence struct {
		Steps  []Step `parser:"@@*"`
		EndPos lexer.Position
	}
	// Sentence is a step: a statement, and its escape if it has an unless.
	Sentence struct {
		Stmt    *Stmt   `parser:"@@"`
		Escapes []*Stmt `parser:"( 'unless' @@ )*"`
	}
	// Stmt is a statement or a declaration, with its labels. A label may have no statement.
	Stmt struct {
		Pos       lexer.Position
		Labels    []lexer.Token  `parser:"@( ( Label ':' )+ )?"`
		Plain     *Plain         `parser:"( @@ |"`
		Block     *Block         `parser:"@@ |"`
		If        *Selection     `parser:"'if' @@ 'fi' |"`
		Do        *Selection     `parser:"'do' @@ 'od' |"`
		Atomic    *Block         `parser:"'atomic' @@ |"`
		DStep     *Block         `parser:"'d_step' @@ |"`
		Goto      *lexer.Token   `parser:"'goto' @GotoLabel |"`
		Break     bool           `parser:"@'break' |"`
		Else      bool           `parser:"@'else' |"`
		Assert    *Assert        `parser:"'assert' @@ |"`
		Printf    *Printf        `parser:"'printf' @@ |"`
		Printm    expr.Expr      `parser:"'printm' '(' @@ ')' |"`
		For       *For           `parser:"'for' @@ |"`
		Select    *Select        `parser:"'select' @@ |"`
		SetPrio   *SetPriority   `parser:"'set_priority' @@ |"`
		Exclusive lexer.Token    `parser:"@( 'xr' | 'xs' )"`
		Chans     []expr.Operand `parser:"  @@ ( ',' @@ )* |"`
		Decl      *Decl          `parser:"@@ )?"`
	}
	// Plain is a statement that begins with an expression: a condition, or an assignment to a variable, or a
	// send or receive on one.
	Plain struct {
		X      expr.Expr   `parser:"@@"`
		Op     lexer.Token `parser:"( @'='"`
		Value  expr.Expr   `parser:"    @@ |"`
		Step   lexer.Token `parser:"@( '++' | '--' ) |"`
		Send   *Send       `parser:"@@ |"`
		Recv   *Recv       `parser:"@@ )?"`
		EndPos lexer.Position
	}
	Send struct {
		Op   lexer.Token `parser:"@( '!' | '!!' )"`
		Args []expr.Expr `parser:"@@ ( '(' @@ ( ',' @@ )* ')' | ( ',' @@ )+ )?"`
	}
	Recv struct {
		Op   lexer.Token `parser:"@( '?' | '??' )"`
		Copy expr.Args   `parser:"( '<' @@ '>' |"`
		Args expr.Args   `parser:"@@ )"`
	}
	// Block is { statements }.
	Block struct {
		Steps *Sequence   `parser:"'{' @@"`
		End   lexer.Token `parser:"@'}'"`
	}
	// Selection is an if or a do with its options.
	Selection struct {
		Options []*Sequence `parser:"( '::' @@ )+"`
		EndPos  lexer.Position
	}
	Assert struct {
		X      expr.Expr `parser:"@@"`
		EndPos lexer.Position
	}
	Printf struct {
		Format string      `parser:"'(' @Format"`
		Args   []expr.Expr `parser:"( ',' @@ )* ')'"`
	}
	For struct {
		Var  lexer.Token  `parser:"'(' @Variable"`
		From expr.Expr    `parser:"( ':' @@ '..'"`
		To   expr.Expr    `parser:"@@ |"`
		In   expr.Operand `parser:"'in' @@ ) ')'"`
		Body *Block       `parser:"@@"`
	}
	Select struct {
		Var  lexer.Token `parser:"'(' @Variable ':'"`
		From expr.Expr   `parser:"@@ '..'"`
		To   expr.Expr   `parser:"@@ ')'"`
	}
	SetPriority struct {
		Proc expr.Expr `parser:"'(' @@ ','"`
		Prio expr.Expr `parser:"@@ ')'"`
	}
)
