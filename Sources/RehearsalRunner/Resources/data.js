// The first part of the page's script: making elements, reading the data, where moments lie on the axis,
// and what differs between two lives. The page asks for nothing from outside, makes every element by
// hand and never makes markup of text, so that no name can be more than a name.
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

const pen = document.createElement("canvas").getContext("2d");

/// How wide a text of a picture is.
function textWidth(text, font = "11px system-ui, sans-serif") {
  pen.font = font;
  return pen.measureText(text).width;
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
  return { bands, records, end, report };
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
