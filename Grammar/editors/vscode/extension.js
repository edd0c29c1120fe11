// Starts the language server and the debug adapter of `rehearse`, and hands on what they say. VS Code has
// no client of the protocol of its own, so this is one, for what the server answers.
'use strict';
const vscode = require('vscode');
const { spawn } = require('child_process');

/** A language server: requests out, answers and notifications in. */
class Connection {
  constructor(command, args, handlers, ended) {
    this.hasEnded = false;
    this.isReady = false;
    this.isLeaving = false;
    this.process = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
    this.waiting = new Map();
    this.handlers = handlers;
    this.count = 0;
    this.bytes = Buffer.alloc(0);
    this.process.stdout.on('data', (data) => this.take(data));
    this.process.stdin.on('error', () => {});
    this.process.on('error', (error) => ended(error.message));
    this.process.on('exit', (code) => {
      this.hasEnded = true;
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
    const handler = this.handlers[message.method];
    if (message.id === undefined) return handler?.(message.params);
    try {
      if (handler === undefined) throw new Error(`this client has no ${message.method}`);
      this.send({ id: message.id, result: (await handler(message.params)) ?? null });
    } catch (error) {
      this.send({ id: message.id, error: { code: handler ? -32603 : -32601, message: error.message } });
    }
  }

  send(message) {
    if (this.hasEnded) return;
    const content = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    this.process.stdin.write(`Content-Length: ${content.length}\r\n\r\n`);
    this.process.stdin.write(content);
  }

  tell(method, params) { this.send({ method, params }); }

  ask(method, params, token) {
    if (this.hasEnded) return Promise.reject(new Error('the server has ended'));
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

/** A diagnostic that keeps the server's own, for which code actions are asked. */
class ServerDiagnostic extends vscode.Diagnostic {
  constructor(found) {
    super(range(found.range), found.message, (found.severity ?? 1) - 1);
    this.found = found;
  }
}

function diagnostic(found) {
  const result = new ServerDiagnostic(found);
  result.source = found.source;
  result.code = found.codeDescription
    ? { value: found.code, target: vscode.Uri.parse(found.codeDescription.href) } : found.code;
  result.tags = found.tags;
  result.relatedInformation = found.relatedInformation?.map(
    (related) => new vscode.DiagnosticRelatedInformation(location(related.location), related.message));
  return result;
}

function completionItem(item) {
  const result = new vscode.CompletionItem(item.label, item.kind === undefined ? undefined : item.kind - 1);
  result.detail = item.detail;
  result.documentation = item.documentation && markdown(item.documentation);
  result.sortText = item.sortText;
  result.filterText = item.filterText;
  if (item.textEdit) result.range = range(item.textEdit.range);
  const text = item.textEdit?.newText ?? item.insertText;
  if (text !== undefined) result.insertText = item.insertTextFormat === 2 ? new vscode.SnippetString(text) : text;
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

// Documents that are files, or will be; a comparison or a page of another extension is none of them.
const SCHEMES = ['file', 'untitled'];
const SCRIPTS = SCHEMES.map((scheme) => ({ language: 'rehearsal', scheme }));
const isScript = (document) =>
  document.languageId === 'rehearsal' && SCHEMES.includes(document.uri.scheme);

const FOLDING_KINDS = { comment: 1, imports: 2, region: 3 };

function selectionRange(found) {
  return new vscode.SelectionRange(range(found.range), found.parent && selectionRange(found.parent));
}

/** Registers what the server answers. */
function providers(server, capabilities, hintsChanged) {
  const script = SCRIPTS;
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
    languages.registerDocumentRangeFormattingEditProvider(script, {
      provideDocumentRangeFormattingEdits: (document, chosen, _, token) => asked(
        'rangeFormatting', { ...options(document), range: { start: chosen.start, end: chosen.end } },
        token, (edits) => edits.map(textEdit)),
    }),
    languages.registerFoldingRangeProvider(script, {
      provideFoldingRanges: (document, _, token) => asked('foldingRange', about(document), token,
        (all) => all.map((found) =>
          new vscode.FoldingRange(found.startLine, found.endLine, FOLDING_KINDS[found.kind]))),
    }),
    languages.registerSelectionRangeProvider(script, {
      provideSelectionRanges: (document, positions, token) => asked(
        'selectionRange', { ...about(document), positions }, token,
        (all) => all.map(selectionRange)),
    }),
    languages.registerDocumentSemanticTokensProvider(script, {
      provideDocumentSemanticTokens: (document, token) => asked(
        'semanticTokens/full', about(document), token,
        (found) => new vscode.SemanticTokens(new Uint32Array(found.data))),
    }, new vscode.SemanticTokensLegend(
      capabilities.semanticTokensProvider?.legend.tokenTypes ?? [],
      capabilities.semanticTokensProvider?.legend.tokenModifiers ?? [])),
    languages.registerDocumentLinkProvider(script, {
      provideDocumentLinks: (document, token) => asked('documentLink', about(document), token,
        (all) => all.map((found) =>
          new vscode.DocumentLink(range(found.range), vscode.Uri.parse(found.target)))),
    }),
    languages.registerWorkspaceSymbolProvider({
      provideWorkspaceSymbols: async (query, token) =>
        (await server.ask('workspace/symbol', { query }, token)).map((found) =>
          new vscode.SymbolInformation(
            found.name, found.kind - 1, found.containerName ?? '', location(found.location))),
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
          context: {
            diagnostics: context.diagnostics
              .flatMap((each) => (each instanceof ServerDiagnostic ? [each.found] : [])),
            only: context.only && [context.only.value],
          },
        }, token,
        (actions) => Promise.all(actions.map(async (action) => {
          const kind = action.kind === 'source.fixAll'
            ? vscode.CodeActionKind.SourceFixAll : vscode.CodeActionKind.QuickFix;
          const result = new vscode.CodeAction(action.title, kind);
          result.edit = action.edit && await workspaceEdit(action.edit);
          result.isPreferred = action.isPreferred;
          return result;
        }))),
    }, { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix, vscode.CodeActionKind.SourceFixAll] }),
    vscode.workspace.registerTextDocumentContentProvider('rehearsal', {
      provideTextDocumentContent: async (uri, token) =>
        (await server.ask('workspace/textDocumentContent', { uri: uri.toString() }, token)).text,
    }),
    ...(capabilities.executeCommandProvider?.commands ?? []).map((command) =>
      vscode.commands.registerCommand(command, (...args) =>
        server.ask('workspace/executeCommand', {
          command, arguments: args.length === 2 ? args : scenarioAtCursor(),
        }))),
    vscode.commands.registerCommand('rehearsal.showLife', () => showLife(server)),
  ];
}

/** What a command is about that is chosen in the palette: the scenario around the cursor. */
function scenarioAtCursor() {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !isScript(editor.document)) throw new Error('open a script and go to a scenario first');
  return [editor.document.uri.toString(), editor.selection.active.line];
}

