// What devices were seen to do when somebody ran the probes on them: one row for a rule, a version and a
// model, failures included. `rehearse conform --format rows` prints rows of logs.

/// What a device showed of a rule.
package struct DeviceResult: Hashable, Sendable {
  /// The rule.
  package let rule: RuleNumber
  /// The version of the system.
  package let system: SystemVersion
  /// The model, as devices are called in scripts.
  package let model: String
  /// The identifier of the hardware, such as `iPhone15,2`; nil where it is not known.
  package let hardware: String?
  /// The probe that showed it.
  package let probe: String
  /// What the device did instead; nil where it did as the rule says.
  package let deviation: String?

  /// Makes a row.
  package init(
    _ rule: RuleNumber, on system: SystemVersion, _ model: String, _ hardware: String? = nil,
    probe: String, deviation: String? = nil
  ) {
    (self.rule, self.system, self.model) = (rule, system, model)
    (self.hardware, self.probe, self.deviation) = (hardware, probe, deviation)
  }

  /// All rows: none yet, since no device has run the probes.
  package static let rows: [DeviceResult] = []

  /// What devices showed of a rule.
  package static func results(of rule: RuleNumber) -> [DeviceResult] {
    rows.filter { $0.rule == rule }
  }

  /// The row as this table has it.
  package var source: String {
    func quoted(_ text: String) -> String {
      "\"\(text.filter { $0 != "\"" && $0 != "\\" && !$0.isNewline })\""
    }
    let version = [system.major, system.minor, system.patch].map(String.init).joined(
      separator: ", ")
    let arguments = [
      ".\(rule)", "on: SystemVersion(\(version))", quoted(model), hardware.map(quoted),
      "probe: \(quoted(probe))", deviation.map { "deviation: \(quoted($0))" },
    ]
    return "DeviceResult(\(arguments.compactMap(\.self).joined(separator: ", "))),"
  }

  /// The row in words, for people.
  package var words: String {
    let device = "\(model)\(hardware.map { " (\($0))" } ?? ""), iOS \(system)"
    return "\(device): \(deviation.map { "otherwise, \($0)" } ?? "as told") (probe \(probe))"
  }
}
