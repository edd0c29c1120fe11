// What the person sees: the probes, or the steps of the one under way with its buttons.

import UIKit

/// The list of probes of a shape, or the steps of the run.
final class ProbeList: UITableViewController {
  private let probes: [ProbeDescription]
  private var current: ProbeDescription? { probes.first { $0.probe == ProbeRun.current?.probe } }

  init(shape: String) {
    probes = ProbeDescription.all(shape)
    super.init(style: .insetGrouped)
    title = current?.title ?? "Probes (\(shape))"
    navigationItem.rightBarButtonItem =
      current == nil
      ? UIBarButtonItem(title: "Logs", style: .plain, target: self, action: #selector(share))
      : UIBarButtonItem(title: "Done", style: .done, target: self, action: #selector(finish))
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    if ProbeRun.is("leave-scenes") { Recorder.shared.met(view: "viewDidLoad()") }
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    if ProbeRun.is("leave-scenes") { Recorder.shared.met(view: "viewWillAppear(_:)") }
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    if ProbeRun.is("leave-scenes") { Recorder.shared.met(view: "viewDidAppear(_:)") }
  }

  @objc private func share() {
    let sheet = UIActivityViewController(activityItems: ProbeRun.logs, applicationActivities: nil)
    sheet.popoverPresentationController?.barButtonItem = navigationItem.rightBarButtonItem
    present(sheet, animated: true)
  }

  @objc private func finish() { ProbeRun.finish() }

  // MARK: - Rows

  override func numberOfSections(in tableView: UITableView) -> Int { current == nil ? 1 : 2 }

  override func tableView(_ table: UITableView, numberOfRowsInSection section: Int) -> Int {
    guard let current else { return probes.count }
    return section == 0 ? current.steps.count : ProbeButtons.titles(of: current.probe).count
  }

  override func tableView(_ table: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    let cell = UITableViewCell(style: .subtitle, reuseIdentifier: nil)
    var content = cell.defaultContentConfiguration()
    if let current {
      content.text =
        path.section == 0
        ? "\(path.row + 1). \(current.steps[path.row])"
        : ProbeButtons.titles(of: current.probe)[path.row]
    } else {
      let probe = probes[path.row]
      content.text = probe.title
      content.secondaryText = probe.needs.map { "needs \($0)" } ?? "\(probe.seconds) s"
    }
    cell.contentConfiguration = content
    return cell
  }

  override func tableView(_ table: UITableView, didSelectRowAt path: IndexPath) {
    table.deselectRow(at: path, animated: true)
    guard let current else { return ProbeRun.choose(probes[path.row].probe) }
    if path.section == 1 { ProbeButtons.tap(ProbeButtons.titles(of: current.probe)[path.row]) }
  }
}
