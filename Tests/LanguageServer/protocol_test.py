"""Every request, as VS Code, Neovim and Emacs announce themselves; lsprotocol structures each answer."""

import asyncio
import os
import pathlib

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

NOTES = (pathlib.Path(__file__).parent / "notes.rehearsal").read_text()
EDITORS = ["visual-studio-code", "neovim", "emacs"]


@pytest_lsp.fixture(
    params=EDITORS,
    config=ClientServerConfig(server_command=[os.environ.get("REHEARSE", "rehearse"), "language-server"]),
)
async def client(request, lsp_client: LanguageClient, tmp_path_factory):
    folder = tmp_path_factory.mktemp("scripts")
    (folder / "notes.rehearsal").write_text(NOTES)
    lsp_client.folder = folder
    lsp_client.feature(types.WORKSPACE_INLAY_HINT_REFRESH)(lambda *_: None)
    lsp_client.registrations = []

    @lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(asked):
        lsp_client.registrations += asked.registrations

    lsp_client.edits = []

    @lsp_client.feature(types.WORKSPACE_APPLY_EDIT)
    def apply(asked):
        lsp_client.edits.append(asked.edit)
        return types.ApplyWorkspaceEditResult(applied=True)

    await lsp_client.initialize_session(
        types.InitializeParams(
            capabilities=client_capabilities(request.param),
            workspace_folders=[types.WorkspaceFolder(uri=folder.as_uri(), name="scripts")],
        )
    )
    yield
    await lsp_client.shutdown_session()


def uri(client, name="notes.rehearsal"):
    return (client.folder / name).as_uri()


def document(client):
    return types.TextDocumentIdentifier(uri=uri(client))


def place(text, word, offset=1):
    index = text.index(word) + offset
    line = text.count("\n", 0, index)
    return types.Position(line=line, character=index - (text.rfind("\n", 0, index) + 1))


async def opened(client, text=NOTES):
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(
            text_document=types.TextDocumentItem(
                uri=uri(client), language_id="rehearsal", version=1, text=text
            )
        )
    )
    await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)


async def at(client, method, parameters, word, **more):
    await opened(client)
    return await getattr(client, method)(
        parameters(text_document=document(client), position=place(NOTES, word), **more)
    )


@pytest.mark.asyncio
async def test_findings_and_quick_fix(client):
    await opened(client, NOTES.replace(".home", ".hoem"))
    findings = client.diagnostics[uri(client)]
    assert [finding.code for finding in findings] == ["E0504"]
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(
            text_document=document(client),
            range=findings[0].range,
            context=types.CodeActionContext(diagnostics=list(findings)),
        )
    )
    edits = actions[0].edit.changes[uri(client)]
    assert [edit.new_text for edit in edits] == [".home"] or ".home" in edits[0].new_text or edits[0].new_text == "home"


@pytest.mark.asyncio
async def test_hover(client):
    hover = await at(client, "text_document_hover_async", types.HoverParams, "press")
    assert "press(" in hover.contents.value


@pytest.mark.asyncio
async def test_completion(client):
    await opened(client, NOTES.replace("press .home", "press ."))
    answer = await client.text_document_completion_async(
        types.CompletionParams(
            text_document=document(client), position=place(NOTES, "press .", offset=7)
        )
    )
    items = answer.items if hasattr(answer, "items") else answer
    assert "home" in [item.label for item in items]


@pytest.mark.asyncio
async def test_signature(client):
    answer = await at(client, "text_document_signature_help_async", types.SignatureHelpParams, ".home")
    assert answer.signatures[0].label.startswith("press(")


@pytest.mark.asyncio
async def test_definition(client):
    answer = await at(client, "text_document_definition_async", types.DefinitionParams, "draft = \"hello\"")
    assert answer[0].range.start.line == 1


@pytest.mark.asyncio
async def test_references(client):
    answer = await at(
        client, "text_document_references_async", types.ReferenceParams, "Type\"\n",
        context=types.ReferenceContext(include_declaration=True),
    )
    assert [found.range.start.line for found in answer] == [4, 8]


@pytest.mark.asyncio
async def test_highlight(client):
    answer = await at(
        client, "text_document_document_highlight_async", types.DocumentHighlightParams, "Notes {"
    )
    assert len(answer) == 3


@pytest.mark.asyncio
async def test_rename(client):
    await at(client, "text_document_prepare_rename_async", types.PrepareRenameParams, "draft = \"hello\"")
    answer = await client.text_document_rename_async(
        types.RenameParams(
            text_document=document(client),
            position=place(NOTES, "draft = \"hello\""),
            new_name="entry",
        )
    )
    assert len(answer.changes[uri(client)]) == 3


