// The lanes of the timeline: one picture under another, all over the same time. Each lane is drawn anew whenever the part
// of time changes, with a few elements whatever the log holds.

const lanes = [];
/** What the colours of a lane mean: its name, then a class and a code each. */
const keys = [];
const picture = document.getElementById("lanes");
let width = 600;

const x = (ms) => ((ms - view.from) / (view.to - view.from)) * width;

/** Adds a lane: its name, its height, and what it draws. Returns its picture. */
function addLane(key, height, draw, describe) {
  const plot = shape("svg", { class: `plot lane-${key}`, height, width: 10, "aria-hidden": "true", focusable: "false" });
  const value = element("span", { class: "lane-value" });
  const row = element(
    "div", { class: "lane" }, element("div", { class: "lane-name" }, element("span", {}, words[key]), value), plot);
  const lane = { key, height, plot, draw, describe, value };
  lanes.push(lane);
  return { lane, row };
}

// MARK: States

/** Spans of a state, those of one code in one path; a label where there is room for it. */
function stateLane(key, spans, shown = (code) => code) {
  const list = spans.map(([from, to, code]) => ({ from: moment(from), to: moment(to), code }));
  const codes = [...new Set(list.map((span) => span.code))];
  const paths = new Map(codes.map((code, i) => [code, shape("path", { class: `state ${stateClass(key, code, i)}` })]));
  keys.push([words[key], codes.slice(0, 8).map((code, i) => [`state ${stateClass(key, code, i)}`, code])]);
  const labels = shape("g", { class: "labels" });
  const height = 20;
  const made = addLane(key, height, () => {
    const drawn = new Map(codes.map((code) => [code, ""]));
    const texts = [];
    let lastEnd = -1;
    for (const span of list) {
      if (span.to < view.from || span.from > view.to) continue;
      const left = Math.max(-2, x(span.from)), right = Math.min(width + 2, x(span.to));
      if (right < lastEnd + 0.5) continue;
      lastEnd = right;
      drawn.set(span.code, drawn.get(span.code) + `M${left.toFixed(1)} 2h${Math.max(0.6, right - left).toFixed(1)}v16h${-Math.max(0.6, right - left).toFixed(1)}z`);
      const text = shown(span.code);
      if (right - Math.max(0, left) > text.length * 6.6 + 10 && texts.length < 60) texts.push([Math.max(0, left) + 5, text]);
    }
    for (const code of codes) paths.get(code).setAttribute("d", drawn.get(code));
    labels.replaceChildren(...texts.map(([at, text]) => shape("text", { x: at.toFixed(1), y: 14 }, text)));
  }, (time) => {
    const span = list.find((one) => one.from <= time && time <= one.to);
    return span ? shown(span.code) : "";
  });
  made.lane.plot.append(...paths.values(), labels);
  return made.row;
}

/** States that people know by a colour have it everywhere; others take turns. */
function stateClass(key, code, turn) {
  const known = {
    app: { fg: 0, bg: 1, inactive: 2, terminating: 3 },
    motion: { stationary: 1, walking: 0, running: 2, cycling: 4, automotive: 3, unknown: 5 },
  };
  return "tone-" + ((known[key] || {})[code] ?? turn % 6);
}

/** The key under the lanes. */
function keyList() {
  const sample = (name) => shape("svg", { width: 22, height: 14, "aria-hidden": "true" }, shape("rect", { class: name, width: 22, height: 14, rx: 3 }));
  return element("ul", { class: "legend key" }, ...keys.filter(([, entries]) => entries.length > 0).map(([name, entries]) =>
    element("li", {}, element("strong", {}, name), ...entries.map(([style, code]) => element("span", {}, sample(style), code)))));
}

// MARK: Measurements

/** A measured value as a line; `scale` has the greatest value, the marks of its axis, and where a value lies (0 to 1). */
function measureLane(key, height, times, values, lines, scale, written, reach) {
  const line = shape("path", { class: `line line-${key}` });
  const grid = shape("path", { class: "grid" });
  const marks = shape("g", { class: "marks" });
  const y = (value) => height - 3 - Math.min(1, Math.max(0, scale.place(value))) * (height - 8);
  const made = addLane(key, height, () => {
    grid.setAttribute("d", scale.marks.map((mark) => `M0 ${y(mark).toFixed(1)}H${width}`).join(""));
    line.setAttribute("d", seriesPath(times, values, lines, view, x, y));
  }, (time) => {
    const value = valueAt(times, values, time, reach);
    return value === null ? "" : written(value);
  });
  marks.append(...scale.marks.map((mark) => shape("text", { x: 3, y: (y(mark) - 2).toFixed(1) }, written(mark))));
  made.lane.plot.append(grid, line, marks);
  return made.row;
}

/** Accuracies differ by orders of magnitude. */
function logarithmic(least, greatest) {
  const low = Math.log10(least), high = Math.log10(Math.max(greatest, least * 10));
  const marks = [];
  for (let mark = least * 10; mark < greatest; mark *= 10) marks.push(mark);
  return { marks, place: (value) => (Math.log10(Math.max(value, least)) - low) / (high - low) };
}

