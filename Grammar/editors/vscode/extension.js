// Starts the language server and the debug adapter of `rehearse`, and hands on what they say. VS Code has
// no client of the protocol of its own, so this is one, for what the server answers.
'use strict';
const vscode = require('vscode');
const { spawn } = require('child_process');

/** A language server: requests out, answers and notifications in. */
class Connection {
  constructor(command, args, handlers, ended) {
    this.process = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
    this.waiting = new Map();
    this.handlers = handlers;
    this.count = 0;
    this.bytes = Buffer.alloc(0);
    this.process.stdout.on('data', (data) => this.take(data));
    this.process.stdin.on('error', () => {});
    this.process.on('error', (error) => ended(error.message));
    this.process.on('exit', (code) => {
      for (const { reject } of this.waiting.values()) reject(new Error('the server has ended'));
      this.waiting.clear();
      if (!this.isLeaving) ended(`it ended with ${code}`);
    });
  }

  take(data) {
    this.bytes = Buffer.concat([this.bytes, data]);
    for (;;) {
      const end = this.bytes.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(this.bytes.toString('latin1', 0, end))[1]);
      if (this.bytes.length < end + 4 + length) return;
      const text = this.bytes.toString('utf8', end + 4, end + 4 + length);
      this.bytes = this.bytes.subarray(end + 4 + length);
      this.receive(JSON.parse(text));
    }
  }

  async receive(message) {
    if (message.method === undefined) {
      const waiting = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (message.error) waiting?.reject(new Error(message.error.message));
      else waiting?.resolve(message.result);
      return;
    }
    const result = await this.handlers[message.method]?.(message.params);
    if (message.id !== undefined) this.send({ id: message.id, result: result ?? null });
  }

  send(message) {
    const content = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    this.process.stdin.write(`Content-Length: ${content.length}\r\n\r\n`);
    this.process.stdin.write(content);
  }

  tell(method, params) { this.send({ method, params }); }

  ask(method, params, token) {
    const id = ++this.count;
    token?.onCancellationRequested(() => this.tell('$/cancelRequest', { id }));
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.send({ id, method, params });
    });
  }
}

// What the protocol and VS Code call by different names, or count differently.

const range = (r) => new vscode.Range(r.start.line, r.start.character, r.end.line, r.end.character);
const location = (l) => new vscode.Location(vscode.Uri.parse(l.uri), range(l.range));
const place = (document, position) => ({
  textDocument: { uri: document.uri.toString() },
  position: { line: position.line, character: position.character },
});
const markdown = (contents) => new vscode.MarkdownString(contents.value ?? contents);
const textEdit = (edit) => new vscode.TextEdit(range(edit.range), edit.newText);

async function workspaceEdit(edit) {
  const all = new vscode.WorkspaceEdit();
  for (const [uri, edits] of Object.entries(edit.changes ?? {})) {
    all.set(vscode.Uri.parse(uri), edits.map(textEdit));
  }
  for (const change of edit.documentChanges ?? []) {
    if (change.kind === 'create') all.createFile(vscode.Uri.parse(change.uri), { ignoreIfExists: true });
    else {
      const uri = vscode.Uri.parse(change.textDocument.uri);
      for (const one of change.edits) all.replace(uri, range(one.range), one.newText);
    }
  }
  return all;
}

function diagnostic(found) {
  const result = new vscode.Diagnostic(range(found.range), found.message, (found.severity ?? 1) - 1);
  result.source = found.source;
  result.code = found.codeDescription
    ? { value: found.code, target: vscode.Uri.parse(found.codeDescription.href) } : found.code;
  result.tags = found.tags;
  result.relatedInformation = found.relatedInformation?.map(
    (related) => new vscode.DiagnosticRelatedInformation(location(related.location), related.message));
  result.found = found;
  return result;
}

function completionItem(item) {
  const result = new vscode.CompletionItem(item.label, item.kind === undefined ? undefined : item.kind - 1);
  result.detail = item.detail;
  result.documentation = item.documentation && markdown(item.documentation);
  result.sortText = item.sortText;
  result.filterText = item.filterText;
  if (item.textEdit) {
    result.range = range(item.textEdit.range);
    result.insertText = item.textEdit.newText;
  } else if (item.insertText) result.insertText = item.insertText;
  if (item.insertTextFormat === 2) result.insertText = new vscode.SnippetString(result.insertText);
  return result;
}

function symbol(found) {
  const result = new vscode.DocumentSymbol(
    found.name, found.detail ?? '', found.kind - 1, range(found.range), range(found.selectionRange));
  result.children = (found.children ?? []).map(symbol);
  return result;
}

