// What the page shows and what its keys do: the list of cases, a case, a record.

// MARK: The list

const STATUSES = { passed: "✓", failed: "✗", error: "✗", notRun: "–", skipped: "–" };
const isFailure = (one) => ["failed", "error", "notRun"].includes(one.status);
const shownStatuses = new Set(Object.keys(STATUSES));
/// How many rows the list gets at a time: thousands would keep the page from opening.
const ROWS_AT_A_TIME = 300;
let chosenCase = -1;
/// The numbers of the cases that the filter leaves, in the order of the list.
let matching = [];
/// The rows of the list, files and cases, and how many of them are made.
let entries = [];
let rowCount = 0;
const closedFiles = new Set();
const buttons = new Map();

function row(number, isFlat) {
  const one = data.cases[number];
  const button = element("button", {
    click: () => openCase(number, undefined, true), "data-case": number,
    "aria-current": number === chosenCase ? "true" : null, "aria-label": `${one.status}: ${caseTitle(one)}`,
  }, element("span", { class: one.status, "aria-hidden": "true" }, STATUSES[one.status]),
  element("span", { class: "name" }, caseTitle(one), isFlat ? element("small", {}, string(one.file)) : null),
  element("span", { class: "time" }, one.duration > 0 ? `${spanText(one.duration)} virtual` : ""));
  buttons.set(number, button);
  return element("li", {}, button);
}

function fileRow({ file, cases }) {
  const failed = cases.filter((number) => isFailure(data.cases[number])).length;
  return element("li", { class: "file" }, element("button", {
    "data-file": string(file), "aria-expanded": String(!closedFiles.has(file)),
    click: () => {
      if (!closedFiles.delete(file)) closedFiles.add(file);
      list();
    },
  }, element("span", { class: "path" }, string(file)),
  element("span", { class: "time" }, failed > 0 ? element("span", { class: "failed" }, `✗ ${failed} `) : null,
    String(cases.length))));
}

function addRows(count) {
  const list = byName("list");
  byName("more")?.parentElement.remove();
  const end = Math.min(entries.length, rowCount + count);
  for (; rowCount < end; rowCount += 1) {
    const entry = entries[rowCount];
    list.append(entry.cases === undefined ? row(entry.number, entry.isFlat) : fileRow(entry));
  }
  if (rowCount < entries.length) {
    const more = element("button", { id: "more", click: () => addRows(ROWS_AT_A_TIME) },
      `${entries.length - rowCount} more`);
    list.append(element("li", {}, more));
    moreIsSeen.observe(more);
  }
}

const moreIsSeen = new IntersectionObserver((seen) => {
  if (seen.some((entry) => entry.isIntersecting && entry.target.isConnected)) addRows(ROWS_AT_A_TIME);
});

function buildStatuses() {
  for (const status of Object.keys(STATUSES)) {
    const count = data.cases.filter((one) => one.status === status).length;
    if (count === 0) continue;
    byName("states").append(element("button", {
      "aria-pressed": "true", "data-status": status,
      click: (event) => {
        if (!shownStatuses.delete(status)) shownStatuses.add(status);
        event.currentTarget.setAttribute("aria-pressed", String(shownStatuses.has(status)));
        filter();
      },
    }, `${STATUSES[status]} ${count} ${status === "notRun" ? "not run" : status}`));
  }
}

const searched = new Map();

/// What a filter looks at.
function searchedText(number) {
  if (!searched.has(number)) {
    const one = data.cases[number];
    const tags = (one.tags ?? []).map(string).join(" ");
    searched.set(number, `${string(one.file)}/${string(one.title)} ${tags}`.toLowerCase());
  }
  return searched.get(number);
}

function filter() {
  const words = byName("filter").value.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const left = data.cases.map((_, number) => number).filter((number) =>
    shownStatuses.has(data.cases[number].status)
    && words.every((word) => searchedText(number).includes(word)));
  byName("count").textContent = left.length === data.cases.length
    ? counted(left.length, "scenario") : `${left.length} of ${counted(data.cases.length, "scenario")}`;
  list(left);
}

