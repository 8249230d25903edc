// Puts the pictures together and draws them.

function startTimeline() {
  const axis = axisLane();
  const rows = [];
  rows.push(lifeLane());
  for (const key of ["app", "motion", "receiver"]) {
    if (data[key].length > 0) rows.push(stateLane(key, data[key]));
  }
  if (data.counts.t.length > 0) rows.push(countLane());
  const times = moments(data.measures.t), lines = summed(data.measures.lines), reach = 45000 + data.measures.stretch * 100;
  const greatest = (values) => values.reduce((most, value) => Math.max(most, value), -1);
  if (greatest(data.measures.accuracy) >= 0) {
    rows.push(measureLane("accuracy", 46, times, data.measures.accuracy, lines,
      logarithmic(10, greatest(data.measures.accuracy)), (value) => value < 1000 ? `${(value / 10).toFixed(value < 100 ? 1 : 0)} m` : distance(value / 10), reach));
  }
  if (greatest(data.measures.speed) > 0) {
    rows.push(measureLane("speed", 46, times, data.measures.speed, lines, linear(greatest(data.measures.speed)),
      (value) => `${(value / 10).toFixed(1)} m/s`, reach));
  }
  if (data.battery.t.length > 0) {
    rows.push(measureLane("battery", 30, moments(data.battery.t), data.battery.level, summed(data.battery.lines),
      { marks: [], place: (value) => value / 1000 }, (value) => `${Math.round(value / 10)} %`, 1800000));
  }
  if (data.wakes.length + data.marks.length + data.changes.length > 0) rows.push(eventLane());

  const shade = shape("path", { class: "shade" });
  const shadow = shape("svg", { class: "shadow", "aria-hidden": "true", focusable: "false" }, shade);
  const surface = element("div", { class: "surface lanes", tabindex: 0, role: "group", "aria-label": words.timelineLabel },
    shadow, ...rows, axis.row, cursor);
  const overview = startOverview();
  picture.replaceChildren(toolbar(), overview.plot, surface, keyList());

  const draw = () => {
    shade.setAttribute("d", gapShade());
    for (const lane of lanes) lane.draw();
    axis.draw();
    overview.draw();
    hover(hovered);
  };
  let asked = false;
  const drawSoon = () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => { asked = false; draw(); });
  };
  view.listeners.push(drawSoon);

  const fitWidth = () => {
    const box = lanes[0].plot.parentElement.getBoundingClientRect();
    const narrow = getComputedStyle(lanes[0].plot.parentElement).flexDirection === "column";
    width = Math.max(80, Math.floor(box.width - (narrow ? 0 : lanes[0].plot.previousElementSibling.offsetWidth)));
    for (const plot of [...lanes.map((lane) => lane.plot), axis.plot]) plot.setAttribute("width", width);
    const inside = lanes[0].plot.getBoundingClientRect(), outside = surface.getBoundingClientRect();
    shadow.style.left = `${inside.left - outside.left}px`;
    shadow.setAttribute("width", width);
    shadow.setAttribute("height", outside.height);
    overview.fit();
    draw();
  };
  new ResizeObserver(fitWidth).observe(picture);

  const left = () => lanes[0].plot.getBoundingClientRect().left - surface.getBoundingClientRect().left;
  const timeAt = (px) => view.from + ((px - left()) / width) * (view.to - view.from);
  listen(surface, {
    vertical: false,
    move: (dx) => {
      if (dx === Infinity) return show(whole.from, whole.from + view.to - view.from);
      if (dx === -Infinity) return show(whole.to - (view.to - view.from), whole.to);
      return panBy(-dx / width);
    },
    zoom: (factor, px) => zoomBy(factor, px === undefined ? undefined : timeAt(px)),
    all: showAll,
    hover: (px) => hover(px === null || px < left() ? null : Math.min(Math.max(timeAt(px), view.from), view.to)),
    keys: { n: () => stepGap(1), p: () => stepGap(-1) },
  });
  fitWidth();
}

