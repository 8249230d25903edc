// Gaps: an element each, always there, never narrower than a pixel and a half, in the lane of life; and a shade over the
// other lanes. Four families by colour and pattern, named by their codes.

const families = {
  asleep: ["suspended"], mute: ["stalled", "unwritten", "silence"], crash: ["crash"],
  meant: ["off", "exit", "update", "debugger"],
};
const familyOf = (kind) => Object.keys(families).find((family) => families[family].includes(kind)) || "dead";
const leastWidth = 1.5;

const gaps = data.gaps.map(([from, to, kind, tenths, metres, matters]) => ({
  from: moment(from), to: moment(to), kind, length: tenths * 100, metres, matters: matters === 1,
}));
let selected = -1;

/** What a gap was, on one line. */
function gapText(gap) {
  const moved = gap.metres >= 0 ? `, ${words.moved} ${distance(gap.metres)}` : "";
  return `${gap.kind} ${clock(gap.from)} – ${clock(gap.to)}, ${duration(gap.length)}${moved}${gap.matters ? " !" : ""}`;
}

/** The patterns, so that families differ without colour too. */
function patterns() {
  const pattern = (id, size, path) => shape(
    "pattern", { id, width: size, height: size, patternUnits: "userSpaceOnUse" },
    shape("rect", { width: size, height: size, class: `fill ${id}` }), shape("path", { d: path, class: "hatch" }));
  return shape(
    "defs", {}, pattern("asleep", 8, "M-2 10L10 -2M-2 2L2 -2M6 10L10 6"), pattern("dead", 8, "M0 0L8 8M8 0L0 8"),
    pattern("crash", 4, "M0 0h4"), pattern("mute", 6, "M3 0v6"), pattern("meant", 6, "M3 3h.01"));
}

function lifeLane() {
  const height = 34;
  const alive = shape("path", { class: "alive" });
  const group = shape("g", { class: "gaps" });
  const ends = shape("g", { class: "ends" });
  const rects = gaps.map((gap, i) => {
    const rect = shape("rect", { class: `gap ${familyOf(gap.kind)}`, y: 4, height: height - 8, "data-gap": i });
    rect.append(shape("title", {}, gapText(gap)));
    rect.addEventListener("click", () => { location.hash = `#gap=${i + 1}`; });
    return rect;
  });
  group.append(...rects);
  const texts = shape("g", { class: "labels" });
  const runs = data.runs.map(([from, to]) => [moment(from), moment(to)]);
  const kinds = [...new Set(gaps.map((gap) => gap.kind))];
  keys.push([words.life, [["alive", words.alive], ...kinds.map((kind) => [`kind ${familyOf(kind)}`, kind])]]);
  const made = addLane("life", height, () => {
    alive.setAttribute("d", runs.map(([from, to]) => {
      const left = Math.max(-2, x(from)), right = Math.min(width + 2, x(to));
      return right > left ? `M${left.toFixed(1)} 8h${Math.max(1, right - left).toFixed(1)}v${height - 16}H${left.toFixed(1)}z` : "";
    }).join(""));
    const shown = [];
    gaps.forEach((gap, i) => {
      const left = x(gap.from), right = x(gap.to);
      const clippedLeft = Math.min(Math.max(left, -50), width + 50);
      const clippedRight = Math.min(Math.max(right, -50), width + 50);
      const wide = Math.max(leastWidth, clippedRight - clippedLeft);
      rects[i].setAttribute("x", clippedLeft.toFixed(2));
      rects[i].setAttribute("width", wide.toFixed(2));
      if (wide > gap.kind.length * 7.4 + 14 && right > 0 && left < width) shown.push([Math.max(0, left) + 6, gap]);
    });
    texts.replaceChildren(...shown.slice(0, 40).map(([at, gap]) =>
      shape("text", { x: at.toFixed(1), y: height / 2 + 4, class: `on-${familyOf(gap.kind)}` }, gap.kind)));
    ends.replaceChildren(...data.ends.filter(([at]) => moment(at) >= view.from && moment(at) <= view.to).slice(0, 400)
      .map(([at, cause, weight]) => endMark(x(moment(at)), cause, weight, height)));
  }, (time) => {
    const gap = gaps.find((one) => one.from < time && time < one.to);
    return gap ? gap.kind : runs.some(([from, to]) => from <= time && time <= to) ? words.alive : "";
  });
  made.lane.plot.append(patterns(), alive, group, texts, ends);
  return made.row;
}

/** A cross for a crash, a bar for any other end. */
function endMark(px, cause, weight, height) {
  const middle = height / 2;
  const d = weight === 2 ? `M${px - 5} ${middle - 5}l10 10m0 -10l-10 10` : `M${px} 2v${height - 4}`;
  const mark = shape("path", { class: `end weight-${weight}`, d });
  mark.append(shape("title", {}, cause));
  return mark;
}

/** A shade over the lanes below, one path however many gaps there are. */
function gapShade() {
  return gaps.filter((gap) => gap.to >= view.from && gap.from <= view.to).map((gap) => {
    const left = Math.max(-2, x(gap.from)), right = Math.min(width + 2, x(gap.to));
    return `M${left.toFixed(1)} 0h${Math.max(leastWidth, right - left).toFixed(1)}v1000H${left.toFixed(1)}z`;
  }).join("");
}

function selectGap(index) {
  document.querySelectorAll(".selected").forEach((one) => one.classList.remove("selected"));
  selected = index;
  document.querySelector(`.gap[data-gap="${index}"]`)?.classList.add("selected");
  document.getElementById(`gap-${index + 1}`)?.classList.add("selected");
}

/** To the next gap, or with -1 to the one before. */
function stepGap(direction) {
  if (gaps.length === 0) return;
  const middle = (view.from + view.to) / 2;
  let next = selected + direction;
  if (selected < 0) {
    next = direction > 0 ? gaps.findIndex((gap) => gap.from > (isWhole() ? view.from : middle)) : gaps.length - 1;
  }
  showGap((next + gaps.length) % gaps.length);
}