/// Lists cases: by file, or the longest first without files.
function list(left = matching) {
  const order = byName("order").value;
  const rank = { failed: (one) => (isFailure(one) ? 0 : 1), time: (one) => -one.duration, file: () => 0 }[order];
  const sorted = [...left].sort((one, other) =>
    rank(data.cases[one]) - rank(data.cases[other]) || one - other);
  const files = new Map();
  for (const number of sorted) {
    const { file } = data.cases[number];
    if (!files.has(file)) files.set(file, []);
    files.get(file).push(number);
  }
  matching = order === "time" ? sorted : [...files.values()].flat();
  entries = order === "time" ? sorted.map((number) => ({ number, isFlat: true }))
    : [...files].flatMap(([file, cases]) =>
      [{ file, cases }, ...(closedFiles.has(file) ? [] : cases.map((number) => ({ number })))]);
  byName("fold").hidden = order === "time" || files.size < 2;
  byName("fold").textContent = closedFiles.size > 0 ? "Open all files" : "Close all files";
  byName("list").replaceChildren();
  buttons.clear();
  rowCount = 0;
  addRows(ROWS_AT_A_TIME);
}

byName("order").addEventListener("change", () => list());
byName("fold").addEventListener("click", () => {
  if (closedFiles.size > 0) closedFiles.clear();
  else for (const one of data.cases) closedFiles.add(one.file);
  list();
});
byName("list").addEventListener("keydown", (event) => {
  const distance = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (distance === undefined) return;
  event.preventDefault();
  const rows = [...byName("list").querySelectorAll("[data-case], [data-file]")];
  const at = rows.indexOf(document.activeElement);
  if (at + distance >= rows.length) addRows(ROWS_AT_A_TIME);
  const next = byName("list").querySelectorAll("[data-case], [data-file]")[Math.max(0, at + distance)];
  next?.focus();
});

/// Opens the failure that comes next in the list, or the one before, from the end on to the other.
function openFailure(distance) {
  const failures = matching.filter((number) => isFailure(data.cases[number]));
  if (failures.length === 0) return;
  const at = matching.indexOf(chosenCase);
  const after = failures.findIndex((number) => matching.indexOf(number) > at);
  const before = failures.findLastIndex((number) => matching.indexOf(number) < at);
  openCase(distance > 0 ? failures[Math.max(0, after)] : failures.at(before), undefined, true);
}

/// Shows where a case stands in the list, with what is before it.
function showRow(number) {
  if (closedFiles.delete(data.cases[number].file)) list();
  const at = entries.findIndex((entry) => entry.number === number);
  if (at >= rowCount) addRows(at + 1 - rowCount);
  buttons.get(number)?.scrollIntoView({ block: "nearest" });
}

byName("next").addEventListener("click", () => openFailure(1));
byName("next").hidden = data.cases.filter(isFailure).length < 2;
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.id === "filter") {
    if (event.key !== "Escape" && event.key !== "Enter") return;
    event.preventDefault();
    if (event.key === "Escape") {
      event.target.value = "";
      filter();
    } else if (matching.length > 0) openCase(matching[0], undefined, true);
    event.target.blur();
    return;
  }
  const actions = { "/": () => byName("filter").focus(), n: () => openFailure(1), p: () => openFailure(-1) };
  if (!(event.key in actions) || event.target.matches?.("input, select")) return;
  event.preventDefault();
  actions[event.key]();
});

// MARK: Copying

async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // A page in a frame, or one that is not trusted, has no clipboard but this.
    const area = element("textarea", { "aria-hidden": "true" });
    area.value = text;
    button.after(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  const before = button.textContent;
  button.textContent = "Copied";
  setTimeout(() => { button.textContent = before; }, 1500);
}

/// A text that can be copied as a whole.
function copyable(text, name) {
  return element("div", { class: "copyable" }, element("pre", {}, text),
    element("button", { "aria-label": `Copy ${name}`, click: (event) => copy(text, event.currentTarget) }, "Copy"));
}

/// A word as a shell takes it for one.
const quoted = (word) =>
  (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/// The command that plays a case again, and those that tell what its problems mean.
function commands(one) {
  const file = quoted(string(one.file));
  if (one.search !== undefined) return [`rehearse explore ${file}`];
  const title = string(one.title);
  const words = ["rehearse", one.storm === undefined ? "test" : "storm", file];
  if (one.isScenario) {
    words.push("--filter", quoted(`/${title.replace(/[\\^$.|?*+()[\]{}]/g, "\\$&")}$`));
  }
  // What the title has besides that of other systems is what was asked for on the command line.
  const common = string(one.group);
  const system = one.storm === undefined && title.startsWith(common) ? title.slice(common.length) : "";
  for (const [option, found] of [["--os", /\bos ([^,)]+)/], ["--model", /\bmodel ([^,)]+)/]]) {
    const value = found.exec(system)?.[1];
    if (value !== undefined) words.push(option, quoted(value.trim()));
  }
  const kinds = new Set([...(one.problems ?? []), ...(one.warnings ?? [])].map((that) => that.kind)
    .filter((kind) => /^[EW]\d+$/.test(kind)));
  return [words.join(" "), ...[...kinds].map((kind) => `rehearse explain ${kind}`)];
}

