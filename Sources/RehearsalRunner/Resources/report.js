// The page: reads the data, lists the cases, draws the lives. It asks for nothing from outside, makes
// every element by hand and never makes markup of text, so that no name can be more than a name.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const LINE_BITS = 1 << 24;

// MARK: Elements

function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

function drawing(name, attributes = {}, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function filled(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") made.addEventListener(key, value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

const byName = (name) => document.getElementById(name);
const string = (number) => (number === undefined || number < 0 ? "" : data.strings[number]);

// MARK: Data

function rows(text) {
  if (text === "") return [];
  return text.split(";").map((row) =>
    row.split(",").map((number) => (number === "" ? undefined : Number(number))));
}

const decoded = new Map();

/// A life as the picture needs it; decoded when it is looked at first.
function life(number) {
  if (number === undefined) return null;
  if (!decoded.has(number)) decoded.set(number, decodedLife(data.lives[number], data));
  return decoded.get(number);
}

/// Decodes a life of this report or of another one.
function decodedLife(packed, report) {
  const string = (number) => (number === undefined || number < 0 ? "" : report.strings[number]);
  let time = 0;
  const times = rows(packed.times).map(([distance]) => (time += distance ?? 0));
  const bands = rows(packed.bands).map(([level, title]) =>
    ({ level, title: string(title), rows: [], memory: [], records: [] }));
  const steps = new Map();
  const records = rows(packed.records).map((row, position) => {
    const [at, band, subject, distance, place, incarnation] = row;
    const [kind, name, mark, text, emphasis, clause, rule, selector, handled, state, list] =
      report.subjects[subject];
    const record = {
      position, time: times[at], band, kind: string(kind), name: string(name), mark: string(mark),
      text: text < 0 ? null : string(text), emphasis: string(emphasis), clause: string(clause),
      rule: string(rule), selector: string(selector), handled, state: string(state),
      arguments: string(list), cause: distance === undefined ? null : position - distance, place,
      incarnation, step: steps.get(at) ?? 0,
    };
    if (record.text !== null) steps.set(at, record.step + 1);
    bands[band].records.push(record);
    return record;
  });
  for (const row of rows(packed.spans)) {
    const [band, line, kind, label, start, startStep, end, endStep, goesOn, limit, record] = row;
    (bands[band].rows[line] ??= []).push({
      band, kind: string(kind), label: string(label), goesOn: goesOn === 1, record,
      start: { time: times[start], step: startStep }, end: { time: times[end], step: endStep },
      limit: limit === undefined ? null : times[limit],
    });
  }
  for (const [band, at, step, bytes] of rows(packed.memory)) {
    bands[band].memory.push({ time: times[at], step, bytes });
  }
  const last = records.at(-1);
  const end = { time: times.at(-1) ?? 0, step: last?.time === times.at(-1) ? last.step + 1 : 0 };
  for (const band of bands) {
    for (const span of band.rows.flat()) {
      if (span.goesOn) { end.time = span.end.time; end.step = Math.max(end.step, span.end.step); }
    }
  }
  return { system: string(packed.system), model: string(packed.model), bands, records, end, report };
}

/// A file and a line of this report or of another one.
function place(number, report = data) {
  if (number === undefined || number === null) return null;
  const file = report.files[Math.floor(number / LINE_BITS)];
  return { path: report.strings[file.path], lines: file.lines, line: number % LINE_BITS };
}

const ruleByNumber = new Map(data.rules.map((rule) => [rule.number, rule]));

/// A span of nanoseconds for people.
function spanText(nanoseconds) {
  const seconds = nanoseconds / 1e9;
  if (seconds === 0) return "0 s";
  if (seconds < 1e-3) return `${+(seconds * 1e6).toFixed(3)} µs`;
  if (seconds < 1) return `${+(seconds * 1e3).toFixed(3)} ms`;
  if (seconds < 120) return `${+seconds.toFixed(3)} s`;
  const parts = [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]];
  let rest = Math.round(seconds * 1e3) / 1e3;
  const words = [];
  for (const [unit, name] of parts) {
    const count = unit === 1 ? +rest.toFixed(3) : Math.floor(rest / unit);
    rest -= count * unit;
    if (count > 0) words.push(`${count} ${name}`);
  }
  return words.join(" ");
}

const counted = (count, name) => `${count} ${name}${count === 1 ? "" : "s"}`;

function bytesText(bytes) {
  if (bytes >= 2 ** 30) return `${+(bytes / 2 ** 30).toFixed(1)} GB`;
  return bytes >= 2 ** 20 ? `${+(bytes / 2 ** 20).toFixed(1)} MB` : `${+(bytes / 1024).toFixed(1)} KB`;
}

// MARK: The axis

/// Where moments lie: what happens at one time side by side, gaps to scale, long ones folded.
class Scale {
  constructor(lives, zoom, folds) {
    const steps = new Map();
    const note = (time, step) => steps.set(time, Math.max(steps.get(time) ?? 0, step));
    for (const one of lives) {
      for (const record of one.records) note(record.time, record.step + (record.text === null ? 0 : 1));
      for (const span of one.bands.flatMap((band) => band.rows.flat())) {
        note(span.start.time, span.start.step);
        note(span.end.time, span.end.step);
        if (span.limit !== null && span.limit < one.end.time) note(span.limit, 0);
      }
      note(one.end.time, one.end.step);
    }
    const { widths } = data;
    this.step = widths.step * zoom;
    const most = folds ? widths.mostGap * zoom : Infinity;
    const times = [...steps.keys()].sort((one, other) => one - other);
    const all = ((times.at(-1) ?? 0) / 1e9) * widths.second * zoom;
    const second = folds || all < 40000 ? widths.second * zoom : (40000 / all) * widths.second * zoom;
    let start = 0;
    this.instants = times.map((time, number) => {
      const width = steps.get(time) * this.step;
      const next = times[number + 1];
      const natural = next === undefined ? 0 : ((next - time) / 1e9) * second;
      const gap = next === undefined ? 0 : Math.min(most, Math.max(widths.leastGap * zoom, natural));
      const instant = { time, start, width, gap, isFolded: natural > most };
      start += width + gap;
      return instant;
    });
    this.width = start;
  }

  position(time, step = 0) {
    let [low, high] = [0, this.instants.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.instants[middle].time <= time) low = middle + 1; else high = middle;
    }
    if (low === 0) return 0;
    const instant = this.instants[low - 1];
    if (instant.time === time) return instant.start + Math.min(instant.width, step * this.step);
    const next = this.instants[low];
    if (next === undefined) return this.width;
    return instant.start + instant.width
      + (instant.gap * (time - instant.time)) / (next.time - instant.time);
  }
}