/** Shows the life of the scenario around the cursor beside the text. */
async function showLife(server) {
  const [uri, line] = scenarioAtCursor();
  const svg = await server.ask(
    'rehearsal/life', { textDocument: { uri }, position: { line, character: 0 } });
  if (svg === null) return vscode.window.showInformationMessage('No scenario stands here.');
  const panel = vscode.window.createWebviewPanel(
    'rehearsal.life', 'Life', vscode.ViewColumn.Beside, { enableScripts: false });
  panel.webview.html = '<!DOCTYPE html><meta http-equiv="Content-Security-Policy" '
    + `content="default-src 'none'; style-src 'unsafe-inline'">${svg}`;
}

/** Keeps the server's documents those of the editor. */
function documents(server) {
  const open = (document) => {
    if (!isScript(document)) return;
    server.tell('textDocument/didOpen', { textDocument: {
      uri: document.uri.toString(), languageId: 'rehearsal', version: document.version,
      text: document.getText(),
    } });
  };
  const about = (document) => ({ uri: document.uri.toString(), version: document.version });
  vscode.workspace.textDocuments.forEach(open);
  const ofScripts = (tell) => (document) => {
    if (isScript(document)) tell(document);
  };
  return [
    vscode.workspace.onDidOpenTextDocument(open),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (!isScript(document)) return;
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

/** The files that the server asks to watch. */
function watchedFiles(server, registrations) {
  const changes = { onDidCreate: 1, onDidChange: 2, onDidDelete: 3 };
  return registrations.filter(({ method }) => method === 'workspace/didChangeWatchedFiles')
    .flatMap(({ registerOptions }) => registerOptions.watchers).flatMap(({ globPattern }) => {
      const watcher = vscode.workspace.createFileSystemWatcher(globPattern);
      for (const [event, type] of Object.entries(changes)) {
        watcher[event]((uri) => server.tell(
          'workspace/didChangeWatchedFiles', { changes: [{ uri: uri.toString(), type }] }));
      }
      return [watcher];
    });
}

/** Shows how far the server's work is, and hands on that somebody stops it. */
function progress(server) {
  const known = new Map();
  return ({ token, value }) => {
    if (value.kind !== 'begin') {
      const one = known.get(token);
      one?.report({ message: value.message });
      if (value.kind === 'end') { one?.end(); known.delete(token); }
      return;
    }
    vscode.window.withProgress({
      location: vscode.ProgressLocation.Notification, title: `Rehearsal: ${value.title}`,
      cancellable: value.cancellable,
    }, (shown, cancellation) => new Promise((end) => {
      cancellation.onCancellationRequested(() => server().tell('window/workDoneProgress/cancel', { token }));
      known.set(token, { report: (step) => shown.report(step), end });
    }));
  };
}

// MARK: Tests

/** Runs the command and gives each line that it writes to a function. */
function runCommand(command, args, cwd, token, take) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let rest = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop();
      lines.forEach(take);
    });
    child.stderr.setEncoding('utf8').on('data', (text) => { errors += text; });
    child.on('error', (error) => resolve({ code: -1, errors: error.message }));
    child.on('close', (code) => resolve({ code, errors }));
    token?.onCancellationRequested(() => child.kill('SIGINT'));
  });
}

