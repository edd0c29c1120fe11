// What the page shows as tables: the matrix of a storm, the levels of a search, the systems on which cases
// do not come out the same, and what of handlers and rules was reached.

const head = (...names) => element("thead", {}, element("tr", {},
  ...names.map((name) => element("th", { scope: "col" }, name))));

/// A button that is pressed or not, and calls what it is given with what it is now.
function toggle(label, isPressed, change) {
  return element("button", { "aria-pressed": String(isPressed), click: (event) => {
    const next = event.currentTarget.getAttribute("aria-pressed") !== "true";
    event.currentTarget.setAttribute("aria-pressed", String(next));
    change(next);
  } }, label);
}

// MARK: Findings

/// What was found, one after the other, and the one that was chosen in full.
///
/// - texts: What each of them is, in one line.
/// - nodes: Makes one in full.
/// - show: Is told which one was chosen.
class Findings {
  constructor(texts, nodes, show) {
    this.nodes = nodes;
    this.show = show;
    this.shown = element("section", { "aria-live": "polite" });
    this.items = texts.map((text, number) => element("button", {
      class: "link", "data-finding": number, click: () => this.choose(number),
    }, text));
    const list = element("ol", { class: "findings" }, ...this.items.map((item) => element("li", {}, item)));
    list.hidden = texts.length < 2;
    this.node = element("div", {}, list, this.shown);
  }

  choose(number) {
    if (this.items[number] === undefined) return;
    this.items.forEach((item, at) => item.setAttribute("aria-current", String(at === number)));
    this.shown.replaceChildren(...this.nodes(number));
    this.show(number);
  }
}

function scenarioNode(scenario) {
  return element("details", { open: true },
    element("summary", {}, "The shortest scenario that shows it"), copyable(scenario, "the scenario"));
}

// MARK: Storms

function stormNodes({ storm }, show) {
  const numbers = new Map(rows(storm.cells).map(([step, column, finding]) => [`${step},${column}`, finding]));
  const table = element("table", { class: "matrix" });
  const findings = new Findings(storm.findings.map((finding) => finding.message),
    (number) => findingNodes(storm.findings[number]), (number) => {
      for (const node of table.querySelectorAll("[data-finding]")) {
        node.setAttribute("aria-current", String(Number(node.dataset.finding) === number));
      }
      show(number);
    });
  const fails = (step) => step.marks.includes("x");
  const fill = (isShort) => {
    const steps = storm.steps.map((step, number) => [step, number]).filter(([step]) => !isShort || fails(step));
    const columns = storm.disturbances.map((name, column) => [name, column]).filter(([, column]) =>
      !isShort || storm.steps.some((step) => step.marks[column] === "x"));
    table.replaceChildren(element("thead", {}, element("tr", {},
      element("th", { scope: "col" }, "Step"),
      ...columns.map(([name]) => element("th", { scope: "col", class: "column" }, element("span", {}, name))))),
    element("tbody", {}, ...steps.map(([step, number]) => element("tr", {}, element("th", { scope: "row" },
      element("span", { class: "number" }, String(step.line ?? "")),
      `${step.text}${step.deadline === "" ? "" : ` – ${step.moment} ${step.deadline}`}`),
    ...columns.map(([name, column]) => cellNode(step, name, column, numbers.get(`${number},${column}`), findings))))));
  };
  fill(false);
  findings.choose(0);
  const isAny = storm.steps.some(fails);
  return [element("h3", {}, "Storm"),
    element("p", { class: "meta" }, "Each disturbance at each step: · survived, – was not possible, "
      + "a number: the finding."),
    isAny ? element("div", { class: "tools" }, toggle("Only failures", false, fill)) : null,
    element("div", { class: "wide" }, table), findings.node].filter((node) => node !== null);
}

function cellNode(step, name, column, finding, findings) {
  const mark = step.marks[column];
  const says = { ".": "survived", "-": "was not possible", x: "did not survive" }[mark];
  const title = `${name}: ${says}`;
  return element("td", { class: `cell ${mark === "." ? "held" : mark}`, title }, mark === "x"
    ? element("button", { "aria-label": title, "data-finding": finding, click: () => findings.choose(finding) },
      finding === undefined ? "✗" : String(finding + 1))
    : element("span", { "aria-label": says }, mark === "." ? "·" : "–"));
}

function findingNodes(finding) {
  return [element("section", { class: "problem" },
    element("strong", {}, finding.message),
    finding.differences.length === 0 ? null : element("table", {}, element("tr", {},
      ...["What", "Would be", "Is"].map((text) => element("th", { scope: "col" }, text))),
    ...finding.differences.map((that) => element("tr", {}, ...[that.subject, that.was, that.is].map((text) =>
      element("td", {}, element("code", {}, text)))))),
    finding.cause === undefined ? null : element("pre", {}, finding.cause),
    finding.scenario === undefined ? null : scenarioNode(finding.scenario))];
}

