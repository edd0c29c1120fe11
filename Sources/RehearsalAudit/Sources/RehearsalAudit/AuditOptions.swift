// The options of the audit, one row for each: its program reads them, its help and `rehearse.toml` are made
// of them, and the command `rehearse`, which has this same file, completes them and checks the table
// `[audit]` of a project's file by them.

/// An option of the audit.
struct AuditOption: Sendable {
  /// Its name, with its dashes.
  let name: String
  /// What stands for its value; nil for a flag.
  let placeholder: String?
  /// What it does.
  let sentence: String
  /// Whether it may be given several times, and have a list in `rehearse.toml`.
  let isRepeated: Bool
  /// Whether a project may say it in `rehearse.toml`, in the table `[audit]`, without the dashes.
  let isConfigurable: Bool

  private init(
    _ name: String, _ placeholder: String?, _ sentence: String, isRepeated: Bool = false,
    isConfigurable: Bool = false
  ) {
    self.name = name
    self.placeholder = placeholder
    self.sentence = sentence
    self.isRepeated = isRepeated
    self.isConfigurable = isConfigurable
  }

  static let all: [AuditOption] = [
    AuditOption(
      "--format", "format", "text, json (a line each), sarif (2.1.0), github, or xcode."),
    AuditOption("--strict", nil, "Let what is suspected fail, too.", isConfigurable: true),
    AuditOption(
      "--target", "name", "Audit the app of this target of Xcode alone.", isConfigurable: true),
    AuditOption(
      "--since", "revision",
      "Report only what stands on lines that changed since a revision of git."),
    AuditOption(
      "--only", "rule", "Look for this rule; may be repeated.", isRepeated: true,
      isConfigurable: true),
    AuditOption(
      "--off", "rule", "Do not look for this rule; may be repeated.", isRepeated: true,
      isConfigurable: true),
    AuditOption(
      "--error", "rule", "Report this rule as an error; may be repeated.", isRepeated: true,
      isConfigurable: true),
    AuditOption(
      "--warning", "rule", "Report this rule as a warning; may be repeated.", isRepeated: true,
      isConfigurable: true),
    AuditOption(
      "--note", "rule", "Report this rule as a note; may be repeated.", isRepeated: true,
      isConfigurable: true),
    AuditOption(
      "--include", "pattern",
      "Report only what lies in files of this pattern, such as `App/**`; may be repeated.",
      isRepeated: true, isConfigurable: true),
    AuditOption(
      "--exclude", "pattern", "Report nothing in files of this pattern; may be repeated.",
      isRepeated: true, isConfigurable: true),
    AuditOption(
      "--baseline", "file", "Fail on what FILE does not know, and say what of it is stale.",
      isConfigurable: true),
    AuditOption("--write-baseline", "file", "Write what is found to FILE."),
    AuditOption(
      "--write", "file", "Write the app as a script: what it declares, and its handlers."),
    AuditOption(
      "--scenes", nil, "With --write, also its twin with scenes, and the ways into it."),
    AuditOption("--no-config", nil, "Do not read rehearse.toml."),
    AuditOption("--rules", nil, "List what is looked for."),
    AuditOption("--explain", "rule", "Show the page of a rule: why, wrong, right, and what to do."),
    AuditOption("--help", nil, "Show this help."),
  ]
}
