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
const uri = (text) => ({ toString: () => text });
const registered = {};
const told = { documents: {} };
const shown = [];
const on = (name) => (listener) => { told[name] = listener; return { dispose() {} }; };
const provider = (name) => (selector, object) => {
  registered[name] = object;
  return { dispose() {} };
};
const text = fs.readFileSync(script, 'utf8');
const document = { uri: uri('file://' + fs.realpathSync(script)), languageId: 'rehearsal', version: 1, getText: () => text };
const found = new Map();

const vscode = {
  Position, Range,
  Uri: { parse: uri },
  Location: holding('uri', 'range'), Diagnostic: holding('range', 'message', 'severity'),
  DiagnosticRelatedInformation: holding('location', 'message'), Hover: holding('contents', 'range'),
  MarkdownString: holding('value'), TextEdit: holding('range', 'newText'),
  CompletionItem: holding('label', 'kind'), SnippetString: holding('value'),
  DocumentSymbol: holding('name', 'detail', 'kind', 'range', 'selectionRange'),
  SignatureHelp: holding(), SignatureInformation: holding('label', 'documentation'),
  ParameterInformation: holding('label'), DocumentHighlight: holding('range'),
  InlayHint: holding('position', 'label'), CodeLens: holding('range', 'command'),
  CodeAction: holding('title', 'kind'), CodeActionKind: { QuickFix: 'quickfix' },
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
    textDocuments: [document], workspaceFolders: undefined,
    onDidOpenTextDocument: on('open'), onDidChangeTextDocument: on('change'),
    onDidSaveTextDocument: on('save'), onDidCloseTextDocument: on('close'),
  },
  window: {
    createOutputChannel: () => ({ appendLine: () => {}, dispose() {} }),
    showInformationMessage: (message) => shown.push(message),
    showErrorMessage: (message) => { throw new Error(message); },
  },
  commands: { registerCommand: (name, run) => { registered[name] = run; return { dispose() {} }; } },
  debug: { registerDebugAdapterDescriptorFactory: (name, factory) => { registered[name] = factory; return { dispose() {} }; } },
  languages: new Proxy({
    createDiagnosticCollection: () => ({ set: (at, all) => found.set(at.toString(), all), dispose() {} }),
  }, { get: (object, name) => object[name] ?? provider(name.replace('register', '').replace('Provider', '')) }),
};
const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));

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