function signatureHelp(help) {
  const result = new vscode.SignatureHelp();
  result.activeSignature = help.activeSignature ?? 0;
  result.activeParameter = help.activeParameter ?? 0;
  result.signatures = help.signatures.map((signature) => {
    const shown = new vscode.SignatureInformation(
      signature.label, signature.documentation && markdown(signature.documentation));
    shown.parameters = (signature.parameters ?? []).map(
      (parameter) => new vscode.ParameterInformation(parameter.label));
    return shown;
  });
  return result;
}

/** Registers what the server answers. */
function providers(server, capabilities, hintsChanged) {
  const script = { language: 'rehearsal' };
  const { languages } = vscode;
  /** Asks about a document and turns the answer, unless it is none, into what VS Code takes. */
  const asked = async (method, parameters, token, turn) => {
    const answer = await server.ask('textDocument/' + method, parameters, token);
    return answer === null ? undefined : turn(answer);
  };
  const about = (document) => ({ textDocument: { uri: document.uri.toString() } });
  const options = (document) => ({
    ...about(document), options: { tabSize: 4, insertSpaces: true },
  });
  const triggers = (name) => capabilities[name]?.triggerCharacters ?? [];
  return [
    languages.registerHoverProvider(script, {
      provideHover: (document, position, token) => asked('hover', place(document, position), token,
        (hover) => new vscode.Hover(markdown(hover.contents), hover.range && range(hover.range))),
    }),
    languages.registerCompletionItemProvider(script, {
      provideCompletionItems: (document, position, token) => asked(
        'completion', place(document, position), token,
        (list) => (list.items ?? list).map(completionItem)),
    }, ...triggers('completionProvider')),
    languages.registerSignatureHelpProvider(script, {
      provideSignatureHelp: (document, position, token) => asked(
        'signatureHelp', place(document, position), token, signatureHelp),
    }, ...triggers('signatureHelpProvider')),
    languages.registerDefinitionProvider(script, {
      provideDefinition: (document, position, token) => asked(
        'definition', place(document, position), token, (found) => [found].flat().map(location)),
    }),
    languages.registerReferenceProvider(script, {
      provideReferences: (document, position, context, token) => asked(
        'references', { ...place(document, position), context }, token, (all) => all.map(location)),
    }),
    languages.registerDocumentHighlightProvider(script, {
      provideDocumentHighlights: (document, position, token) => asked(
        'documentHighlight', place(document, position), token,
        (all) => all.map((found) => new vscode.DocumentHighlight(range(found.range)))),
    }),
    languages.registerRenameProvider(script, {
      provideRenameEdits: (document, position, newName, token) => asked(
        'rename', { ...place(document, position), newName }, token, workspaceEdit),
      prepareRename: (document, position, token) => asked(
        'prepareRename', place(document, position), token, (found) => range(found.range ?? found)),
    }),
    languages.registerDocumentFormattingEditProvider(script, {
      provideDocumentFormattingEdits: (document, _, token) => asked(
        'formatting', options(document), token, (edits) => edits.map(textEdit)),
    }),
    languages.registerDocumentSymbolProvider(script, {
      provideDocumentSymbols: (document, token) => asked(
        'documentSymbol', about(document), token, (all) => all.map(symbol)),
    }),
    languages.registerInlayHintsProvider(script, {
      onDidChangeInlayHints: hintsChanged.event,
      provideInlayHints: (document, shown, token) => asked(
        'inlayHint', { ...about(document), range: { start: shown.start, end: shown.end } }, token,
        (hints) => hints.map((hint) => {
          const result = new vscode.InlayHint(
            new vscode.Position(hint.position.line, hint.position.character), hint.label);
          result.paddingLeft = hint.paddingLeft;
          return result;
        })),
    }),
    languages.registerCodeLensProvider(script, {
      provideCodeLenses: (document, token) => asked(
        'codeLens', about(document), token,
        (lenses) => lenses.map((lens) => new vscode.CodeLens(range(lens.range), lens.command))),
    }),
    languages.registerCodeActionsProvider(script, {
      provideCodeActions: (document, chosen, context, token) => asked(
        'codeAction', {
          ...about(document), range: { start: chosen.start, end: chosen.end },
          context: { diagnostics: context.diagnostics.map((each) => each.found).filter(Boolean) },
        }, token,
        (actions) => Promise.all(actions.map(async (action) => {
          const result = new vscode.CodeAction(action.title, vscode.CodeActionKind.QuickFix);
          result.edit = action.edit && await workspaceEdit(action.edit);
          result.isPreferred = action.isPreferred;
          return result;
        }))),
    }),
    ...(capabilities.executeCommandProvider?.commands ?? []).map((command) =>
      vscode.commands.registerCommand(command, (...args) =>
        server.ask('workspace/executeCommand', { command, arguments: args }))),
  ];
}