// MARK: Searches

function searchNodes({ search }, show) {
  const most = Math.max(1, ...search.levels.map((level) => level.states));
  const isNothing = (list) => list.length === 0;
  const fact = (name, ...value) => element("tr", {}, element("th", { scope: "row" }, name),
    element("td", {}, ...value));
  const findings = new Findings(search.counterexamples.map((that) => `${that.title} does not hold`),
    (number) => counterexampleNodes(search.counterexamples[number]), show);
  const nodes = [
    element("p", {}, element("strong", {}, search.verdict)),
    findings.node,
    element("h3", {}, "How far the search went"),
    element("table", { class: "levels" }, head("Disruptions", "Result", "States", "Transitions"),
      element("tbody", {}, ...search.levels.map((level) => element("tr", {},
        element("td", {}, String(level.disruptions)), element("td", {}, level.end),
        element("td", {}, `${level.states} `, element("span", { class: "bar",
          style: `width: ${Math.round((level.states / most) * 90)}px` })),
        element("td", {}, String(level.transitions)))))),
    element("table", {},
      fact("in all", `${counted(search.states, "state")} in ${counted(search.zones, "zone")} of time, `
        + `${counted(search.transitions, "transition")}, ${counted(search.diameter, "step")} at most to any of them`),
      fact("handlers", isNothing(search.handlersNeverRun) ? "each one ran in some state"
        : element("span", { class: "failed" }, `never run: ${search.handlersNeverRun.join(", ")}`)),
      fact("sometimes", isNothing(search.neverReached) ? "each one held in some state"
        : element("span", { class: "failed" }, `never reached: “${search.neverReached.join("”, “")}”`)),
      isNothing(search.restrictions) ? null : fact("restrictions", search.restrictions.join("; ")),
      isNothing(search.growing) ? null : fact("grows", search.growing.map((that) =>
        `${that.name}, by ${that.action}${that.place === undefined ? "" : ` (${that.place})`}`).join("; "))),
    element("details", {}, element("summary", {}, "In full"), element("pre", {}, search.lines.join("\n"))),
  ];
  findings.choose(0);
  return nodes;
}

function counterexampleNodes(found) {
  const remark = (name, words) => (words.length === 0 ? null
    : element("div", { class: "meta" }, `${name}: ${words.join(", ")}`));
  return [element("section", { class: "problem" },
    element("strong", {}, `${found.title} does not hold`),
    element("div", { class: "meta" }, element("span", {}, found.place),
      element("span", {}, counted(found.steps, "step")), element("span", {}, counted(found.disruptions, "disruption"))),
    remark("these matter", found.essentials), remark("what changed", found.changes),
    found.passingNeighbour === undefined ? null : element("div", { class: "meta" }, found.passingNeighbour),
    scenarioNode(found.scenario))];
}

// MARK: Systems

let groupsOfSystems = null;

/// The cases that were played on several systems: of each the file, the title and, by system, the number.
function systemGroups() {
  if (groupsOfSystems !== null) return groupsOfSystems;
  const found = new Map();
  data.cases.forEach((one, number) => {
    if (one.system === undefined || (one.repetition ?? 1) > 1) return;
    const key = `${one.file}/${one.line}/${one.group}`;
    if (!found.has(key)) found.set(key, { one, numbers: new Map() });
    found.get(key).numbers.set(`${one.system}/${one.model}`, number);
  });
  groupsOfSystems = [...found.values()].filter(({ numbers }) => numbers.size > 1);
  return groupsOfSystems;
}

function buildSystems() {
  const groups = systemGroups();
  const columns = [...new Set(groups.flatMap(({ numbers }) => [...numbers.keys()]))];
  const status = (number) => data.cases[number].status;
  const differs = ({ numbers }) => new Set([...numbers.values()].map(status)).size > 1;
  const different = groups.filter(differs);
  const names = columns.map((column) => column.split("/").map((number) => string(Number(number))));
  const body = element("tbody");
  const fill = (isAll) => {
    let file = -1;
    body.replaceChildren(...(isAll ? groups : different).flatMap((group) => {
      const nodes = group.one.file === file ? [] : [element("tr", {},
        element("th", { class: "file", scope: "rowgroup", colspan: columns.length + 1 }, string(group.one.file)))];
      file = group.one.file;
      return [...nodes, systemRow(group, columns, names), ...reasonRows(group.one, columns.length)];
    }));
  };
  fill(different.length === 0);
  byName("systems").replaceChildren(
    element("h2", {}, "Systems"),
    element("p", { class: "meta" }, `${different.length} of ${counted(groups.length, "scenario")} that were played on `
      + `${counted(columns.length, "system")} do not come out the same on all of them.`),
    element("div", { class: "tools" }, toggle("All scenarios", different.length === 0, fill)),
    element("div", { class: "wide" }, element("table", { class: "matrix" },
      element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "Scenario"),
        ...names.map(([system, model]) => element("th", { scope: "col" }, `iOS ${system}`, element("br"), model)))),
      body)));
}