// MARK: Differences

/// What differs between two lives: for each, the records that the other one does not have, and how
/// many records stand in both at different times. By a longest common subsequence.
function differences(one, other) {
  // The bands of devices name their systems, which always differ.
  const who = (a, record) => (record.band === 0 ? "" : a.bands[record.band].title);
  const shown = (a) => a.records.filter((record) => record.text !== null);
  const [left, right] = [shown(one), shown(other)];
  const keys = (a, records) => records.map((record) => `${who(a, record)}|${record.mark}${record.text}`);
  const [a, b] = [keys(one, left), keys(other, right)];
  const found = { alone: [new Set(), new Set()], moved: [new Set(), new Set()] };
  const match = (i, j) => {
    if (left[i].time === right[j].time) return;
    found.moved[0].add(left[i].position);
    found.moved[1].add(right[j].position);
  };
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) { match(start, start); start += 1; }
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA -= 1;
    endB -= 1;
    match(endA, endB);
  }
  const [n, m] = [endA - start, endB - start];
  if (n * m > 4e6) {
    for (let i = start; i < endA; i += 1) found.alone[0].add(left[i].position);
    for (let i = start; i < endB; i += 1) found.alone[1].add(right[i].position);
    return found;
  }
  const lengths = Array.from({ length: n + 1 }, () => new Uint16Array(m + 1));
  for (let i = n - 1; i >= 0; i -= 1) {
    for (let j = m - 1; j >= 0; j -= 1) {
      lengths[i][j] = a[start + i] === b[start + j]
        ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
    }
  }
  let [i, j] = [0, 0];
  while (i < n || j < m) {
    if (i < n && j < m && a[start + i] === b[start + j]) {
      match(start + i, start + j);
      i += 1;
      j += 1;
    }
    else if (j >= m || (i < n && lengths[i + 1][j] >= lengths[i][j + 1])) {
      found.alone[0].add(left[start + i].position);
      i += 1;
    } else {
      found.alone[1].add(right[start + j].position);
      j += 1;
    }
  }
  return found;
}

// MARK: The picture

const GUTTER = 132;
const STATE_HEIGHT = 22;
const ROW_HEIGHT = 17;
const SLANT = Math.SQRT1_2;
const LONGEST_LABEL = 30;

const shortened = (text, most = LONGEST_LABEL) =>
  [...text].length > most ? [...text].slice(0, most - 1).join("") + "…" : text;

