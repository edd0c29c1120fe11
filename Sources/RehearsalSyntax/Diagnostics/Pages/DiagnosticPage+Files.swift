// The pages of E06: files and imports.

extension DiagnosticPage {
  static let files: [DiagnosticPage] = [
    DiagnosticPage(
      .fileNotFound, "A file that is not there",
      """
      An import is found from the folder of the script that imports it. Check the spelling, \
      upper and lower case included, and whether the file was moved.
      """,
      wrong: """
        import "comon.rehearsal"
        """,
      right: """
        import "common.rehearsal"
        launch Notes
        """, files: [File(path: "common.rehearsal", text: "app Notes { }\n")]),
    DiagnosticPage(
      .fileNotReadable, "A file that cannot be read",
      """
      The file is there, but it is a folder, or the command has no right to read it.
      """,
      wrong: """
        import "shared.rehearsal"
        """,
      right: """
        import "common.rehearsal"
        launch Notes
        """,
      files: [
        File(path: "shared.rehearsal", text: nil),
        File(path: "common.rehearsal", text: "app Notes { }\n"),
      ]),
    DiagnosticPage(
      .importOutsideFolder, "An import from outside",
      """
      A script reaches only files of the folder that it lies in and of the folders below, so \
      that running a script from elsewhere reads nothing of the host. Hosts may allow less: no \
      imports, or a number of files (the limit `importedFiles`).
      """,
      wrong: """
        import "../common.rehearsal"
        """,
      right: """
        import "common.rehearsal"
        launch Notes
        """, files: [File(path: "common.rehearsal", text: "app Notes { }\n")]),
    DiagnosticPage(
      .importCycle, "Files that import one another",
      """
      Each file is read once, before the file that imports it, so no file can import itself, by \
      way of others neither. Move what both need into a third file. The scripts below are named \
      `main.rehearsal`.
      """,
      wrong: """
        import "maps.rehearsal"
        """,
      right: """
        import "common.rehearsal"
        launch Notes
        """,
      files: [
        File(path: "maps.rehearsal", text: "import \"main.rehearsal\"\n\napp Maps { }\n"),
        File(path: "common.rehearsal", text: "app Notes { }\n"),
      ]),
    DiagnosticPage(
      .importedStatement, "A statement in an imported file",
      """
      An import brings apps, functions, variables and a device. What an imported file would do \
      is not done, so it holds no statements; move them into a function, and call that. Its \
      scenarios may stay: they are simply not run.
      """,
      wrong: """
        import "steps.rehearsal"
        """,
      right: """
        import "functions.rehearsal"
        leave()
        """,
      files: [
        File(path: "steps.rehearsal", text: "press .home\n"),
        File(path: "functions.rehearsal", text: "func leave() { press .home }\n"),
      ]),
  ]
}