function systemRow({ one, numbers }, columns, names) {
  return element("tr", {}, element("th", { scope: "row" }, string(one.group)),
    ...columns.map((column, at) => {
      const number = numbers.get(column);
      if (number === undefined) return element("td", { class: "cell" }, "");
      const { status } = data.cases[number];
      return element("td", { class: `cell ${status === "failed" || status === "error" ? "x" : "held"}` },
        element("button", { "aria-label": `${status} on ${names[at][1]}, iOS ${names[at][0]}`, "data-open": number,
          click: () => openCase(number, undefined, true) }, STATUSES[status]));
    }));
}

/// The rules that make the differences of a case.
function reasonRows(one, count) {
  const known = data.differences.find((that) =>
    that.file === one.file && that.line === one.line && that.group === one.group);
  const texts = (known?.reasons ?? []).map(([from, to, number]) => {
    const rule = ruleByNumber.get(number);
    return `${from} → ${to}: ` + (rule === undefined ? "no single rule; the script asks for the system"
      : `${rule.number}, ${rule.title}`);
  });
  return [...new Set(texts)].map((text) =>
    element("tr", {}, element("td", { class: "rule-text", colspan: count + 1 }, text)));
}

// MARK: Coverage

function buildCoverage() {
  const reached = data.rules.filter((rule) => rule.count > 0);
  const holding = data.rules.filter((rule) => rule.holds);
  const called = data.handlers.filter((handler) => handler.count > 0).length;
  const rules = element("tbody");
  const fill = (isShort) => rules.replaceChildren(...ruleRows(isShort
    ? holding.filter((rule) => rule.count === 0) : data.rules));
  fill(false);
  byName("coverage").replaceChildren(
    element("h2", {}, "Coverage"),
    element("p", { class: "meta" }, `${called} of ${data.handlers.length} handlers were called, and records `
      + `follow from ${reached.length} of the ${holding.length} rules that hold on the systems that were played, `
      + `as far as the scenarios were played; ${data.rules.length - holding.length} more hold on other systems.`),
    element("h3", {}, "Handlers"),
    element("div", { class: "wide" }, element("table", {},
      head("App", "Handler", "Calls", "While the app was", "First in", "Where"), element("tbody", {},
        ...[...data.handlers].sort((one, other) => one.count - other.count).map(handlerRow)))),
    element("h3", {}, "Rules"),
    element("div", { class: "tools" }, toggle("Only those not reached on these systems", false, fill)),
    element("div", { class: "wide" },
      element("table", {}, head("Rule", "What it is about", "Holds on", "Records", "First in"), rules)));
}

/// A link to the case that comes first to something.
const firstNode = (first) => element("td", {}, first === undefined ? "" : element("button", {
  class: "link", click: () => openCase(first, undefined, true) }, shortened(caseTitle(data.cases[first]), 60)));

function handlerRow(handler) {
  const states = handler.states.map(([state, count]) => (handler.states.length > 1 ? `${state} (${count})` : state));
  const where = { path: string(data.files[handler.file].path), line: handler.line };
  return element("tr", { class: handler.count === 0 ? "failed" : undefined },
    element("td", {}, string(handler.app)), element("td", {}, element("code", {}, string(handler.name))),
    element("td", {}, handler.count === 0 ? "never" : String(handler.count)),
    element("td", {}, states.join(", ")), firstNode(handler.first),
    element("td", { class: "meta" }, `${where.path}:${where.line}`));
}

function ruleRows(shown) {
  const most = Math.max(1, ...data.rules.map((rule) => Math.log(rule.count + 1)));
  return shown.map((rule) => element("tr", { id: `rule-${rule.number}`,
    class: rule.count === 0 ? "unreached" : undefined },
    element("th", { scope: "row", title: rule.statement }, data.rulesAt === "" ? rule.number : ruleLink(rule.number)), element("td", {}, rule.title),
    element("td", {}, rule.versions),
    element("td", {}, rule.count > 0 ? `${rule.count} ` : rule.holds ? "not reached" : "not on these systems",
      rule.count === 0 ? null : element("span", { class: "bar",
        style: `width: ${Math.round((Math.log(rule.count + 1) / most) * 90)}px` })),
    firstNode(rule.first)));
}