/// One life, or two above each other, on one axis.
class Picture {
  constructor(shown, choose) {
    this.shown = shown;
    this.choose = choose;
    this.zoom = 1;
    this.folds = true;
    this.chosen = null;
    this.differences = shown.length === 2 ? differences(shown[0].life, shown[1].life) : null;
    this.node = element("div", {
      class: "chart", tabindex: "0", role: "group",
      "aria-label": "Life over time. Left and right go from record to record, plus and minus zoom, "
        + "0 fits, F folds. The table below says the same in words.",
      keydown: (event) => this.key(event),
      wheel: (event) => this.wheel(event),
    });
    this.watchPointers();
    this.draw();
  }

  setZoom(zoom, around = this.node.clientWidth / 2) {
    const next = Math.min(12, Math.max(0.15, zoom));
    const before = this.node.scrollLeft + around - GUTTER;
    const share = before / Math.max(1, this.scale.width);
    this.zoom = next;
    this.draw();
    this.node.scrollLeft = share * this.scale.width - around + GUTTER;
  }

  fit() {
    const whole = new Scale(this.shown.map((one) => one.life), 1, this.folds).width;
    this.setZoom((this.node.clientWidth - GUTTER - 140) / Math.max(1, whole), 0);
    this.node.scrollLeft = 0;
  }

  toggleFolds() { this.folds = !this.folds; this.draw(); }