// MARK: A case

const caseTitle = (one) =>
  string(one.title) + (one.repetition === undefined ? "" : `, run ${one.repetition}`);

function cursors(one) {
  return (one.failures ?? []).map(([time, step], number) => {
    const problem = one.problems[number];
    const values = problem.parts.map(([text, value]) => `${text} is ${value}`);
    return { time, step, summary: problem.summary,
      lines: [problem.summary, ...values.slice(0, 4)] };
  });
}

const systemText = (one, strings = data.strings) => `${strings[one.model]}, iOS ${strings[one.system]}`;

const shownLife = (one) => ({
  one, life: life(one.life), cursors: cursors(one), name: `${caseTitle(one)} on ${systemText(one)}`,
});

function sourceLines(number, around = 2, report = data) {
  const found = place(number, report);
  if (found === null) return null;
  const { lines } = found;
  const [first, last] = [Math.max(1, found.line - around), Math.min(lines.length, found.line + around)];
  const node = element("div", { class: "source", role: "group",
    "aria-label": `${found.path}, line ${found.line}` });
  for (let line = first; line <= last; line += 1) {
    node.append(element("div", { class: line === found.line ? "here" : undefined },
      element("span", { class: "number" }, String(line)), lines[line - 1]));
  }
  return node;
}

const placeText = (number, report = data) => {
  const found = place(number, report);
  return found === null ? "" : `${found.path}:${found.line}`;
};

function problemNode(problem, isWarning) {
  const parts = element("table", {}, ...problem.parts.map(([text, value]) =>
    element("tr", {}, element("td", {}, element("code", {}, text)), element("th", {}, "is"),
      element("td", {}, element("code", {}, value)))));
  return element("section", { class: isWarning ? "problem warning" : "problem" },
    element("strong", {}, problem.summary),
    problem.place === undefined ? null : element("div", { class: "meta" }, placeText(problem.place)),
    sourceLines(problem.place, 1), problem.parts.length > 0 ? parts : null,
    element("details", {}, element("summary", {}, "In full"), element("pre", {}, problem.text)));
}

let groups = null;

/// The cases that are the same on other systems, or run again.
function siblings(number) {
  const key = (one) => `${one.file}/${one.line}/${one.group}`;
  if (groups === null) {
    groups = new Map();
    data.cases.forEach((one, position) => {
      if (one.life === undefined) return;
      if (!groups.has(key(one))) groups.set(key(one), []);
      groups.get(key(one)).push([one, position]);
    });
  }
  return (groups.get(key(data.cases[number])) ?? []).filter(([, position]) => position !== number);
}

let pinned = null;

// Another report, opened beside this one.

let otherReport = null;

async function openOtherReport(file) {
  const markup = new DOMParser().parseFromString(await file.text(), "text/html");
  const text = markup.getElementById("data")?.textContent;
  otherReport = text === undefined ? null : { name: file.name, data: JSON.parse(text) };
  openCase(chosenCase);
}

/// The same case in the other report, with its life; null without one.
function otherLife(number) {
  if (otherReport === null) return null;
  const key = (one, { strings }) =>
    [strings[one.file], strings[one.title], one.repetition ?? 1].join("\n");
  const { data: report, name } = otherReport;
  const wanted = key(data.cases[number], data);
  const one = report.cases.find((that) => that.life !== undefined && key(that, report) === wanted);
  if (one === undefined) return null;
  const found = decodedLife(report.lives[one.life], report);
  return { one, life: found, cursors: cursors(one), name: `${name}: ${systemText(one, report.strings)}` };
}

