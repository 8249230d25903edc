// What was the case at the moment under the pointer: a line over all lanes, the values in their margins, the place on the
// track.

const cursor = element("div", { class: "cursor", hidden: "" });
const readout = element("p", { class: "readout" });
let hovered = null;

/** Null where the pointer has left. */
function hover(time) {
  hovered = time;
  cursor.hidden = time === null;
  for (const lane of lanes) lane.value.textContent = time === null ? "" : lane.describe(time);
  if (time === null) {
    readout.textContent = isWhole()
      ? `${day(view.from)} ${clock(view.from)} – ${clock(view.to)}`
      : `${clock(view.from)} – ${clock(view.to)}, ${duration(view.to - view.from)}`;
  } else {
    cursor.style.left = `${lanes[0].plot.getBoundingClientRect().left - picture.getBoundingClientRect().left + x(time)}px`;
    const gap = gaps.find((one) => one.from < time && time < one.to);
    readout.textContent = `${day(time)} ${clock(time)}` + (gap ? ` · ${gapText(gap)}` : "");
  }
  pointOnTrack(time);
}