/** The tests of the open folders: files with their scenarios, which the command lists and plays. */
class Tests {
  constructor(command) {
    this.command = command;
    this.controller = vscode.tests.createTestController('rehearsal', 'Rehearsal');
    this.controller.resolveHandler = (item) => (item === undefined ? this.findFiles() : this.list(item));
    this.controller.refreshHandler = () => this.findFiles();
    const kind = vscode.TestRunProfileKind;
    this.controller.createRunProfile('Run', kind.Run, (request, token) => this.run(request, token, 'test'), true);
    this.controller.createRunProfile('Storm', kind.Run, (request, token) => this.run(request, token, 'storm'), false);
    this.controller.createRunProfile('Debug', kind.Debug, (request) => this.debug(request), true);
    const watcher = vscode.workspace.createFileSystemWatcher('**/*.rehearsal');
    watcher.onDidCreate((uri) => this.list(this.file(uri)));
    watcher.onDidChange((uri) => this.list(this.file(uri)));
    watcher.onDidDelete((uri) => this.controller.items.delete(uri.toString()));
    this.watcher = watcher;
  }

  dispose() {
    this.watcher.dispose();
    this.controller.dispose();
  }

  /** The item of a file, which is made where it is new. */
  file(uri) {
    const known = this.controller.items.get(uri.toString());
    if (known !== undefined) return known;
    const item = this.controller.createTestItem(
      uri.toString(), vscode.workspace.asRelativePath(uri), uri);
    item.canResolveChildren = true;
    this.controller.items.add(item);
    return item;
  }

  async findFiles() {
    for (const uri of await vscode.workspace.findFiles('**/*.rehearsal')) this.file(uri);
  }

  /** Lists the cases of a file; one that cannot be listed says why. */
  async list(item) {
    const { folder, path } = this.place(item.uri);
    const cases = [];
    const { code, errors } = await runCommand(
      this.command, ['test', '--list', '--format', 'json', path], folder, undefined, (line) => {
        const one = parsed(line);
        if (one?.event === 'caseBegan') cases.push(one);
      });
    item.error = cases.length === 0 && code !== 0 ? new vscode.MarkdownString(errors) : undefined;
    item.children.replace(cases.map((one) => {
      const child = this.controller.createTestItem(`${item.id}#${one.title}`, one.title, item.uri);
      child.range = new vscode.Range(one.line - 1, 0, one.line - 1, 0);
      child.tags = (one.tags ?? []).map((tag) => new vscode.TestTag(tag));
      return child;
    }));
  }