/// Shows a case.
///
/// - number: Its number.
/// - comparedWith: The number of another one that is shown below, -1 for none; without it what fits.
/// - isAskedFor: Whether somebody asked for it, who then is to see it.
function openCase(number, comparedWith, isAskedFor = false) {
  buttons.get(chosenCase)?.removeAttribute("aria-current");
  chosenCase = number;
  showRow(number);
  buttons.get(number)?.setAttribute("aria-current", "true");
  showView("scenario");
  const one = data.cases[number];
  const others = one.life === undefined ? [] : siblings(number);
  const elsewhere = one.life === undefined ? null : otherLife(number);
  let other = comparedWith ?? (elsewhere === null ? undefined : -1);
  if (other === undefined) {
    const onSystems = others.filter(([that]) => that.repetition === one.repetition);
    other = (onSystems.find(([that]) => that.status !== one.status) ?? onSystems[0])?.[1] ?? -1;
  }
  const article = byName("scenario");
  article.replaceChildren(...headNodes(one), ...(one.problems ?? []).filter((it) => it.finding === undefined)
    .map((it) => problemNode(it, false)),
    ...(one.warnings ?? []).map((it) => problemNode(it, true)));
  const shown = one.life === undefined ? [] : [shownLife(one)];
  const undisturbed = shown[0];
  if (other >= 0) shown.push(shownLife(data.cases[other]));
  else if (elsewhere !== null) shown.push(elsewhere);
  const picture = element("section", { "aria-label": "Picture" });
  // The life of the scenario that a finding comes to, below that of the scenario as it stands.
  const showFound = (finding) => {
    const found = one.found?.[finding];
    if (found?.life === undefined) return;
    const lives = undisturbed === undefined ? [] : [undisturbed];
    picture.replaceChildren(...lifeNodes(number, [...lives, shownLife(found)], others, other));
  };
  if (one.storm !== undefined) article.append(...stormNodes(one, showFound));
  if (one.search !== undefined) article.append(...searchNodes(one, showFound));
  if (shown.length > 0 && picture.childElementCount === 0) {
    picture.append(...lifeNodes(number, shown, others, other));
  }
  if (picture.childElementCount > 0) article.append(picture);
  else if (one.isLifeLeftOut) {
    article.append(element("p", {}, "Its timeline is left out, since the page would be too large. "
      + "`--filter` makes a report of fewer scenarios."));
  }
  if (one.output !== undefined) {
    article.append(element("h3", {}, "Printed"), element("pre", {}, one.output.map(string).join("\n")));
  }
  article.append(element("h3", {}, "Run it again"), ...commands(one).map((line) => copyable(line, "the command")));
  article.scrollTop = 0;
  // On a narrow screen the list stands above.
  if (isAskedFor && article.offsetTop > innerHeight / 4) article.scrollIntoView();
  history.replaceState(null, "", `#${number + 1}`);
}

function headNodes(one) {
  return [
    element("h2", {}, element("span", { class: one.status }, `${STATUSES[one.status]} `), caseTitle(one)),
    element("div", { class: "meta" },
      element("span", {}, `${string(one.file)}:${one.line}`),
      one.system === undefined ? null : element("span", {}, systemText(one)),
      element("span", {}, one.status === "notRun" ? "not run" : one.status
        + (one.duration > 0 ? ` after ${spanText(one.duration)} of virtual time` : "")),
      one.storm === undefined && one.search === undefined
        ? element("span", {}, counted(one.expectations, "expectation")) : null,
      one.reason === undefined ? null : element("span", {}, string(one.reason)),
      one.tags === undefined ? null : element("span", {}, one.tags.map((tag) => `.${string(tag)}`).join(" "))),
  ];
}

function lifeNodes(number, shown, others, other) {
  const details = element("section", { id: "details", "aria-live": "polite" },
    element("p", { class: "meta" }, "Click on anything in the picture, or go through it with the arrow "
      + "keys: this place shows what it is, its rule, and its cause."));
  const picture = new Picture(shown, (that, record) => showRecord(details, picture, that, record));
  const tool = (label, action, title) => element("button", { click: action, title }, label);
  const tools = element("div", { class: "tools" },
    tool("−", () => picture.setZoom(picture.zoom / 1.3), "Smaller (-)"),
    tool("+", () => picture.setZoom(picture.zoom * 1.3), "Larger (+)"),
    tool("Fit", () => picture.fit(), "The whole timeline (0)"),
    tool("Fold idle time", (event) => {
      picture.toggleFolds();
      event.currentTarget.setAttribute("aria-pressed", String(picture.folds));
    }, "Shorten idle time, or show everything to scale (F)"),
    ...compareTools(number, others, other));
  tools.children[3].setAttribute("aria-pressed", "true");
  const nodes = [tools];
  if (shown.length === 2) nodes.push(differenceNode(shown, picture));
  nodes.push(picture.node, picture.note, legendNode(shown), details);
  nodes.push(...shown.map((one) => tableNode(one, picture, shown.indexOf(one), shown.length > 1)));
  requestAnimationFrame(() => {
    const room = (picture.node.clientWidth - picture.gutterWidth - 140) / picture.scale.width;
    if (room > 0.85) picture.setZoom(Math.min(room, 1.5), 0);
    const cursor = shown[0].cursors[0];
    if (cursor !== undefined) {
      picture.node.scrollLeft = Math.max(0, picture.scale.position(cursor.time, cursor.step) - picture.node.clientWidth / 2 + picture.gutterWidth);
    }
  });
  return nodes;
}

