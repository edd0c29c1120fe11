// Runs the extension of VS Code against a stand-in for the module `vscode`, with the servers that it
// starts: a script is opened, changed, asked about and renamed as the editor would.
//
// Usage: node vscode.js REHEARSE EXTENSION SCRIPT
'use strict';
const assert = require('assert');
const fs = require('fs');
const Module = require('module');
const [command, extension, script] = process.argv.slice(2);

class Position { constructor(line, character) { Object.assign(this, { line, character }); } }
class Range {
  constructor(a, b, c, d) { this.start = new Position(a, b); this.end = new Position(c, d); }
}
const holding = (...names) => class {
  constructor(...values) { names.forEach((name, index) => { this[name] = values[index]; }); }
};
const uri = (text) => ({
  toString: () => text, scheme: text.split(':')[0], fsPath: decodeURIComponent(text.replace('file://', '')),
});
const registered = {};
const told = { documents: {} };
const shown = [];
const on = (name) => (listener) => { told[name] = listener; return { dispose() {} }; };
const provider = (name) => (...values) => {
  // Some are for certain documents, which come first.
  registered[name] = Array.isArray(values[0]) ? values[1] : values[0];
  return { dispose() {} };
};
const text = fs.readFileSync(script, 'utf8');
const document = { uri: uri('file://' + fs.realpathSync(script)), languageId: 'rehearsal', version: 1, getText: () => text };
const found = new Map();

/** A collection of test items, as VS Code has them. */
class Items {
  constructor() { this.all = new Map(); }
  get size() { return this.all.size; }
  get(id) { return this.all.get(id); }
  add(item) { this.all.set(item.id, item); }
  delete(id) { this.all.delete(id); }
  replace(items) { this.all = new Map(items.map((item) => [item.id, item])); }
  forEach(body) { this.all.forEach((item) => body(item)); }
}
const profiles = {};
const outcomes = [];
const opened = [];
const watched = [];
const tests = {
  createTestController: () => ({
    items: new Items(),
    createTestItem: (id, label, at) => {
      const children = new Items();
      const item = { id, label, uri: at, children };
      children.replace = (all) => { all.forEach((one) => { one.parent = item; }); Items.prototype.replace.call(children, all); };
      return item;
    },
    createRunProfile: (name, kind, run) => { profiles[name] = run; },
    createTestRun() {
      const note = (how) => (item, messages) => outcomes.push([how, item.label, messages]);
      return {
        started: note('started'), passed: note('passed'), failed: note('failed'), errored: note('errored'),
        skipped: note('skipped'), appendOutput() {}, end: () => outcomes.push(['end']),
      };
    },
    dispose() {},
  }),
};

