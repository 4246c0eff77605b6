package protocol

// InitializeParams has the client's capabilities.
type InitializeParams struct {
	Capabilities struct {
		Workspace struct {
			CodeLens struct {
				RefreshSupport bool `json:"refreshSupport"`
			} `json:"codeLens"`
		} `json:"workspace"`
		Window struct {
			ShowDocument struct {
				Support bool `json:"support"`
			} `json:"showDocument"`
		} `json:"window"`
	} `json:"capabilities"`
}

// InitializeResult has the server's capabilities, name and version.
type InitializeResult struct {
	Capabilities ServerCapabilities `json:"capabilities"`
	ServerInfo   ServerInfo         `json:"serverInfo"`
}

// ServerInfo is the server's name and version.
type ServerInfo struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// ServerCapabilities lists the supported requests.
type ServerCapabilities struct {
	TextDocumentSync           TextDocumentSyncOptions `json:"textDocumentSync"`
	HoverProvider              bool                    `json:"hoverProvider"`
	CompletionProvider         CompletionOptions       `json:"completionProvider"`
	DefinitionProvider         bool                    `json:"definitionProvider"`
	ReferencesProvider         bool                    `json:"referencesProvider"`
	DocumentHighlightProvider  bool                    `json:"documentHighlightProvider"`
	DocumentSymbolProvider     bool                    `json:"documentSymbolProvider"`
	DocumentFormattingProvider bool                    `json:"documentFormattingProvider"`
	RenameProvider             RenameOptions           `json:"renameProvider"`
	CodeLensProvider           struct{}                `json:"codeLensProvider"`
	CodeActionProvider         CodeActionOptions       `json:"codeActionProvider"`
	SemanticTokensProvider     SemanticTokensOptions   `json:"semanticTokensProvider"`
	FoldingRangeProvider       bool                    `json:"foldingRangeProvider"`
	SignatureHelpProvider      CompletionOptions       `json:"signatureHelpProvider"`
	WorkspaceSymbolProvider    bool                    `json:"workspaceSymbolProvider"`
	ExecuteCommandProvider     ExecuteCommandOptions   `json:"executeCommandProvider"`
}

// TextDocumentSyncOptions lists the changes to documents that the client should report.
type TextDocumentSyncOptions struct {
	OpenClose bool `json:"openClose"`
	Change    int  `json:"change"`
	Save      bool `json:"save"`
}

// TextDocumentSyncKindIncremental makes the client send changes instead of the whole document.
const TextDocumentSyncKindIncremental = 2

// CompletionOptions has the characters after which the client requests completions, or signatures, by itself.
type CompletionOptions struct {
	TriggerCharacters []string `json:"triggerCharacters"`
}

// RenameOptions reports whether the server can check which names can be renamed.
type RenameOptions struct {
	PrepareProvider bool `json:"prepareProvider"`
}

// ExecuteCommandOptions lists the commands.
type ExecuteCommandOptions struct {
	Commands []string `json:"commands"`
}

// CodeActionOptions lists the kinds of actions.
type CodeActionOptions struct {
	Kinds []string `json:"codeActionKinds"`
}

// SemanticTokensOptions lists the types and modifiers of tokens, and reports that whole documents are
// supported.
type SemanticTokensOptions struct {
	Legend struct {
		Types     []string `json:"tokenTypes"`
		Modifiers []string `json:"tokenModifiers"`
	} `json:"legend"`
	Full bool `json:"full"`
}