/// Other systems and runs of the case, and a case that was pinned before.
function compareTools(number, others, other) {
  const nodes = others.slice(0, 40).map(([that, position]) => element("button", {
    "aria-pressed": String(position === other), "data-compare": position,
    title: "Show it below, with the differences",
    click: () => openCase(number, position === other ? -1 : position),
  }, `${STATUSES[that.status]} compare with ${systemText(that)}`
    + (that.repetition === undefined ? "" : `, run ${that.repetition}`)));
  if (pinned !== null && pinned !== number && !others.some(([, position]) => position === pinned)) {
    nodes.push(element("button", {
      "aria-pressed": String(other === pinned),
      click: () => openCase(number, other === pinned ? -1 : pinned),
    }, `compare with ${shortened(caseTitle(data.cases[pinned]))}`));
  }
  nodes.push(element("button", {
    title: "Then open another scenario to compare both",
    "aria-pressed": String(pinned === number),
    click: (event) => {
      pinned = pinned === number ? null : number;
      event.currentTarget.setAttribute("aria-pressed", String(pinned === number));
    },
  }, "Keep to compare"));
  return nodes;
}

function differenceNode(shown, picture) {
  const { alone, moved } = picture.differences;
  const count = alone[0].size + alone[1].size;
  const one = shown[0].one;
  const known = data.differences.find((that) =>
    that.file === one.file && that.line === one.line && that.group === one.group);
  const node = element("p", { id: "differences" }, count + moved[0].size === 0
    ? "Both timelines are the same, record by record. "
    : `${counted(count, "record")} in one of the two lives only, ${moved[0].size} at another time; `
      + "both are marked. ");
  for (const [from, to, number] of known?.reasons ?? []) {
    const rule = ruleByNumber.get(number);
    node.append(element("span", {}, `${from} → ${to}: `
      + (rule === undefined ? "no single rule; the script asks for the system. "
        : `${rule.number}, ${rule.title}: ${rule.statement} `)));
  }
  return node;
}

function legendNode(shown) {
  const kinds = new Map();
  for (const span of shown.flatMap((one) => one.life.bands.flatMap((band) => band.rows.flat()))) {
    kinds.set(span.kind.replace("foregroundActive", "active").replace("foregroundInactive", "inactive"), true);
  }
  const words = { mainThread: "main thread busy", backgroundWork: "background work",
    task: "background task, dashed to its limit", assertion: "keeps running", resource: "holds",
    switchedOff: "switched off" };
  return element("ul", { class: "legend", "aria-label": "Colours" }, ...[...kinds.keys()].map((kind) =>
    element("li", {}, element("i", { style: `background: var(--${kind})` }), words[kind] ?? kind)));
}

/// The same in words, made when somebody asks for it.
function tableNode(one, picture, number, isNamed) {
  const body = element("tbody");
  const details = element("details", {
    toggle: () => {
      if (body.childElementCount > 0) return;
      for (const record of one.life.records.filter((that) => that.text !== null)) {
        body.append(element("tr", {},
          element("td", {}, spanText(record.time)),
          element("td", {}, one.life.bands[record.band].title),
          element("td", {}, element("button", { class: "link",
            click: () => picture.pick(number, record.position) }, `${record.mark} ${record.text}`)),
          element("td", {}, record.rule)));
      }
    },
  }, element("summary", {}, isNamed ? `As a table: ${one.name}` : "As a table"),
  element("table", {}, element("thead", {}, element("tr", {},
    ...["Virtual time", "Who", "What", "Rule"].map((text) => element("th", { scope: "col" }, text)))), body));
  return details;
}

