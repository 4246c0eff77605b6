package protocol

// InitializeParams say what the client can do.
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

// InitializeResult says what the server can do, and who it is.
type InitializeResult struct {
	Capabilities ServerCapabilities `json:"capabilities"`
	ServerInfo   ServerInfo         `json:"serverInfo"`
}

// ServerInfo is the server's name and version.
type ServerInfo struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// ServerCapabilities are what the server can do.
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

// TextDocumentSyncOptions list the changes to documents that the client reports.
type TextDocumentSyncOptions struct {
	OpenClose bool `json:"openClose"`
	Change    int  `json:"change"`
	Save      bool `json:"save"`
}

// TextDocumentSyncKindIncremental has the client tell what changes in a document, not the whole of it.
const TextDocumentSyncKindIncremental = 2

// CompletionOptions, also those of signatures, say after which characters the client asks by itself.
type CompletionOptions struct {
	TriggerCharacters []string `json:"triggerCharacters"`
}

// RenameOptions report whether the server answers which names can be renamed.
type RenameOptions struct {
	PrepareProvider bool `json:"prepareProvider"`
}

// ExecuteCommandOptions name the commands.
type ExecuteCommandOptions struct {
	Commands []string `json:"commands"`
}

// CodeActionOptions name the kinds of actions.
type CodeActionOptions struct {
	Kinds []string `json:"codeActionKinds"`
}

// SemanticTokensOptions name the types and modifiers of tokens, and report that whole documents are answered.
type SemanticTokensOptions struct {
	Legend struct {
		Types     []string `json:"tokenTypes"`
		Modifiers []string `json:"tokenModifiers"`
	} `json:"legend"`
	Full bool `json:"full"`
}