const vscode = {
  Position, Range, tests,
  TestRunProfileKind: { Run: 1, Debug: 2 }, TestMessage: holding('message'), TestTag: holding('id'),
  SelectionRange: holding('range', 'parent'), FoldingRange: holding('start', 'end', 'kind'),
  SemanticTokens: holding('data'), SemanticTokensLegend: holding('types', 'modifiers'),
  DocumentLink: holding('range', 'target'), SymbolInformation: holding('name', 'kind', 'container', 'location'),
  ProgressLocation: { Notification: 15 }, ViewColumn: { Beside: -2 },
  Uri: { parse: uri },
  Location: holding('uri', 'range'), Diagnostic: holding('range', 'message', 'severity'),
  DiagnosticRelatedInformation: holding('location', 'message'), Hover: holding('contents', 'range'),
  MarkdownString: holding('value'), TextEdit: holding('range', 'newText'),
  CompletionItem: holding('label', 'kind'), SnippetString: holding('value'),
  DocumentSymbol: holding('name', 'detail', 'kind', 'range', 'selectionRange'),
  SignatureHelp: holding(), SignatureInformation: holding('label', 'documentation'),
  ParameterInformation: holding('label'), DocumentHighlight: holding('range'),
  InlayHint: holding('position', 'label'), CodeLens: holding('range', 'command'),
  CodeAction: holding('title', 'kind'), CodeActionKind: { QuickFix: 'quickfix', SourceFixAll: 'source.fixAll' },
  DebugAdapterExecutable: holding('command', 'args'),
  WorkspaceEdit: class {
    constructor() { this.edits = []; }
    set(at, edits) { this.edits.push(...edits.map((edit) => [at, edit.range, edit.newText])); }
    replace(at, range, newText) { this.edits.push([at, range, newText]); }
    createFile(at) { this.created = at; }
  },
  EventEmitter: class {
    constructor() { this.event = (listener) => { this.listener = listener; }; }
    fire() { this.count = (this.count ?? 0) + 1; told.hintsChanged = this.count; }
    dispose() {}
  },
  workspace: {
    getConfiguration: () => ({ get: () => command }),
    textDocuments: [document, { ...document, uri: uri('git:' + fs.realpathSync(script)) }],
    workspaceFolders: undefined, getWorkspaceFolder: () => undefined,
    asRelativePath: (at) => at.fsPath.split('/').at(-1),
    findFiles: async () => [document.uri],
    createFileSystemWatcher: (pattern) => {
      watched.push(pattern);
      const watcher = { dispose() {} };
      for (const event of ['onDidCreate', 'onDidChange', 'onDidDelete']) watcher[event] = on(event);
      return watcher;
    },
    openTextDocument: async (made) => { opened.push(made); return made; },
    registerTextDocumentContentProvider: (scheme, object) => { registered[scheme + ':'] = object; return { dispose() {} }; },
    onDidOpenTextDocument: on('open'), onDidChangeTextDocument: on('change'),
    onDidSaveTextDocument: on('save'), onDidCloseTextDocument: on('close'),
  },
  window: {
    createOutputChannel: () => ({ appendLine: () => {}, dispose() {} }),
    showInformationMessage: (message) => shown.push(message),
    showWarningMessage: (message) => shown.push('warning: ' + message),
    showErrorMessage: (message) => shown.push('error: ' + message),
    showTextDocument: async (at) => at,
    withProgress: (options, work) => { shown.push('progress: ' + options.title); return work({ report() {} }, { onCancellationRequested() {} }); },
    createWebviewPanel: () => { const panel = { webview: {} }; shown.panel = panel; return panel; },
    get activeTextEditor() { return { document, selection: { active: position('launch Notes') } }; },
  },
  commands: { registerCommand: (name, run) => { registered[name] = run; return { dispose() {} }; } },
  debug: { registerDebugAdapterDescriptorFactory: (name, factory) => { registered[name] = factory; return { dispose() {} }; } },
  languages: new Proxy({
    createDiagnosticCollection: () => ({ clear: () => found.clear(), set: (at, all) => found.set(at.toString(), all), dispose() {} }),
  }, { get: (object, name) => object[name] ?? provider(name.replace('register', '').replace('Provider', '')) }),
};
// The servers that the extension starts, so that one can be made to crash.
registered.started = [];
const children = require('child_process');
const spawn = (...args) => {
  const child = children.spawn(...args);
  if (args[1][0] === 'language-server') registered.started.push(child);
  return child;
};
const { createTestController } = tests;
tests.createTestController = () => { registered.tests = createTestController(); return registered.tests; };
const load = Module._load;
Module._load = (name, ...rest) => {
  if (name === 'vscode') return vscode;
  return name === 'child_process' ? { ...children, spawn } : load(name, ...rest);
};