// MARK: A record

function showRecord(details, picture, shown, record) {
  const { life: one } = shown;
  const number = picture.shown.indexOf(shown);
  const link = (that, text) => element("button", { class: "link",
    click: () => picture.pick(number, that.position) }, text);
  const causes = [];
  for (let that = record; that.cause !== null && that.cause < that.position;) {
    that = one.records[that.cause];
    causes.push(that);
  }
  const effects = one.records.filter((that) => that.cause === record.position && that.text !== null);
  const row = (name, value) => (value === "" || value === undefined || value === null
    ? null : element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, value)));
  const placed = [record, ...causes].find((that) => that.place !== undefined);
  const handled = { 0: "no handler", 1: "by a handler" }[record.handled] ?? "";
  const facts = element("table", {}, row("virtual time", spanText(record.time)),
    row("who", one.bands[record.band].title + (record.incarnation > 1 ? `, life ${record.incarnation}` : "")),
    row("what", `${record.kind} ${record.name}`), row("selector", record.selector),
    row("handled", handled), row("it reads", record.state), row("carries", record.arguments),
    row("rule", record.rule === "" ? "" : ruleNode(record.rule)));
  const why = element("div", {});
  if (causes.length > 0) {
    why.append(element("h3", {}, "Because"), element("ol", {}, ...causes.map((that) =>
      element("li", {}, link(that, `${that.clause} at ${spanText(that.time)}`),
        that.rule === "" ? "" : element("span", { class: "rule-text" }, ` – ${that.rule}`)))));
  }
  if (effects.length > 0) {
    why.append(element("h3", {}, "Led to"), element("ul", {}, ...effects.slice(0, 12).map((that) =>
      element("li", {}, link(that, that.clause)))));
  }
  const source = element("div", {});
  if (placed !== undefined) {
    source.append(element("h3", {}, placed === record ? "In the script" : "Asked for by"),
      element("div", { class: "meta" }, placeText(placed.place, one.report)),
      sourceLines(placed.place, 2, one.report));
  }
  details.replaceChildren(element("h4", {}, record.clause), element("div", { class: "columns" },
    element("div", {}, facts, source), why));
}

function ruleNode(number) {
  const rule = ruleByNumber.get(number);
  return element("span", {}, element("strong", {}, ruleLink(number)), ` ${rule?.title ?? ""}. `,
    element("span", { class: "rule-text" }, rule?.statement ?? ""));
}

/// A rule's number as a link: to its page where the report knows an address, else to its row of the table.
function ruleLink(number) {
  if (data.rulesAt !== "") return element("a", { href: `${data.rulesAt}/${number}.html` }, number);
  return element("button", { class: "link", click: () => openRule(number) }, number);
}

function openRule(number) {
  showView("coverage");
  document.getElementById(`rule-${number}`)?.scrollIntoView({ block: "center" });
}

// MARK: The page

/// What is built of each view when it is shown first.
const builders = { scenario: () => {}, coverage: buildCoverage, systems: buildSystems };

function showView(name) {
  if (byName(name).childElementCount === 0) builders[name]();
  for (const view of Object.keys(builders)) {
    byName(view).hidden = view !== name;
    byName(`show-${view}`).setAttribute("aria-pressed", String(name === view));
  }
}

for (const view of Object.keys(builders)) byName(`show-${view}`).addEventListener("click", () => showView(view));
byName("show-systems").hidden = systemGroups().length === 0;
byName("other").addEventListener("change", (event) => {
  if (event.target.files.length > 0) openOtherReport(event.target.files[0]);
});
byName("theme").addEventListener("click", (event) => {
  const root = document.documentElement;
  const next = { undefined: "light", light: "dark", dark: undefined }[root.dataset.theme];
  if (next === undefined) delete root.dataset.theme; else root.dataset.theme = next;
  event.currentTarget.textContent = `Theme: ${next ?? "system"}`;
});
let waiting = 0;
byName("filter").addEventListener("input", () => {
  cancelAnimationFrame(waiting);
  waiting = requestAnimationFrame(filter);
});

buildStatuses();
filter();
const asked = Number(location.hash.slice(1)) - 1;
const firstFailed = data.cases.findIndex(isFailure);
if (data.cases.length > 0) {
  openCase(data.cases[asked] !== undefined ? asked : Math.max(0, firstFailed));
} else {
  byName("scenario").append(element("p", {}, "There is no scenario in this report."));
}