function toolbar() {
  return element("div", { class: "toolbar" },
    button(words.earlier, "◀", () => panBy(-0.5)), button(words.later, "▶", () => panBy(0.5)),
    button(words.zoomOut, "−", () => zoomBy(2)), button(words.zoomIn, "+", () => zoomBy(0.5)),
    button(words.all, words.all, showAll), button(words.previousGap, "⇤", () => stepGap(-1)), button(words.nextGap, "⇥", () => stepGap(1)),
    readout);
}

/** The whole log in a strip, with the shown part in it; a press goes there. */
function startOverview() {
  const plot = shape("svg", { class: "overview", height: 16, width: 10, "aria-hidden": "true", focusable: "false" });
  const life = shape("path", { class: "alive" }), holes = shape("path", { class: "holes" }), part = shape("rect", { class: "part", y: 1, height: 14 });
  plot.append(life, holes, part);
  let span = 100;
  const at = (ms) => ((ms - whole.from) / (whole.to - whole.from)) * span;
  const fit = () => {
    span = Math.max(80, picture.clientWidth);
    plot.setAttribute("width", span);
    life.setAttribute("d", data.runs.map(([from, to]) => `M${at(moment(from)).toFixed(1)} 5h${Math.max(0.5, at(moment(to)) - at(moment(from))).toFixed(1)}v6H${at(moment(from)).toFixed(1)}z`).join(""));
    holes.setAttribute("d", gaps.map((gap) => `M${at(gap.from).toFixed(1)} 3h${Math.max(1, at(gap.to) - at(gap.from)).toFixed(1)}v10H${at(gap.from).toFixed(1)}z`).join(""));
  };
  const go = (event) => {
    const time = whole.from + ((event.clientX - plot.getBoundingClientRect().left) / span) * (whole.to - whole.from);
    const half = (view.to - view.from) / 2;
    show(time - half, time + half);
  };
  plot.addEventListener("pointerdown", (event) => { plot.setPointerCapture(event.pointerId); go(event); });
  plot.addEventListener("pointermove", (event) => { if (plot.hasPointerCapture(event.pointerId)) go(event); });
  return {
    plot, fit,
    draw: () => {
      part.setAttribute("x", at(view.from).toFixed(1));
      part.setAttribute("width", Math.max(3, at(view.to) - at(view.from)).toFixed(1));
    },
  };
}

/** All times of the page in the zone that is chosen. */
function startZone() {
  const choice = document.getElementById("zone");
  if (!choice || data.zone_s === null || data.zone_s === 0) return;
  const sign = data.zone_s < 0 ? "−" : "+", minutes = Math.abs(data.zone_s) / 60;
  const local = `UTC${sign}${two(Math.floor(minutes / 60))}:${two(Math.round(minutes % 60))}`;
  const apply = () => {
    choice.textContent = zone.offset === 0 ? "UTC" : local;
    for (const time of document.querySelectorAll("time")) {
      const ms = Date.parse(time.dateTime);
      if (!Number.isNaN(ms)) time.textContent = `${day(ms)} ${clock(ms)}`;
    }
    gaps.forEach((gap, i) => document.querySelector(`.gap[data-gap="${i}"] title`).replaceChildren(gapText(gap)));
    for (const listener of view.listeners) listener();
  };
  choice.hidden = false;
  document.getElementById("utc").hidden = true;
  choice.title = words.local;
  choice.addEventListener("click", () => {
    zone.offset = zone.offset === 0 ? data.zone_s * 1000 : 0;
    apply();
  });
  apply();
}

if (picture) startTimeline();
if (map && data.track) startTrack();
startZone();
followAddress();
addEventListener("hashchange", followAddress);
addEventListener("beforeprint", () => { for (const one of document.querySelectorAll("details")) one.open = true; });
document.documentElement.classList.add("ready");
