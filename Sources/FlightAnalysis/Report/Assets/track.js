// The track as a flat picture with its scale, north up. Solid is what was recorded, dashed what nobody knows the way of;
// over a gap nothing is drawn, its two ends are marked. Fixes that were dropped are shown by their reason.

const map = document.getElementById("map");
const glyphs = ["M-3 -3l6 6m0 -6l-6 6", "M-4 0h8M0 -4v8", "M0 -4l4 4l-4 4l-4 -4z", "M-4 3h8l-4 -7z", "M-4 -3h8l-4 7z", "M-3 -3h6v6h-6z"];
let pointOnTrack = () => {};

function startTrack() {
  const track = data.track;
  const times = moments(track.t), xs = summed(track.x), ys = summed(track.y), lines = summed(track.lines);
  const dropped = Object.entries(track.dropped).map(([reason, one], i) => ({
    reason, shown: false, times: moments(one.t), xs: summed(one.x), ys: summed(one.y), turn: i % 6,
  })).sort((a, b) => b.times.length - a.times.length);
  const svg = shape("svg", { class: "map", width: 10, height: 10, "aria-hidden": "true", focusable: "false" });
  const path = (name) => svg.appendChild(shape("path", { class: name }));
  const paths = { faint: path("solid faint"), solid: path("solid"), dashed: path("dashed") };
  const droppedPaths = dropped.map((one) => path(`dropped tone-${one.turn}`));
  const [stays, ends, marks, gapEnds, gapCentres] = ["stay", "exit", "mark", "gap-end", "gap-centre"].map(path);
  const [start, finish] = [path("start"), path("finish")];
  const here = svg.appendChild(shape("circle", { class: "here", r: 6, cx: -20, cy: -20 }));
  const scaleBar = shape("g", { class: "scale" }), north = shape("g", { class: "north" });
  svg.append(scaleBar, north);
  const surface = element("div", { class: "surface", tabindex: 0, role: "group", "aria-label": words.trackLabel }, svg);
  const bounds = boundsOf([xs, ...dropped.map((one) => one.xs)], [ys, ...dropped.map((one) => one.ys)], xs.length);
  const camera = { scale: 1, x: 0, y: 0, width: 600, height: 400 };

  // Pixels of a place: north is up.
  const px = (at) => (at - camera.x) * camera.scale + camera.width / 2;
  const py = (at) => (camera.y - at) * camera.scale + camera.height / 2;

  function fit(box) {
    camera.x = (box.left + box.right) / 2;
    camera.y = (box.low + box.high) / 2;
    const room = 0.88;
    camera.scale = Math.min((camera.width * room) / Math.max(50, box.right - box.left), (camera.height * room) / Math.max(50, box.high - box.low));
    draw();
  }

  /** Lines between two moments; steps shorter than a pixel are left out. */
  function linePath(from, to) {
    let d = "", last = null, line = 0;
    for (let i = 0; i < times.length; i++) {
      let begins = i === 0;
      while (line < lines.length && i >= lines[line]) { begins = true; line++; }
      if (times[i] < from || times[i] > to) { last = null; continue; }
      const X = px(xs[i]), Y = py(ys[i]);
      const ending = i + 1 === times.length || (line < lines.length && i + 1 >= lines[line]);
      if (begins || !last) {
        d += `M${X.toFixed(1)} ${Y.toFixed(1)}h.01`;
      } else if (ending || Math.abs(X - last[0]) + Math.abs(Y - last[1]) >= 0.8) {
        d += `L${X.toFixed(1)} ${Y.toFixed(1)}`;
      } else {
        continue;
      }
      last = [X, Y];
    }
    return d;
  }

  function glyphPath(form, list) {
    // Places in the same few pixels are one sign.
    const seen = new Set();
    let d = "";
    for (const [X, Y] of list) {
      if (X < -9 || Y < -9 || X > camera.width + 9 || Y > camera.height + 9) continue;
      const cell = Math.round(X / 2) * 65536 + Math.round(Y / 2);
      if (seen.has(cell)) continue;
      seen.add(cell);
      d += signAt(form, X, Y);
    }
    return d;
  }

  /** A sign whose own path begins with M at a place relative to its middle, and goes on by relative steps. */
  function signAt(form, X, Y) {
    return form.replace(/M(-?[\d.]+) (-?[\d.]+)/g, (_, a, b) => `M${(X + +a).toFixed(1)} ${(Y + +b).toFixed(1)}`);
  }

  function draw() {
    const part = !isWhole();
    paths.faint.setAttribute("d", part ? linePath(-Infinity, Infinity) : "");
    paths.solid.setAttribute("d", linePath(part ? view.from : -Infinity, part ? view.to : Infinity));
    paths.dashed.setAttribute("d", track.connectors.filter((one) => !one[7])
      .map(([x1, y1, x2, y2]) => `M${px(x1).toFixed(1)} ${py(y1).toFixed(1)}L${px(x2).toFixed(1)} ${py(y2).toFixed(1)}`).join(""));
    const edges = track.connectors.filter((one) => one[7]).flatMap(([x1, y1, x2, y2]) => [[px(x1), py(y1)], [px(x2), py(y2)]]);
    gapEnds.setAttribute("d", glyphPath("M0 0h.01", edges));
    gapCentres.setAttribute("d", glyphPath("M0 0h.01", edges));
    dropped.forEach((one, i) => droppedPaths[i].setAttribute("d", one.shown
      ? glyphPath(glyphs[one.turn], [...one.xs.keys()].map((at) => [px(one.xs[at]), py(one.ys[at])])) : ""));
    const places = (kind) => track.places.filter((one) => one[4] === kind).map(([x1, y1]) => [px(x1), py(y1)]);
    stays.setAttribute("d", glyphPath("M-5 -5h10v10h-10z", places("stay")));
    ends.setAttribute("d", glyphPath("M-5 -5l10 10m0 -10l-10 10", places("exit")));
    marks.setAttribute("d", glyphPath("M0 0v-14h9l-2.5 3.5l2.5 3.5h-9", places("mark")));
    if (times.length > 0) {
      start.setAttribute("d", signAt("M-5 -6l11 6l-11 6z", px(xs[0]), py(ys[0])));
      finish.setAttribute("d", signAt("M-5 -5h10v10h-10z", px(xs[xs.length - 1]), py(ys[ys.length - 1])));
    }
    drawScale();
    pointOnTrack(hovered);
  }

  function drawScale() {
    const metres = niceStep((Math.min(140, camera.width / 3) / camera.scale) / 10);
    const length = metres * 10 * camera.scale, left = 14, low = camera.height - 14;
    scaleBar.replaceChildren(
      shape("path", { d: `M${left} ${low - 6}v6h${length.toFixed(1)}v-6` }),
      shape("text", { x: left + 6, y: low - 5 }, metres < 1000 ? `${metres} m` : `${metres / 1000} km`));
    north.replaceChildren(
      shape("path", { d: `M${camera.width - 22} 40l6 -18l6 18l-6 -4z` }),
      shape("text", { x: camera.width - 16, y: 18, "text-anchor": "middle" }, words.north));
  }

  pointOnTrack = (time) => {
    const i = time === null ? times.length : lowerBound(times, time);
    const at = [i - 1, i].filter((one) => one >= 0 && one < times.length && Math.abs(times[one] - time) < 60000)
      .sort((a, b) => Math.abs(times[a] - time) - Math.abs(times[b] - time))[0];
    here.setAttribute("cx", at === undefined ? -20 : px(xs[at]).toFixed(1));
    here.setAttribute("cy", at === undefined ? -20 : py(ys[at]).toFixed(1));
  };

  const target = {
    vertical: true,
    move(dx, dy) {
      if (!Number.isFinite(dx)) return;
      camera.x -= dx / camera.scale;
      camera.y += dy / camera.scale;
      draw();
    },
    zoom(factor, atX = camera.width / 2, atY = camera.height / 2) {
      const X = camera.x + (atX - camera.width / 2) / camera.scale, Y = camera.y - (atY - camera.height / 2) / camera.scale;
      camera.scale = Math.min(Math.max(camera.scale / factor, 1e-6), 20);
      camera.x = X - (atX - camera.width / 2) / camera.scale;
      camera.y = Y + (atY - camera.height / 2) / camera.scale;
      draw();
    },
    all: () => fit(bounds),
    hover(atX, atY) {
      if (atX === null) return hover(null);
      let best = null;
      for (let i = 0; i < times.length; i++) {
        const away = Math.abs(px(xs[i]) - atX) + Math.abs(py(ys[i]) - atY);
        if (away < 18 && (!best || away < best.away)) best = { away, i };
      }
      hover(best ? times[best.i] : null);
    },
  };
  listen(surface, target);

  /** The box of what the timeline shows; of everything where that is nothing. */
  function shownBox() {
    const inside = [...times.keys()].filter((i) => times[i] >= view.from && times[i] <= view.to);
    return inside.length === 0 ? bounds : boundsOf([inside.map((i) => xs[i])], [inside.map((i) => ys[i])], 1);
  }

  map.replaceChildren(
    element("div", { class: "toolbar" }, button(words.zoomOut, "−", () => target.zoom(2)), button(words.zoomIn, "+", () => target.zoom(0.5)),
      button(words.all, words.all, () => fit(bounds)), button(words.here, words.here, () => fit(shownBox()))),
    surface, legend(track, dropped, draw));

  const resize = () => {
    const wasFitted = camera.fitted;
    camera.width = Math.max(200, surface.clientWidth);
    camera.height = Math.max(240, Math.min(520, camera.width * 0.62));
    svg.setAttribute("width", camera.width);
    svg.setAttribute("height", camera.height);
    if (wasFitted) draw(); else fit(bounds);
    camera.fitted = true;
  };
  new ResizeObserver(resize).observe(surface);
  resize();
  view.listeners.push(draw);
}