@pytest.mark.asyncio
async def test_formatting(client):
    await opened(client, NOTES.replace("    launch", "  launch"))
    answer = await client.text_document_formatting_async(
        types.DocumentFormattingParams(
            text_document=document(client),
            options=types.FormattingOptions(tab_size=4, insert_spaces=True),
        )
    )
    assert answer[0].new_text == "    launch Notes\n"


@pytest.mark.asyncio
async def test_structure(client):
    await opened(client)
    symbols = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(text_document=document(client))
    )
    assert symbols[0].name == "Notes"
    folds = await client.text_document_folding_range_async(
        types.FoldingRangeParams(text_document=document(client))
    )
    assert (folds[0].start_line, folds[0].end_line) == (0, 4)
    selections = await client.text_document_selection_range_async(
        types.SelectionRangeParams(
            text_document=document(client), positions=[place(NOTES, "hello")]
        )
    )
    assert selections[0].parent is not None
    tokens = await client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(text_document=document(client))
    )
    assert len(tokens.data) % 5 == 0 and len(tokens.data) > 50


@pytest.mark.asyncio
async def test_life(client):
    await opened(client)
    await asyncio.wait_for(
        client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS), timeout=10
    )
    hints = await client.text_document_inlay_hint_async(
        types.InlayHintParams(
            text_document=document(client),
            range=types.Range(types.Position(0, 0), types.Position(100, 0)),
        )
    )
    labels = {hint.position.line: hint.label for hint in hints}
    assert labels[9] == "Notes: background"
    assert labels[3] == "never ran"
    lenses = await client.text_document_code_lens_async(
        types.CodeLensParams(text_document=document(client))
    )
    assert [lens.command.title for lens in lenses] == ["run", "storm", "draw"]
    picture = await client.protocol.send_request_async(
        "rehearsal/life",
        {"textDocument": {"uri": uri(client)}, "position": {"line": 8, "character": 0}},
    )
    assert picture.startswith("<?xml")


EXPLORED = """
app Clock {
    on didBecomeActive { every(1s) { } }
}
app Counter {
    var count = 0
    on didBecomeActive { count += 1 }
    on willResignActive { disk["count"] = count }
}
scenario "a clock" {
    launch Clock
    advance 3s
    expect Clock.timers.count == 1
}
explore "one clock at most", environment: [.interruption] {
    launch Clock
    always "at most one timer runs" { Clock.timers.count <= 1 }
}
explore "without an end", environment: [.interruption, .lock, .home] {
    launch Counter
    always "it counts" { !Counter.isRunning || Counter.count < 100000 }
}
"""


async def told(client, start):
    """The first message that begins so."""
    for _ in range(1200):
        for message in client.messages:
            if message.message.startswith(start):
                return message.message
        await asyncio.sleep(0.05)
    raise AssertionError(f"nothing begins with {start!r}: {client.messages}")


def created(client):
    """The new files that the editor was asked to make, with their texts."""
    files = {}
    for edit in client.edits:
        create, change = edit.document_changes
        files[create.uri.rsplit("/", 1)[1]] = change.edits[0].new_text
    return files


@pytest.mark.asyncio
async def test_lenses(client):
    await opened(client, EXPLORED)
    lenses = await client.text_document_code_lens_async(
        types.CodeLensParams(text_document=document(client))
    )
    titles = [lens.command.title for lens in lenses]
    assert titles == ["run", "storm", "draw", "explore", "explore"]
    for lens in lenses[:4]:
        await client.workspace_execute_command_async(
            types.ExecuteCommandParams(command=lens.command.command, arguments=lens.command.arguments)
        )
    assert "a clock" in await told(client, "run: ")
    for name in ["storm: ", "draw: ", "explore: "]:
        await told(client, name)
    # What cannot make files is told what was found.
    files = created(client) or {str(number): log.message for number, log in enumerate(client.log_messages)}
    assert any("<svg" in text for text in files.values()), list(files)
    assert any("scenario" in text and EXPLORED in text for text in files.values()), list(files)
    for reports in client.progress_reports.values():
        assert [report.kind for report in reports] == ["begin", "end"], reports


@pytest.mark.asyncio
async def test_a_lens_is_stopped(client):
    await opened(client, EXPLORED)
    lenses = await client.text_document_code_lens_async(
        types.CodeLensParams(text_document=document(client))
    )
    await client.workspace_execute_command_async(
        types.ExecuteCommandParams(command=lenses[4].command.command, arguments=lenses[4].command.arguments)
    )
    client.window_work_done_progress_cancel(
        types.WorkDoneProgressCancelParams(token="rehearse-task-1")
    )
    assert "interrupted" in await told(client, "explore: ")