async function until(what, holds) {
  const end = Date.now() + 20000;
  while (!holds()) {
    assert(Date.now() < end, `waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function position(of, offset = 0) {
  const before = text.slice(0, text.indexOf(of) + offset).split('\n');
  return new Position(before.length - 1, before.at(-1).length);
}

/** What the server answers besides. */
async function features(all) {
  const folds = await registered.FoldingRange.provideFoldingRanges(document, {});
  assert(folds.length > 0, JSON.stringify(folds));
  const tokens = await registered.DocumentSemanticTokens.provideDocumentSemanticTokens(document);
  assert(tokens.data.length > 0 && tokens.data.length % 5 === 0);
  const grown = await registered.SelectionRange.provideSelectionRanges(document, [position('press .home', 2)]);
  assert(grown[0].parent, JSON.stringify(grown));
  const edits = await registered.DocumentRangeFormattingEdit.provideDocumentRangeFormattingEdits(document, all, {});
  assert.deepEqual(edits, []);
  const names = await registered.WorkspaceSymbol.provideWorkspaceSymbols('Notes');
  assert(names.some((one) => one.name === 'Notes'), JSON.stringify(names));
  const page = await registered['rehearsal:'].provideTextDocumentContent(uri('rehearsal:/E0721.txt'));
  assert(page.includes('E0721'), page);
  await registered['rehearsal.showLife']();
  assert(shown.panel.webview.html.includes('<svg'), shown.panel.webview.html.slice(0, 200));
  assert(watched.includes('**/*.rehearsal'), JSON.stringify(watched));
  // From the palette, a command is about the scenario around the cursor.
  await registered['rehearse.storm']();
  await until('what came of the storm', () => shown.some((message) => /storm: /.test(message)));
  const isFound = shown.some((message) => message.startsWith('error: storm: '));
  if (isFound) await until('what was found', () => opened.length > 0 && opened[0].language === 'rehearsal');
}

/** The tests of the folder: a tree, and what comes of running it. */
async function explorer() {
  const controller = registered.tests;
  await controller.resolveHandler();
  assert.equal(controller.items.size, 1);
  const [file] = [...controller.items.all.values()];
  await controller.resolveHandler(file);
  assert(file.children.size > 0 && !file.error, JSON.stringify(file.error));
  const [first] = [...file.children.all.values()];
  assert(first.range.start.line > 0 && first.parent === file);
  await profiles.Run({ include: [first] }, { onCancellationRequested() {} });
  const ended = () => outcomes.filter(([how]) => how !== 'started' && how !== 'end');
  assert.deepEqual(ended().map(([how, label]) => [how === 'passed' || how === 'failed', label]), [[true, first.label]]);
  outcomes.length = 0;
  await profiles.Run({}, { onCancellationRequested() {} });
  assert.equal(ended().length, file.children.size);
  for (const [how, , messages] of ended()) {
    if (how === 'failed') assert(messages[0].message && messages[0].location, JSON.stringify(messages));
  }
  outcomes.length = 0;
  await profiles.Storm({ include: [first] }, { onCancellationRequested() {} });
  assert.equal(ended().length, 1, JSON.stringify(outcomes));
}

/** A server that crashes is started again, and knows the documents again. */
async function crash() {
  const servers = registered.started.length;
  registered.started.at(-1).kill('SIGKILL');
  found.clear();
  await until('another server', () => registered.started.length === servers + 1);
  await until('its findings', () => found.has(document.uri.toString()));
}

async function main() {
  const { activate, deactivate } = require(extension);
  const context = { subscriptions: [] };
  await activate(context);
  const adapter = registered.rehearsal.createDebugAdapterDescriptor();
  assert.deepEqual([adapter.command, adapter.args], [command, ['debug-adapter']]);

  await until('findings', () => found.has(document.uri.toString()));
  await until('the life', () => told.hintsChanged);
  const all = new Range(0, 0, 1000, 0);
  const hints = await registered.InlayHints.provideInlayHints(document, all);
  assert(hints.some((hint) => hint.label.includes('background')), JSON.stringify(hints));
  const hover = await registered.Hover.provideHover(document, position('press .home', 2));
  assert(hover.contents.value.includes('press'), hover.contents.value);
  const items = await registered.CompletionItem.provideCompletionItems(document, position('.home', 1));
  assert(items.some((item) => item.label === 'home'));
  const edit = await registered.Rename.provideRenameEdits(document, position('var dr', 4), 'entry');
  assert(edit.edits.length >= 2 && edit.edits.every((one) => one[2] === 'entry'));
  const symbols = await registered.DocumentSymbol.provideDocumentSymbols(document);
  assert(symbols.length > 0 && symbols[0].children.length > 0);
  const lenses = await registered.CodeLens.provideCodeLenses(document);
  const run = lenses.find((lens) => lens.command.title === 'run').command;
  await registered[run.command](...run.arguments);
  await until('what came of the run', () => shown.some((message) => message.startsWith('run: ')));
  assert(shown.includes('progress: Rehearsal: run'), JSON.stringify(shown));
  await features(all);
  await explorer();
  await crash(context);
  assert.deepEqual(await registered.DocumentFormattingEdit.provideDocumentFormattingEdits(document, {}), []);

  const place = position('.home', 1);
  const range = new Range(place.line, place.character, place.line, place.character + 4);
  told.change({ document: { ...document, version: 2 }, contentChanges: [{ range, text: 'hoem' }] });
  await until('the finding', () => found.get(document.uri.toString()).some((each) => each.message.includes('hoem')));
  const wrong = found.get(document.uri.toString()).filter((each) => each.message.includes('hoem'));
  const actions = await registered.CodeActions.provideCodeActions(document, range, { diagnostics: wrong });
  assert(actions.some((action) => action.edit.edits.some((one) => one[2].includes('home'))), JSON.stringify(actions));
  await deactivate();
  console.log('VS Code: fine');
}

main().catch((error) => { console.error(error); process.exit(1); });
