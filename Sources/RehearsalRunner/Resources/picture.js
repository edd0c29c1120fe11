// The picture of a life, or of two above each other, which can be zoomed, panned and gone through.

const STATE_HEIGHT = 22;
const ROW_HEIGHT = 17;
const SLANT = Math.SQRT1_2;
const LONGEST_LABEL = 30;
/// What a name may have where no other follows so closely that it would be hard to tell whose it is.
const LONGEST_WHOLE_LABEL = 60;
const ROOM_OF_A_WHOLE_NAME = 60;
/// How far apart names that lean lie at least.
const LEAST_DISTANCE = 15;
const TITLE_FONT = "600 12px system-ui, sans-serif";
const VALUE_FONT = "12px ui-monospace, Menlo, Consolas, \"DejaVu Sans Mono\", monospace";
/// Which names stay where there is no room for all: what was done and what went wrong first.
const PRIORITIES = ["end", "heading", "warning", "plain", "log", "faint"];

/// A text as lines of a width at most, broken between words where that can be.
function wrapped(text, width, font) {
  const lines = [""];
  for (const word of text.split(/(?<= )/)) {
    if (lines.at(-1) === "" || textWidth(lines.at(-1) + word.trimEnd(), font) <= width) {
      lines[lines.length - 1] += word;
    } else lines.push(word);
    while (textWidth(lines.at(-1).trimEnd(), font) > width && lines.at(-1).length > 1) {
      let end = lines.at(-1).length - 1;
      while (end > 1 && textWidth(lines.at(-1).slice(0, end), font) > width) end -= 1;
      lines.push(lines.at(-1).slice(end));
      lines[lines.length - 2] = lines.at(-2).slice(0, end);
    }
  }
  return lines.map((line) => line.trimEnd());
}