  /** The folder in which the command runs, and a file as it is called there. */
  place(uri) {
    const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath ?? require('path').dirname(uri.fsPath);
    return { folder, path: uri.fsPath };
  }

  /** Plays what was chosen, file by file. */
  async run(request, token, subcommand) {
    const run = this.controller.createTestRun(request);
    const chosen = request.include ?? itemsOf(this.controller.items);
    const left = new Set((request.exclude ?? []).map(({ id }) => id));
    const files = new Map();
    for (const item of chosen) {
      const file = item.parent ?? item;
      if (left.has(item.id) || left.has(file.id)) continue;
      if (!files.has(file)) files.set(file, []);
      if (item.parent) files.get(file).push(item);
    }
    for (const [file, items] of files) {
      if (token.isCancellationRequested) break;
      if (file.children.size === 0) await this.list(file);
      await this.runFile(run, file, items, left, subcommand, token);
    }
    run.end();
  }

  async runFile(run, file, items, left, subcommand, token) {
    const all = itemsOf(file.children);
    const asked = (items.length > 0 ? items : all).filter(({ id }) => !left.has(id));
    const isPart = asked.length < all.length;
    const titles = asked.map(({ label }) => label.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&'));
    const { folder, path } = this.place(file.uri);
    asked.forEach((item) => run.started(item));
    const waiting = new Set(asked);
    const args = [subcommand, '--format', 'json', path,
      ...(isPart ? ['--filter', `/(${titles.join('|')})$`] : [])];
    const { code, errors } = await runCommand(this.command, args, folder, token, (line) => {
      const event = parsed(line);
      if (event?.event !== 'caseEnded') return;
      const item = asked.find(({ label }) => label === event.title);
      if (item === undefined) return;
      waiting.delete(item);
      this.note(run, item, event);
    });
    for (const item of waiting) {
      if (token.isCancellationRequested) run.skipped(item);
      else run.errored(item, new vscode.TestMessage(errors || `the command ended with ${code}`));
    }
  }

  /** Notes how a case came out. */
  note(run, item, event) {
    if (event.timeline?.length) run.appendOutput(event.timeline.join('\r\n') + '\r\n', undefined, item);
    if (event.status === 'skipped') return run.skipped(item);
    if (event.status === 'passed') return run.passed(item);
    const messages = (event.problems ?? []).map((problem) => {
      const message = new vscode.TestMessage(problem.text || problem.message || problem.kind);
      if (problem.place !== undefined) {
        message.location = new vscode.Location(
          item.uri, new vscode.Position(problem.place.line - 1, problem.place.column - 1));
      }
      return message;
    });
    if (messages.length === 0) messages.push(new vscode.TestMessage(event.status));
    if (event.status === 'failed') run.failed(item, messages);
    else run.errored(item, messages);
  }

  async debug(request) {
    for (const item of request.include ?? []) {
      await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(item.uri), {
        type: 'rehearsal', request: 'launch', name: item.label, program: item.uri.fsPath,
        ...(item.parent ? { scenario: item.label } : {}),
      });
    }
  }
}

/** The items of a collection, in their order. */
function itemsOf(collection) {
  const all = [];
  collection.forEach((item) => all.push(item));
  return all;
}

/** An object of a line of JSON; undefined for what is none. */
function parsed(line) {
  try { return JSON.parse(line); } catch { return undefined; }
}

// MARK: Beginning and ending

let server;

/** How often a server that crashes is started again, within how many milliseconds. */
const MOST_RESTARTS = 4;
const RESTARTS_WITHIN = 180000;

const CAPABILITIES = {
  general: { positionEncodings: ['utf-16'] },
  experimental: { rehearsalTexts: true },
  textDocument: {
    publishDiagnostics: {
      relatedInformation: true, codeDescriptionSupport: true, tagSupport: { valueSet: [1, 2] },
    },
    hover: { contentFormat: ['markdown'] },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
  },
  workspace: {
    inlayHint: { refreshSupport: true }, workspaceEdit: { resourceOperations: ['create'] },
    didChangeWatchedFiles: { dynamicRegistration: true }, textDocumentContent: {},
  },
  window: { showDocument: { support: true }, workDoneProgress: true },
};