  key(event) {
    const actions = {
      "+": () => this.setZoom(this.zoom * 1.3), "=": () => this.setZoom(this.zoom * 1.3),
      "-": () => this.setZoom(this.zoom / 1.3), 0: () => this.fit(), f: () => this.toggleFolds(),
      ArrowRight: () => this.go(1), ArrowLeft: () => this.go(-1),
      Home: () => this.go(-Infinity), End: () => this.go(Infinity),
    };
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in actions)) return;
    event.preventDefault();
    actions[event.key]();
  }

  wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const around = event.clientX - this.node.getBoundingClientRect().left;
    this.setZoom(this.zoom * Math.exp(-event.deltaY / 300), around);
  }

  /// A drag pans, two fingers zoom.
  watchPointers() {
    const down = new Map();
    let pinch = null;
    const distance = () => {
      const [one, other] = [...down.values()];
      return Math.hypot(one.x - other.x, one.y - other.y);
    };
    this.node.addEventListener("pointerdown", (event) => {
      down.set(event.pointerId, { x: event.clientX, y: event.clientY, left: this.node.scrollLeft });
      if (down.size === 2) pinch = { distance: distance(), zoom: this.zoom };
    });
    window.addEventListener("pointermove", (event) => {
      const from = down.get(event.pointerId);
      if (from === undefined) return;
      if (pinch !== null && down.size === 2) {
        Object.assign(from, { x: event.clientX, y: event.clientY });
        this.setZoom((pinch.zoom * distance()) / Math.max(1, pinch.distance));
      } else if (event.pointerType === "mouse" && Math.abs(event.clientX - from.x) > 3) {
        this.node.classList.add("dragged");
        this.node.scrollLeft = from.left - (event.clientX - from.x);
      }
    });
    for (const name of ["pointerup", "pointercancel"]) {
      window.addEventListener(name, (event) => {
        down.delete(event.pointerId);
        pinch = null;
        setTimeout(() => this.node.classList.remove("dragged"));
      });
    }
    this.node.addEventListener("scroll", () => this.placeGutter());
  }

  go(distance) {
    const number = this.chosen?.life ?? 0;
    const records = this.shown[number].life.records.filter((record) => record.text !== null);
    if (records.length === 0) return;
    const at = records.findIndex((record) => record.position === this.chosen?.record);
    const next = Math.min(records.length - 1, Math.max(0, at + distance));
    this.pick(number, records[next].position);
  }

  pick(lifeNumber, position) {
    this.chosen = { life: lifeNumber, record: position };
    for (const node of this.node.querySelectorAll(".chosen")) node.classList.remove("chosen");
    const name = `[data-life="${lifeNumber}"][data-record="${position}"]`;
    for (const node of this.node.querySelectorAll(name)) node.classList.add("chosen");
    const record = this.shown[lifeNumber].life.records[position];
    const x = GUTTER + this.scale.position(record.time, record.step);
    const { scrollLeft, clientWidth } = this.node;
    if (x < scrollLeft + GUTTER || x > scrollLeft + clientWidth - 60) {
      this.node.scrollLeft = x - clientWidth / 2;
    }
    this.choose(this.shown[lifeNumber], record);
  }

  // Drawing

  draw() {
    this.scale = new Scale(this.shown.map((one) => one.life), this.zoom, this.folds);
    const [behind, content] = [drawing("g"), drawing("g")];
    this.marks = drawing("g");
    this.gutter = drawing("g", { class: "gutter" });
    let y = 26;
    const top = y;
    this.shown.forEach((one, number) => {
      if (number > 0) y += 22;
      const first = y;
      y = this.drawLife(behind, content, one, number, y + this.cursorRoom(one));
      this.drawCursors(content, one, first, y);
    });
    const height = y + 6;
    const width = GUTTER + this.scale.width + 130;
    const axis = drawing("g", { class: "axis" });
    this.drawAxis(axis, top, height);
    const svg = drawing("svg", {
      class: "life", width, height, viewBox: `0 0 ${width} ${height}`, role: "img",
      "aria-label": this.shown.map((one) => one.name).join(" compared with "),
    }, drawing("g", { transform: `translate(${GUTTER} 0)` }, behind, this.marks, axis, content), this.gutter);
    this.gutter.prepend(drawing("rect", { class: "paper", width: GUTTER - 8, height }));
    this.node.replaceChildren(svg);
    this.placeGutter();
    if (this.chosen !== null) {
      const name = `[data-life="${this.chosen.life}"][data-record="${this.chosen.record}"]`;
      for (const node of this.node.querySelectorAll(name)) node.classList.add("chosen");
    }
  }

  placeGutter() { this.gutter.setAttribute("transform", `translate(${this.node.scrollLeft} 0)`); }

  cursorRoom(one) {
    return one.cursors.length === 0 ? 0 : 10 + Math.max(...one.cursors.map((that) => that.lines.length)) * 13;
  }

  /// Whether a record stands in one of two lives only, or at another time.
  differs(number, position) {
    const { alone, moved } = this.differences ?? { alone: [], moved: [] };
    return alone[number]?.has(position) || moved[number]?.has(position);
  }

  drawAxis(group, top, height) {
    let free = -Infinity;
    for (const instant of this.scale.instants) {
      group.append(drawing("line", {
        class: "rule", x1: instant.start, x2: instant.start, y1: top - 8, y2: height,
      }));
      const label = spanText(instant.time);
      if (instant.start > free) {
        group.append(drawing("text", { x: instant.start, y: top - 12 }, label));
        free = instant.start + label.length * 6 + 8;
      }
      if (instant.isFolded) {
        const middle = instant.start + instant.width + instant.gap / 2;
        const next = this.scale.instants[this.scale.instants.indexOf(instant) + 1];
        const words = `${spanText(next.time - instant.time)} folded`;
        group.append(drawing("g", { class: "fold" },
          drawing("path", { d: zigzag(middle - 4, top - 6, height) }),
          drawing("path", { d: zigzag(middle + 4, top - 6, height) }),
          middle - words.length * 3 > free || instant.gap > words.length * 6 + 60
            ? drawing("text", { x: middle, y: top - 12, "text-anchor": "middle" }, words) : null));
      }
    }
  }

  drawLife(behind, content, one, number, top) {
    let y = top;
    one.life.bands.forEach((band, index) => {
      const ticks = band.records.filter((record) => record.text !== null && record.kind !== "state");
      const labels = ticks.map((record) => shortened(record.mark.trim() === "▸"
        ? record.text : `${record.mark.trim()} ${record.text}`.trim()));
      const longest = Math.max(0, ...labels.map((label) => [...label].length));
      const room = ticks.length === 0 ? 8 : Math.min(160, longest * 6.1 * SLANT) + 20;
      const line = y + room;
      const hasState = band.rows[0]?.some((span) => span.goesOn !== undefined && isState(span.kind));
      let bottom = line + (hasState ? STATE_HEIGHT : band.rows.length > 0 ? 4 : 10);
      const stripe = drawing("rect", {
        class: index % 2 === 0 ? "stripe" : "paper", x: 0, y, width: this.scale.width + 130, height: 0,
      });
      behind.append(stripe);
      content.append(drawing("line", {
        class: "rule", x1: 0, x2: this.scale.width, y1: line, y2: line,
      }));
      band.rows.forEach((spans, row) => {
        const isStates = hasState && row === 0;
        const at = isStates ? line : bottom;
        for (const span of spans) {
          this.drawSpan(content, one, number, span, at, isStates ? STATE_HEIGHT : ROW_HEIGHT - 3);
        }
        if (!isStates) bottom += ROW_HEIGHT;
      });
      if (band.memory.length > 1) {
        this.drawMemory(content, band, one.life, bottom + 2);
        bottom += 30;
      }
      ticks.forEach((record, position) =>
        this.drawTick(content, number, record, labels[position], y, line));
      this.drawTitle(one, number, band, index, line, hasState);
      y = bottom + 10;
      stripe.setAttribute("height", y - Number(stripe.getAttribute("y")));
    });
    return y;
  }

  drawTitle(one, number, band, index, line, hasState) {
    const y = hasState ? line + 15 : line + 4;
    this.gutter.append(drawing("text", {
      class: band.level === 2 ? "title window" : "title", x: 10 + band.level * 8, y,
    }, shortened(band.title, 19 - band.level), drawing("title", {}, band.title)));
    if (band.memory.length > 1) {
      const peak = Math.max(...band.memory.map((change) => change.bytes));
      this.gutter.append(drawing("text", { class: "title window", x: 18, y: y + 24 }, `memory ${bytesText(peak)}`));
    }
  }

  drawSpan(content, one, number, span, y, height) {
    const start = this.scale.position(span.start.time, span.start.step);
    const end = Math.max(start + 2, this.scale.position(span.end.time, span.end.step));
    const says = `${span.label}, from ${spanText(span.start.time)} to `
      + (span.goesOn ? "the end" : spanText(span.end.time))
      + (span.limit === null ? "" : `; its time is over at ${spanText(span.limit)}`);
    const group = drawing("g", {
      class: `span pick ${span.kind}`, "data-life": number, "data-record": span.record,
      click: span.record === undefined ? undefined : () => this.pick(number, span.record),
    }, drawing("title", {}, says));
    if (span.record !== undefined && this.differs(number, span.record)) group.classList.add("differs");
    if (span.limit !== null) {
      const limit = this.scale.position(Math.min(span.limit, one.life.end.time));
      group.append(drawing("rect", {
        class: "budget", x: start, y, width: Math.max(0, Math.max(limit, end) - start), height, rx: 3,
      }));
      if (span.limit <= one.life.end.time) {
        group.append(drawing("line", { class: "limit", x1: limit, x2: limit, y1: y - 2, y2: y + height + 2 }));
      }
    }
    group.append(drawing("rect", { x: start, y, width: end - start, height, rx: 3 }));
    const budget = span.limit === null ? "" : ` · until ${spanText(span.limit)}`;
    const room = Math.floor((end - start - 8) / 5.8);
    const words = [span.label + budget, span.label].find((text) => [...text].length <= room);
    if (words !== undefined) {
      group.append(drawing("text", { x: start + 4, y: y + height / 2 + 3.5 }, words));
    } else if (!isState(span.kind)) {
      group.append(drawing("text", { x: end + 4, y: y + height / 2 + 3.5, style: "fill: var(--ink)" }, span.label + budget));
    }
    content.append(group);
  }

  drawMemory(content, band, one, y) {
    const most = Math.max(1, ...band.memory.map((change) => change.bytes));
    const points = [];
    let level = y + 24;
    for (const change of [...band.memory, { ...one.end, bytes: band.memory.at(-1).bytes }]) {
      const x = this.scale.position(change.time, change.step);
      points.push(`${x},${level}`);
      level = y + 24 - (change.bytes / most) * 22;
      points.push(`${x},${level}`);
    }
    points.push(`${points.at(-1).split(",")[0]},${y + 24}`);
    content.append(drawing("polygon", { class: "memory", points: points.join(" ") },
      drawing("title", {}, `memory of ${band.title}, at most ${bytesText(most)}`)));
  }

  drawTick(content, number, record, label, top, line) {
    const x = this.scale.position(record.time, record.step) + this.scale.step / 2;
    const group = drawing("g", {
      class: `tick pick ${record.emphasis}`, "data-life": number, "data-record": record.position,
      click: () => this.pick(number, record.position),
    }, drawing("title", {}, `${spanText(record.time)}: ${record.clause}`),
    drawing("rect", { class: "hit", x: x - this.scale.step / 2, y: line - 16, width: this.scale.step, height: 20 }),
    drawing("line", { x1: x, x2: x, y1: line - 8, y2: line }),
    drawing("circle", { cx: x, cy: line, r: 3 }),
    drawing("text", { transform: `translate(${x + 3} ${line - 10}) rotate(-45)` }, label));
    if (this.differs(number, record.position)) {
      group.classList.add("differs");
      this.marks.append(drawing("rect", {
        class: "difference", x: x - this.scale.step / 2, y: top, width: this.scale.step, height: line - top,
      }));
    }
    content.append(group);
  }

  drawCursors(content, one, top, bottom) {
    for (const cursor of one.cursors) {
      const x = this.scale.position(cursor.time, cursor.step);
      const group = drawing("g", { class: "cursor" }, drawing("title", {}, cursor.summary),
        drawing("line", { x1: x, x2: x, y1: top + 2, y2: bottom }),
        drawing("rect", { x, y: top + 2, width: 15, height: 15, rx: 2 }),
        drawing("text", { x: x + 4, y: top + 13 }, "✗"));
      const isLeft = x > this.scale.width - 300;
      cursor.lines.forEach((line, position) => group.append(drawing("text", {
        class: "value", x: isLeft ? x - 6 : x + 20, y: top + 13 + position * 13,
        "text-anchor": isLeft ? "end" : "start",
      }, shortened(line, 70))));
      content.append(group);
    }
  }
}