/// A tick with a name, and how wide that is.
function labelled(tick, label) {
  return Object.assign(tick, { label, width: textWidth(label, tick.font) });
}

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
      "aria-label": "Timeline. Left and right go from record to record, plus and minus zoom, "
        + "0 fits, F folds idle time. The table below has the same content as text.",
      keydown: (event) => this.key(event),
      wheel: (event) => this.wheel(event),
    });
    this.note = element("p", { class: "meta", "aria-live": "polite" });
    const titles = shown.flatMap((one) => one.life.bands.map((band) =>
      textWidth(band.title, TITLE_FONT) + 24 + band.level * 8));
    this.gutterWidth = Math.min(Math.max(112, ...titles), window.innerWidth > 760 ? 240 : 132);
    this.watchPointers();
    this.draw();
  }

  setZoom(zoom, around = this.node.clientWidth / 2) {
    const next = Math.min(12, Math.max(0.15, zoom));
    const before = this.node.scrollLeft + around - this.gutterWidth;
    const share = before / Math.max(1, this.scale.width);
    this.zoom = next;
    this.draw();
    this.node.scrollLeft = share * this.scale.width - around + this.gutterWidth;
  }

  fit() {
    const whole = new Scale(this.shown.map((one) => one.life), 1, this.folds).width;
    this.setZoom((this.node.clientWidth - this.gutterWidth - 140) / Math.max(1, whole), 0);
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
    const x = this.gutterWidth + this.scale.position(record.time, record.step);
    const { scrollLeft, clientWidth } = this.node;
    if (x < scrollLeft + this.gutterWidth || x > scrollLeft + clientWidth - 60) {
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
    this.right = this.scale.width + 20;
    this.hiddenNames = 0;
    let y = 26;
    const top = y;
    this.shown.forEach((one, number) => {
      if (number > 0) y += 22;
      const first = y;
      const cursors = this.laidCursors(one);
      const room = Math.max(0, ...cursors.map((cursor) => cursor.y + cursor.height));
      y = this.drawLife(behind, content, one, number, y + (room > 0 ? room + 6 : 0));
      for (const cursor of cursors) this.drawCursor(content, cursor, first, y);
    });
    const height = y + 6;
    const axis = drawing("g", { class: "axis" });
    this.drawAxis(axis, top, height);
    const width = this.gutterWidth + this.right + 10;
    for (const stripe of behind.children) stripe.setAttribute("width", this.right + 10);
    const svg = drawing("svg", {
      class: "life", width, height, viewBox: `0 0 ${width} ${height}`, role: "img",
      "aria-label": this.shown.map((one) => one.name).join(" compared with "),
    }, drawing("g", { transform: `translate(${this.gutterWidth} 0)` }, behind, this.marks, axis, content),
    this.gutter);
    this.gutter.prepend(drawing("rect", { class: "paper", width: this.gutterWidth - 8, height }),
      drawing("g", { class: "axis" }, drawing("text", { x: 10, y: top - 12 }, "virtual time")));
    this.node.replaceChildren(svg);
    this.placeGutter();
    this.note.textContent = this.hiddenNames === 0 ? ""
      : `${counted(this.hiddenNames, "name")} left out for want of room: + makes it larger.`;
    if (this.chosen !== null) {
      const name = `[data-life="${this.chosen.life}"][data-record="${this.chosen.record}"]`;
      for (const node of this.node.querySelectorAll(name)) node.classList.add("chosen");
    }
  }

  /// Makes the picture wide enough for what ends at a place.
  reach(x) { this.right = Math.max(this.right, x); }

  placeGutter() { this.gutter.setAttribute("transform", `translate(${this.node.scrollLeft} 0)`); }

  /// Where the failures of a life are told: beside their moments, and below each other where two
  /// would lie on each other.
  laidCursors(one) {
    const laid = [];
    for (const cursor of one.cursors) {
      const x = this.scale.position(cursor.time, cursor.step);
      const lines = cursor.lines.map((line) => shortened(line, 70));
      const width = Math.max(...lines.map((line) => textWidth(line, VALUE_FONT)));
      const isLeft = x + width > this.scale.width + 110 && x - 6 - width >= 0;
      const [from, to] = isLeft ? [x - 6 - width, x + 15] : [x, x + 20 + width];
      const above = laid.filter((other) => from < other.to + 8 && to > other.from - 8);
      const y = Math.max(0, ...above.map((other) => other.y + other.height));
      this.reach(to);
      laid.push({ x, y, from, to, isLeft, lines, height: 6 + lines.length * 13, summary: cursor.summary });
    }
    return laid;
  }

  /// Whether a record stands in one of two lives only, or at another time.
  differs(number, position) {
    const { alone, moved } = this.differences ?? { alone: [], moved: [] };
    return alone[number]?.has(position) || moved[number]?.has(position);
  }

  drawAxis(group, top, height) {
    const font = "10px system-ui, sans-serif";
    let free = -Infinity;
    this.scale.instants.forEach((instant, number) => {
      group.append(drawing("line", {
        class: "rule", x1: instant.start, x2: instant.start, y1: top - 8, y2: height,
      }));
      const label = spanText(instant.time);
      if (instant.start > free) {
        group.append(drawing("text", { x: instant.start, y: top - 12 }, label));
        free = instant.start + textWidth(label, font) + 8;
        this.reach(free);
      }
      if (!instant.isFolded) return;
      const middle = instant.start + instant.width + instant.gap / 2;
      const next = this.scale.instants[number + 1];
      const words = `${spanText(next.time - instant.time)} folded`;
      const half = textWidth(words, font) / 2;
      const hasRoom = middle - half > free && middle + half + 8 < next.start;
      if (hasRoom) free = middle + half + 8;
      group.append(drawing("g", { class: "fold" }, drawing("title", {}, words),
        drawing("path", { d: zigzag(middle - 4, top - 6, height) }),
        drawing("path", { d: zigzag(middle + 4, top - 6, height) }),
        hasRoom ? drawing("text", { x: middle, y: top - 12, "text-anchor": "middle" }, words) : null));
    });
  }

  drawLife(behind, content, one, number, top) {
    let y = top;
    one.life.bands.forEach((band, index) => {
      const ticks = this.namedTicks(band);
      const longest = Math.max(0, ...ticks.map((tick) => tick.width));
      const room = ticks.length === 0 ? 8 : longest * SLANT + 20;
      const line = y + room;
      const states = band.rows.flat().filter((span) => isState(span.kind));
      const rows = this.rows(band.rows.flat().filter((span) => !isState(span.kind)));
      let bottom = line + (states.length > 0 ? STATE_HEIGHT : rows.length > 0 ? 4 : 10);
      const stripe = drawing("rect", { class: index % 2 === 0 ? "stripe" : "paper", x: 0, y, height: 0 });
      behind.append(stripe);
      content.append(drawing("line", {
        class: "rule", x1: 0, x2: this.scale.width, y1: line, y2: line,
      }));
      for (const span of states) this.drawSpan(content, one, number, this.laid(span), line, STATE_HEIGHT);
      for (const spans of rows) {
        for (const span of spans) this.drawSpan(content, one, number, span, bottom, ROW_HEIGHT - 3);
        bottom += ROW_HEIGHT;
      }
      const ofTitle = this.drawTitle(band, line + (states.length > 0 ? 15 : 4));
      if (band.memory.length > 0) {
        bottom = Math.max(bottom, ofTitle);
        this.drawMemory(content, band, one.life, bottom + 2);
        bottom += 30;
      }
      for (const tick of ticks) this.drawTick(content, number, tick, y, line);
      y = Math.max(bottom, ofTitle - 10) + 10;
      stripe.setAttribute("height", y - Number(stripe.getAttribute("y")));
    });
    return y;
  }

  /// The records of a band that are ticks, each with its name where there is room for that.
  namedTicks(band) {
    const ticks = band.records.filter((record) => record.text !== null && record.kind !== "state")
      .map((record) => {
        const isBold = ["heading", "end"].includes(record.emphasis);
        const tick = { record, font: `${isBold ? 600 : 400} 11px system-ui, sans-serif`,
          text: record.mark.trim() === "▸" ? record.text : `${record.mark.trim()} ${record.text}`.trim(),
          x: this.scale.position(record.time, record.step) + this.scale.step / 2 };
        return labelled(tick, shortened(tick.text));
      });
    const named = [];
    const byPriority = [...ticks].sort((one, other) =>
      PRIORITIES.indexOf(one.record.emphasis) - PRIORITIES.indexOf(other.record.emphasis));
    const isDense = this.scale.step < LEAST_DISTANCE;
    for (const tick of byPriority) {
      tick.isNamed = !isDense || named.every((x) => Math.abs(x - tick.x) >= LEAST_DISTANCE);
      if (tick.isNamed) {
        named.push(tick.x);
        this.reach(tick.x + 10 + tick.width * SLANT);
      } else this.hiddenNames += 1;
    }
    // A name that nothing follows for a while has room to be whole.
    const positions = ticks.filter((tick) => tick.isNamed).sort((one, other) => one.x - other.x);
    positions.forEach((tick, number) => {
      const room = (positions[number + 1]?.x ?? Infinity) - tick.x;
      if (room < ROOM_OF_A_WHOLE_NAME) return;
      labelled(tick, shortened(tick.text, LONGEST_WHOLE_LABEL));
      this.reach(tick.x + 10 + tick.width * SLANT);
    });
    return ticks;
  }

  /// A span with where it lies, and its name in it or after it.
  laid(span) {
    const start = this.scale.position(span.start.time, span.start.step);
    const end = Math.max(start + 2, this.scale.position(span.end.time, span.end.step));
    const font = "10px system-ui, sans-serif";
    const whole = span.label + (span.limit === null ? "" : ` · until ${spanText(span.limit)}`);
    const inside = [whole, span.label].find((text) => textWidth(text, font) <= end - start - 8);
    const after = inside === undefined && !isState(span.kind) ? whole : undefined;
    const limit = span.limit === null ? end : this.scale.position(span.limit);
    const last = after === undefined ? Math.max(end, limit) : Math.max(end + 4 + textWidth(after, font), limit);
    return { span, start, end, inside, after, last };
  }

  /// Spans in rows in which no span and no name lies on another.
  rows(spans) {
    const rows = [];
    const laid = spans.map((span) => this.laid(span)).sort((one, other) => one.start - other.start);
    for (const one of laid) {
      const free = rows.find((row) => row.at(-1).last + 6 <= one.start
        || (row.at(-1).after === undefined && row.at(-1).last <= one.start));
      if (free === undefined) rows.push([one]); else free.push(one);
      this.reach(Math.min(one.last, this.scale.width + 400));
    }
    return rows;
  }

  /// Draws the title of a band; gives where it ends.
  drawTitle(band, y) {
    const x = 10 + band.level * 8;
    const lines = wrapped(band.title, this.gutterWidth - x - 12, TITLE_FONT);
    lines.forEach((line, number) => this.gutter.append(drawing("text", {
      class: band.level === 2 ? "title window" : "title", x, y: y + number * 13,
    }, line, drawing("title", {}, band.title))));
    const bottom = y + lines.length * 13 - 6;
    if (band.memory.length === 0) return bottom;
    const peak = Math.max(...band.memory.map((change) => change.bytes));
    this.gutter.append(drawing("text", { class: "title window", x: 18, y: bottom + 12 },
      `memory ${bytesText(peak)}`));
    return bottom;
  }

  drawSpan(content, one, number, { span, start, end, inside, after }, y, height) {
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
    const middle = y + height / 2 + 3.5;
    if (inside !== undefined) group.append(drawing("text", { x: start + 4, y: middle }, inside));
    else if (after !== undefined) group.append(drawing("text", { class: "behind", x: end + 4, y: middle }, after));
    content.append(group);
  }

  drawMemory(content, band, one, y) {
    const most = Math.max(1, ...band.memory.map((change) => change.bytes));
    // A process has memory from its launch on, also where it asks for more only later.
    const launch = band.rows.flat().filter((span) => isState(span.kind)).map((span) =>
      this.scale.position(span.start.time, span.start.step));
    const points = launch.length > 0 ? [`${Math.min(...launch)},${y + 24}`] : [];
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

  drawTick(content, number, { record, label, x, isNamed }, top, line) {
    const group = drawing("g", {
      class: `tick pick ${record.emphasis}`, "data-life": number, "data-record": record.position,
      click: () => this.pick(number, record.position),
    }, drawing("title", {}, `${spanText(record.time)}: ${record.clause}`),
    drawing("rect", { class: "hit", x: x - this.scale.step / 2, y: line - 16, width: this.scale.step, height: 20 }),
    drawing("line", { x1: x, x2: x, y1: line - 8, y2: line }),
    drawing("circle", { cx: x, cy: line, r: 3 }),
    isNamed ? drawing("text", { transform: `translate(${x + 3} ${line - 10}) rotate(-45)` }, label) : null);
    if (this.differs(number, record.position)) {
      group.classList.add("differs");
      this.marks.append(drawing("rect", {
        class: "difference", x: x - this.scale.step / 2, y: top, width: this.scale.step, height: line - top,
      }));
    }
    content.append(group);
  }

  drawCursor(content, { x, y, isLeft, lines, summary }, top, bottom) {
    const from = top + 2 + y;
    content.append(drawing("g", { class: "cursor" }, drawing("title", {}, summary),
      drawing("line", { x1: x, x2: x, y1: from, y2: bottom }),
      drawing("rect", { x, y: from, width: 15, height: 15, rx: 2 }),
      drawing("text", { x: x + 4, y: from + 11 }, "✗"),
      ...lines.map((line, position) => drawing("text", {
        class: "value", x: isLeft ? x - 6 : x + 20, y: from + 11 + position * 13,
        "text-anchor": isLeft ? "end" : "start",
      }, line))));
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