/** Starts the server, and again where it crashes; what it registers goes with it. */
async function startServer(command, found, log, hintsChanged, registered, restarts) {
  let own;
  const kept = [];
  const leave = () => kept.splice(0).forEach((one) => one.dispose());
  const ended = (reason) => {
    leave();
    found.clear();
    const recent = restarts.filter((time) => Date.now() - time < RESTARTS_WITHIN);
    if (own?.isReady && recent.length < MOST_RESTARTS) {
      log.appendLine(`the server has ended (${reason}) and is started again`);
      const next = [...recent, Date.now()];
      startServer(command, found, log, hintsChanged, registered, next).catch((error) => log.appendLine(error.message));
      return;
    }
    vscode.window.showErrorMessage(
      `\`${command} language-server\` does not run: ${reason}. \`rehearse doctor\` says what is missing.`);
  };
  own = new Connection(command, ['language-server'], {
    'textDocument/publishDiagnostics': ({ uri, diagnostics }) =>
      found.set(vscode.Uri.parse(uri), diagnostics.map(diagnostic)),
    'workspace/inlayHint/refresh': () => { hintsChanged.fire(); },
    'workspace/applyEdit': async ({ edit }) =>
      ({ applied: await vscode.workspace.applyEdit(await workspaceEdit(edit)) }),
    'window/showDocument': async ({ uri }) => {
      await vscode.window.showTextDocument(vscode.Uri.parse(uri));
      return { success: true };
    },
    'rehearsal/openText': async ({ text, ending }) => {
      const language = ending === '.rehearsal' ? 'rehearsal' : 'xml';
      const document = await vscode.workspace.openTextDocument({ language, content: text });
      await vscode.window.showTextDocument(document, { preview: false });
    },
    'window/workDoneProgress/create': () => null,
    '$/progress': progress(() => own),
    'client/registerCapability': ({ registrations }) => { kept.push(...watchedFiles(own, registrations)); },
    'client/unregisterCapability': () => null,
    'window/showMessage': ({ type, message }) => {
      const show = { 1: 'showErrorMessage', 2: 'showWarningMessage' }[type] ?? 'showInformationMessage';
      vscode.window[show](message);
    },
    'window/logMessage': ({ message }) => log.appendLine(message),
  }, ended);
  server = own;
  const folders = (vscode.workspace.workspaceFolders ?? []).map(
    ({ uri, name }) => ({ uri: uri.toString(), name }));
  const { capabilities } = await own.ask('initialize', {
    processId: process.pid, rootUri: folders[0]?.uri ?? null, workspaceFolders: folders,
    capabilities: CAPABILITIES,
  });
  own.isReady = true;
  own.tell('initialized', {});
  kept.push(...documents(own), ...providers(own, capabilities, hintsChanged));
  registered.leave = leave;
}

/** Begins, at the first script that is opened. */
async function activate(context) {
  const command = vscode.workspace.getConfiguration('rehearsal').get('command') || 'rehearse';
  context.subscriptions.push(vscode.debug.registerDebugAdapterDescriptorFactory('rehearsal', {
    createDebugAdapterDescriptor: () =>
      new vscode.DebugAdapterExecutable(command, ['debug-adapter']),
  }));
  const found = vscode.languages.createDiagnosticCollection('rehearsal');
  const hintsChanged = new vscode.EventEmitter();
  const log = vscode.window.createOutputChannel('Rehearsal');
  const registered = {};
  context.subscriptions.push(
    found, hintsChanged, log, new Tests(command), { dispose: () => registered.leave?.() });
  await startServer(command, found, log, hintsChanged, registered, []);
}

/** Ends what was started. */
async function deactivate() {
  if (!server || server.hasEnded) return;
  server.isLeaving = true;
  await server.ask('shutdown').catch(() => {});
  server.tell('exit');
}

module.exports = { activate, deactivate };