const STATES = new Set(["active", "inactive", "background", "suspended", "prewarmed",
  "foregroundActive", "foregroundInactive", "unattached"]);
const isState = (kind) => STATES.has(kind);

function zigzag(x, top, bottom) {
  let path = `M${x} ${top}`;
  for (let [y, side] = [top + 6, 3]; y < bottom; y += 6, side = -side) path += `L${x + side} ${y}`;
  return path;
}

// MARK: The list

const STATUSES = { passed: "✓", failed: "✗", error: "✗", notRun: "–", skipped: "–" };
const shownStatuses = new Set(Object.keys(STATUSES));
/// How many rows the list gets at a time: thousands would keep the page from opening.
const ROWS_AT_A_TIME = 300;
let chosenCase = -1;
/// The numbers of the cases that are listed, and how many of them have rows.
let listed = [];
let rowCount = 0;
const buttons = new Map();

function row(number) {
  const one = data.cases[number];
  const button = element("button", {
    click: () => openCase(number), "data-case": number, "aria-current": number === chosenCase ? "true" : null,
    "aria-label": `${one.status}: ${caseTitle(one)}`,
  }, element("span", { class: one.status, "aria-hidden": "true" }, STATUSES[one.status]),
  element("span", { class: "name" }, caseTitle(one)),
  element("span", { class: "time" }, one.duration > 0 ? `${spanText(one.duration)} virtual` : ""));
  buttons.set(number, button);
  return element("li", {}, button);
}