function linear(greatest) {
  const most = greatest > 0 ? greatest : 1;
  return { marks: [niceStep(most / 1.5)], place: (value) => value / most };
}

/** The largest of 1, 2, 5, 10 … that is not above. */
function niceStep(value) {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1e-9)));
  return [5, 2, 1].map((digit) => digit * power).find((step) => step <= value) || power;
}

// MARK: Counts

/** Fixes a minute, the accepted ones below. */
function countLane() {
  const counts = data.counts, times = moments(counts.t), step = counts.stretch * 100, height = 34;
  const accepted = shape("path", { class: "bars accepted" }), other = shape("path", { class: "bars others" });
  // The bar of a minute that a gap cuts short ends where the gap begins.
  const masks = ["mask", "shade"].map((name) => shape("path", { class: name }));
  const minutes = step / 60000;
  let most = 1;
  for (let i = 0; i < times.length; i++) most = Math.max(most, counts.accepted[i] + counts.other[i]);
  const bars = (columns, base) => {
    let path = "";
    for (const [px, bar] of columns) {
      const low = height - 1 - (base(bar) / most) * (height - 4), high = height - 1 - (bar.all / most) * (height - 4);
      const top = base(bar) === 0 ? height - 1 - (bar.accepted / most) * (height - 4) : high;
      if (low - top > 0.05) path += `M${px} ${low.toFixed(1)}V${top.toFixed(1)}h${bar.width}V${low.toFixed(1)}z`;
    }
    return path;
  };
  const made = addLane("fixes", height, () => {
    const columns = new Map();
    for (let i = Math.max(0, lowerBound(times, view.from) - 1); i < times.length && times[i] <= view.to; i++) {
      const left = Math.floor(x(times[i])), right = x(times[i] + step);
      const bar = { accepted: counts.accepted[i], all: counts.accepted[i] + counts.other[i], width: Math.max(1, Math.floor(right) - left - (right - left > 4 ? 1 : 0)) };
      const there = columns.get(left);
      if (!there || there.all < bar.all) columns.set(left, bar);
    }
    accepted.setAttribute("d", bars(columns, () => 0));
    other.setAttribute("d", bars(columns, (bar) => bar.accepted));
    for (const mask of masks) mask.setAttribute("d", gapShade());
  }, (time) => {
    const i = lowerBound(times, time - step);
    if (i >= times.length || times[i] > time) return "";
    return `${Math.round(counts.accepted[i] / minutes)} + ${Math.round(counts.other[i] / minutes)}`;
  });
  made.lane.plot.append(accepted, other, ...masks);
  return made.row;
}

// MARK: Wakes, marks, settings

function eventLane() {
  const kinds = [
    ["wake", data.wakes, "M{x} 3v14"], ["change", data.changes, "M{x} 6l4 4l-4 4l-4 -4z"],
    ["mark", data.marks, "M{x} 18V3h8l-2 3l2 3h-8"],
  ];
  const paths = kinds.map(([key]) => shape("path", { class: `event event-${key}` }));
  const lists = kinds.map(([, list]) => list.map(([at, text]) => ({ at: moment(at), text })));
  const made = addLane("events", 20, () => {
    kinds.forEach(([, , form], i) => {
      let path = "", last = -10;
      for (const event of lists[i]) {
        const px = x(event.at);
        if (px < -10 || px > width + 10 || px - last < 1) continue;
        last = px;
        path += form.replace("{x}", px.toFixed(1));
      }
      paths[i].setAttribute("d", path);
    });
  }, (time) => {
    const reach = ((view.to - view.from) / width) * 6;
    return lists.flatMap((list, i) => list.filter((event) => Math.abs(event.at - time) <= reach)
      .map((event) => `${words[kinds[i][0]]} ${event.text}`)).slice(0, 3).join(", ");
  });
  made.lane.plot.append(...paths);
  return made.row;
}

// MARK: The axis

const steps = [1, 5, 15, 30, 60, 300, 900, 1800, 3600, 10800, 21600, 43200, 86400, 604800].map((s) => s * 1000);

function axisLane() {
  const plot = shape("svg", { class: "plot axis", height: 22, width: 10, "aria-hidden": "true", focusable: "false" });
  const draw = () => {
    const step = steps.find((one) => ((one / (view.to - view.from)) * width) >= 78) || steps[steps.length - 1];
    const first = Math.ceil((view.from + zone.offset) / step) * step - zone.offset;
    const parts = [];
    let ticks = "";
    for (let at = first, count = 0; at <= view.to && count < 100; at += step, count++) {
      const isDay = (at + zone.offset) % 86400000 === 0;
      ticks += `M${x(at).toFixed(1)} 0v5`;
      parts.push(shape("text", { x: (x(at) + 3).toFixed(1), y: 16, class: isDay ? "day" : "" }, isDay ? day(at).slice(5) : clock(at, step < 60000)));
    }
    plot.replaceChildren(shape("path", { class: "ticks", d: ticks }), ...parts);
  };
  return { plot, draw, row: element("div", { class: "lane" }, element("div", { class: "lane-name axis-name" }), plot) };
}