/** The box of what was kept; of everything where nothing was. */
function boundsOf(allX, allY, kept) {
  const lists = kept > 0 ? [[allX[0], allY[0]]] : allX.map((list, i) => [list, allY[i]]);
  const box = { left: Infinity, right: -Infinity, low: Infinity, high: -Infinity };
  for (const [listX, listY] of lists) {
    for (let i = 0; i < listX.length; i++) {
      box.left = Math.min(box.left, listX[i]);
      box.right = Math.max(box.right, listX[i]);
      box.low = Math.min(box.low, listY[i]);
      box.high = Math.max(box.high, listY[i]);
    }
  }
  return Number.isFinite(box.left) ? box : { left: -500, right: 500, low: -500, high: 500 };
}

/** What each sign means; a box to tick for each reason that fixes were dropped for. */
function legend(track, dropped, draw) {
  const sign = (name, d) => shape("svg", { class: "sign", width: 26, height: 16, "aria-hidden": "true" }, ...name.map((one) => shape("path", { class: one, d })));
  const entry = (picture, text) => element("li", {}, picture, text);
  const entries = [
    entry(sign(["solid"], "M2 8h22"), words.solid), entry(sign(["dashed"], "M2 8h22"), words.dashed),
    entry(sign(["gap-end", "gap-centre"], "M13 8h.01"), words.gapEnds),
  ];
  const has = (kind) => track.places.some((one) => one[4] === kind);
  if (has("stay")) entries.push(entry(sign(["stay"], "M8 3h10v10h-10z"), words.stay));
  if (has("mark")) entries.push(entry(sign(["mark"], "M9 15v-14h9l-2.5 3.5l2.5 3.5h-9"), words.mark));
  if (has("exit")) entries.push(entry(sign(["exit"], "M8 3l10 10m0 -10l-10 10"), words.exit));
  for (const one of dropped) {
    const box = element("input", { type: "checkbox" });
    box.addEventListener("change", () => { one.shown = box.checked; draw(); });
    const form = glyphs[one.turn].replace(/M(-?[\d.]+) (-?[\d.]+)/g, (_, a, b) => `M${13 + +a} ${8 + +b}`);
    entries.push(element("li", {}, element("label", {}, box, sign([`dropped tone-${one.turn}`], form), `${one.reason} `, element("small", {}, `${one.times.length}`))));
  }
  return element("ul", { class: "legend" }, ...entries);
}