function addRows(count) {
  const list = byName("list");
  byName("more")?.parentElement.remove();
  const end = Math.min(listed.length, rowCount + count);
  for (; rowCount < end; rowCount += 1) {
    const one = data.cases[listed[rowCount]];
    if (rowCount === 0 || data.cases[listed[rowCount - 1]].file !== one.file) {
      list.append(element("li", { class: "file" }, string(one.file)));
    }
    list.append(row(listed[rowCount]));
  }
  if (rowCount < listed.length) {
    const more = element("button", { id: "more", click: () => addRows(ROWS_AT_A_TIME) },
      `${listed.length - rowCount} more`);
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
  listed = data.cases.map((_, number) => number).filter((number) =>
    shownStatuses.has(data.cases[number].status)
    && words.every((word) => searchedText(number).includes(word)));
  byName("list").replaceChildren();
  buttons.clear();
  rowCount = 0;
  addRows(ROWS_AT_A_TIME);
  byName("count").textContent = listed.length === data.cases.length
    ? counted(listed.length, "scenario") : `${listed.length} of ${counted(data.cases.length, "scenario")}`;
}

byName("list").addEventListener("keydown", (event) => {
  const distance = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (distance === undefined) return;
  event.preventDefault();
  const at = listed.indexOf(Number(document.activeElement.dataset.case));
  const next = Math.min(listed.length - 1, Math.max(0, at + distance));
  if (next >= rowCount) addRows(ROWS_AT_A_TIME);
  buttons.get(listed[next])?.focus();
});

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

const shownLife = (one) => ({
  one, life: life(one.life), cursors: cursors(one),
  name: `${caseTitle(one)} on ${life(one.life).model}, iOS ${life(one.life).system}`,
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

// Another report, which whoever looks at this one has opened beside it.

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
  return { one, life: found, cursors: cursors(one), name: `${name}: ${found.model}, iOS ${found.system}` };
}

function openCase(number, comparedWith) {
  buttons.get(chosenCase)?.removeAttribute("aria-current");
  buttons.get(number)?.setAttribute("aria-current", "true");
  chosenCase = number;
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
  if (one.search !== undefined) {
    article.append(element("h3", {}, "What the search came to"),
      element("pre", {}, one.search.map(string).join("\n")));
  }
  const shown = one.life === undefined ? [] : [shownLife(one)];
  if (other >= 0) shown.push(shownLife(data.cases[other]));
  else if (elsewhere !== null) shown.push(elsewhere);
  const picture = element("section", { "aria-label": "Picture" });
  if (one.storm !== undefined) {
    // The life of the scenario that a finding comes to lies below the undisturbed one.
    article.append(...stormNodes(one.storm, (finding) => {
      const found = one.storm.found[finding];
      if (shown.length === 0 || found?.life === undefined) return;
      picture.replaceChildren(...lifeNodes(number, [shown[0], shownLife(found)], others, other));
    }));
  }
  if (shown.length > 0) {
    if (picture.childElementCount === 0) picture.append(...lifeNodes(number, shown, others, other));
    article.append(picture);
  } else if (one.isLifeLeftOut) {
    article.append(element("p", {}, "Its life is left out: the page would be too large with it. "
      + "`--filter` makes a report of fewer scenarios."));
  }
  if (one.output !== undefined) {
    article.append(element("h3", {}, "Printed"), element("pre", {}, one.output.map(string).join("\n")));
  }
  article.scrollTop = 0;
  history.replaceState(null, "", `#${number + 1}`);
}

function headNodes(one) {
  const found = one.life === undefined ? null : life(one.life);
  return [
    element("h2", {}, element("span", { class: one.status }, `${STATUSES[one.status]} `), caseTitle(one)),
    element("div", { class: "meta" },
      element("span", {}, `${string(one.file)}:${one.line}`),
      found === null ? null : element("span", {}, `${found.model}, iOS ${found.system}`),
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
      + "keys: here stands what it is, which rule says so, and what led to it."));
  const picture = new Picture(shown, (that, record) => showRecord(details, picture, that, record));
  const tool = (label, action, title) => element("button", { click: action, title }, label);
  const tools = element("div", { class: "tools" },
    tool("−", () => picture.setZoom(picture.zoom / 1.3), "Smaller (-)"),
    tool("+", () => picture.setZoom(picture.zoom * 1.3), "Larger (+)"),
    tool("Fit", () => picture.fit(), "The whole life (0)"),
    tool("Fold idle time", (event) => {
      picture.toggleFolds();
      event.currentTarget.setAttribute("aria-pressed", String(picture.folds));
    }, "Long gaps short, or everything to scale (F)"),
    ...compareTools(number, others, other));
  tools.children[3].setAttribute("aria-pressed", "true");
  const nodes = [tools];
  if (shown.length === 2) nodes.push(differenceNode(shown, picture));
  nodes.push(picture.node, legendNode(shown), details);
  nodes.push(...shown.map((one) => tableNode(one, picture, shown.indexOf(one), shown.length > 1)));
  requestAnimationFrame(() => {
    const room = (picture.node.clientWidth - GUTTER - 140) / picture.scale.width;
    if (room > 0.85) picture.setZoom(Math.min(room, 1.5), 0);
    const cursor = shown[0].cursors[0];
    if (cursor !== undefined) {
      picture.node.scrollLeft = Math.max(0, picture.scale.position(cursor.time, cursor.step) - picture.node.clientWidth / 2 + GUTTER);
    }
  });
  return nodes;
}

/// Other systems and runs of the case, and a case that was pinned before.
function compareTools(number, others, other) {
  const nodes = others.slice(0, 40).map(([that, position]) => element("button", {
    "aria-pressed": String(position === other), "data-compare": position,
    title: "Show it below, with what differs",
    click: () => openCase(number, position === other ? -1 : position),
  }, `${STATUSES[that.status]} compare with ${life(that.life).model}, iOS ${life(that.life).system}`
    + (that.repetition === undefined ? "" : `, run ${that.repetition}`)));
  if (pinned !== null && pinned !== number && !others.some(([, position]) => position === pinned)) {
    nodes.push(element("button", {
      "aria-pressed": String(other === pinned),
      click: () => openCase(number, other === pinned ? -1 : pinned),
    }, `compare with ${shortened(caseTitle(data.cases[pinned]))}`));
  }
  nodes.push(element("button", {
    title: "Then open another scenario to see both, one above the other",
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
    ? "Both lives are the same, record by record. "
    : `${counted(count, "record")} in one of the two lives only, ${moved[0].size} at another time; `
      + "both are marked. ");
  for (const [from, to, number] of known?.reasons ?? []) {
    const rule = ruleByNumber.get(number);
    node.append(element("span", {}, `${from} → ${to}: `
      + (rule === undefined ? "no rule alone; the script asks for the system. "
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
    ...["Time", "Who", "What", "Rule"].map((text) => element("th", { scope: "col" }, text)))), body));
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
  const facts = element("table", {}, row("when", spanText(record.time)),
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
  return element("span", {}, element("strong", {}, number), ` ${rule?.title ?? ""}. `,
    element("span", { class: "rule-text" }, rule?.statement ?? ""));
}

// MARK: Storms

function stormNodes(storm, show) {
  const findings = new Map(rows(storm.cells).map(([step, column, finding]) => [`${step},${column}`, finding]));
  const shownFinding = element("section", { "aria-live": "polite" });
  const showFinding = (number) => {
    shownFinding.replaceChildren(...findingNodes(storm, number));
    show(number);
  };
  const table = element("table", { class: "matrix" }, element("thead", {}, element("tr", {},
    element("th", { scope: "col" }, "Step"),
    ...storm.disturbances.map((name) => element("th", { scope: "col", class: "column" }, name)))));
  const body = element("tbody");
  storm.steps.forEach((step, number) => {
    body.append(element("tr", {}, element("th", { scope: "row" },
      `${step.line ?? ""} ${step.text}${step.deadline === "" ? "" : ` – ${step.moment} ${step.deadline}`}`),
    ...[...step.marks].map((mark, column) => {
      const finding = findings.get(`${number},${column}`);
      const says = { ".": "held up", "-": "could not take place", x: "does not hold up" }[mark];
      const name = `${storm.disturbances[column]}: ${says}`;
      return element("td", { class: `cell ${mark === "." ? "held" : mark}`, title: name }, mark === "x"
        ? element("button", { "aria-label": name,
          click: () => showFinding(finding) }, "✗")
        : element("span", { "aria-label": says }, mark === "." ? "·" : "–"));
    })));
  });
  table.append(body);
  showFinding(0);
  return [element("h3", {}, "Storm"),
    element("p", { class: "meta" }, "Each disturbance at each step: · held up, ✗ did not, – could not take place."),
    element("div", { class: "wide" }, table), shownFinding];
}

function findingNodes(storm, number) {
  const finding = storm.findings[number];
  if (finding === undefined) return [];
  return [element("section", { class: "problem" },
    element("strong", {}, finding.message),
    finding.differences.length === 0 ? null : element("table", {}, element("tr", {},
      ...["What", "Would be", "Is"].map((text) => element("th", { scope: "col" }, text))),
    ...finding.differences.map((that) => element("tr", {}, ...[that.subject, that.was, that.is].map((text) =>
      element("td", {}, element("code", {}, text)))))),
    finding.cause === undefined ? null : element("pre", {}, finding.cause),
    finding.scenario === undefined ? null : element("details", { open: true },
      element("summary", {}, "The shortest scenario that shows it"), element("pre", {}, finding.scenario)))];
}

// MARK: Coverage

function buildCoverage() {
  const reached = data.rules.filter((rule) => rule.count > 0);
  const most = Math.max(1, ...reached.map((rule) => Math.log(rule.count + 1)));
  const article = byName("coverage");
  const ruleRow = (rule) => element("tr", { class: rule.count === 0 ? "unreached" : undefined },
    element("th", { scope: "row" }, rule.number), element("td", {}, rule.title),
    element("td", {}, rule.count === 0 ? "not reached" : `${rule.count} `,
      rule.count === 0 ? null : element("span", { class: "bar",
        style: `width: ${Math.round((Math.log(rule.count + 1) / most) * 90)}px` })),
    element("td", {}, rule.first === undefined ? "" : element("button", { class: "link",
      click: () => openCase(rule.first) }, shortened(caseTitle(data.cases[rule.first]), 60))));
  const head = (...names) => element("thead", {}, element("tr", {},
    ...names.map((name) => element("th", { scope: "col" }, name))));
  const called = data.handlers.filter((handler) => handler.count > 0).length;
  article.replaceChildren(
    element("h2", {}, "Coverage"),
    element("p", { class: "meta" }, `${called} of ${data.handlers.length} handlers were called, and records `
      + `follow from ${reached.length} of ${data.rules.length} rules, as far as the scenarios were played.`),
    element("h3", {}, "Handlers"),
    element("table", {}, head("App", "Handler", "Calls", "Where"), element("tbody", {},
      ...[...data.handlers].sort((one, other) => one.count - other.count).map((handler) =>
        element("tr", { class: handler.count === 0 ? "failed" : undefined },
          element("td", {}, string(handler.app)), element("td", {}, element("code", {}, string(handler.name))),
          element("td", {}, handler.count === 0 ? "never" : String(handler.count)),
          element("td", { class: "meta" }, `${string(data.files[handler.file].path)}:${handler.line}`))))),
    element("h3", {}, "Rules"),
    element("table", {}, head("Rule", "What it is about", "Records", "First in"),
      element("tbody", {}, ...data.rules.map(ruleRow))));
}

// MARK: The page

function showView(name) {
  for (const view of ["scenario", "coverage"]) byName(view).hidden = view !== name;
  byName("show-scenarios").setAttribute("aria-pressed", String(name === "scenario"));
  byName("show-coverage").setAttribute("aria-pressed", String(name === "coverage"));
}

byName("show-scenarios").addEventListener("click", () => showView("scenario"));
byName("show-coverage").addEventListener("click", () => {
  if (byName("coverage").childElementCount === 0) buildCoverage();
  showView("coverage");
});
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
const firstFailed = data.cases.findIndex((one) => ["failed", "error"].includes(one.status));
if (data.cases.length > 0) {
  openCase(data.cases[asked] !== undefined ? asked : Math.max(0, firstFailed));
  buttons.get(chosenCase)?.scrollIntoView({ block: "nearest" });
} else {
  byName("scenario").append(element("p", {}, "There is no scenario in this report."));
}