/** Keeps the server's documents those of the editor. */
function documents(server) {
  const open = (document) => {
    if (document.languageId !== 'rehearsal') return;
    server.tell('textDocument/didOpen', { textDocument: {
      uri: document.uri.toString(), languageId: 'rehearsal', version: document.version,
      text: document.getText(),
    } });
  };
  const about = (document) => ({ uri: document.uri.toString(), version: document.version });
  vscode.workspace.textDocuments.forEach(open);
  const ofScripts = (tell) => (document) => {
    if (document.languageId === 'rehearsal') tell(document);
  };
  return [
    vscode.workspace.onDidOpenTextDocument(open),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document.languageId !== 'rehearsal') return;
      server.tell('textDocument/didChange', {
        textDocument: about(document),
        contentChanges: contentChanges.map((change) => ({
          range: { start: change.range.start, end: change.range.end }, text: change.text,
        })),
      });
    }),
    vscode.workspace.onDidSaveTextDocument(ofScripts((document) =>
      server.tell('textDocument/didSave', { textDocument: about(document) }))),
    vscode.workspace.onDidCloseTextDocument(ofScripts((document) =>
      server.tell('textDocument/didClose', { textDocument: about(document) }))),
  ];
}

let server;

/** Begins, at the first script that is opened. */
async function activate(context) {
  const command = vscode.workspace.getConfiguration('rehearsal').get('command') || 'rehearse';
  context.subscriptions.push(vscode.debug.registerDebugAdapterDescriptorFactory('rehearsal', {
    createDebugAdapterDescriptor: () =>
      new vscode.DebugAdapterExecutable(command, ['debug-adapter']),
  }));
  const found = vscode.languages.createDiagnosticCollection('rehearsal');
  const hintsChanged = new vscode.EventEmitter();
  context.subscriptions.push(found, hintsChanged);
  const log = vscode.window.createOutputChannel('Rehearsal');
  context.subscriptions.push(log);
  server = new Connection(command, ['language-server'], {
    'textDocument/publishDiagnostics': ({ uri, diagnostics }) =>
      found.set(vscode.Uri.parse(uri), diagnostics.map(diagnostic)),
    'workspace/inlayHint/refresh': () => hintsChanged.fire(),
    'workspace/applyEdit': async ({ edit }) =>
      ({ applied: await vscode.workspace.applyEdit(await workspaceEdit(edit)) }),
    'window/showDocument': async ({ uri }) => {
      await vscode.window.showTextDocument(vscode.Uri.parse(uri));
      return { success: true };
    },
    'window/showMessage': ({ message }) => { vscode.window.showInformationMessage(message); },
    'window/logMessage': ({ message }) => log.appendLine(message),
  }, (reason) => vscode.window.showErrorMessage(
    `\`${command} language-server\` does not run: ${reason}. \`rehearse doctor\` says what is missing.`));
  const folders = (vscode.workspace.workspaceFolders ?? []).map(
    ({ uri, name }) => ({ uri: uri.toString(), name }));
  const { capabilities } = await server.ask('initialize', {
    processId: process.pid, rootUri: folders[0]?.uri ?? null, workspaceFolders: folders,
    capabilities: {
      general: { positionEncodings: ['utf-16'] },
      textDocument: {
        publishDiagnostics: {
          relatedInformation: true, codeDescriptionSupport: true, tagSupport: { valueSet: [1, 2] },
        },
        hover: { contentFormat: ['markdown'] },
        documentSymbol: { hierarchicalDocumentSymbolSupport: true },
      },
      workspace: {
        inlayHint: { refreshSupport: true }, workspaceEdit: { resourceOperations: ['create'] },
      },
      window: { showDocument: { support: true } },
    },
  });
  server.tell('initialized', {});
  context.subscriptions.push(
    ...documents(server), ...providers(server, capabilities, hintsChanged));
}

/** Ends what was started. */
async function deactivate() {
  if (!server) return;
  server.isLeaving = true;
  await server.ask('shutdown').catch(() => {});
  server.tell('exit');
}

module.exports = { activate, deactivate };
