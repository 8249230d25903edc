// The part of time that all lanes show, and its place in the address: #t=10:05-10:20, or #gap=3 for a gap.

const least = 5000;
const view = { from: data.from, to: Math.max(data.to, data.from + 1000), listeners: [] };
const whole = { from: view.from, to: view.to };

/** Shows a part; never beyond the log, never less than a few seconds. */
function show(from, to, { remember = true } = {}) {
  const span = Math.min(Math.max(to - from, Math.min(least, whole.to - whole.from)), whole.to - whole.from);
  view.from = Math.min(Math.max(from, whole.from), whole.to - span);
  view.to = view.from + span;
  for (const listener of view.listeners) listener();
  if (remember) rememberSoon();
}

function zoomBy(factor, at = (view.from + view.to) / 2) {
  show(at - (at - view.from) * factor, at + (view.to - at) * factor);
}

function panBy(share) {
  const step = (view.to - view.from) * share;
  show(view.from + step, view.to + step);
}

const showAll = () => show(whole.from, whole.to);
const isWhole = () => view.from <= whole.from && view.to >= whole.to;

// MARK: The address

let remembering = 0;

function rememberSoon() {
  clearTimeout(remembering);
  remembering = setTimeout(() => {
    const hash = isWhole() ? "" : `#t=${written(view.from)}-${written(view.to)}`;
    // A page of a sandbox may not touch its address; then it shows the part all the same.
    try { history.replaceState(null, "", hash || location.pathname + location.search); } catch { /* stays as it was */ }
  }, 200);
}

/** UTC, as --since takes it: the clock alone on the log's first day, else with its date. */
function written(ms) {
  const text = new Date(Math.round(ms / 1000) * 1000).toISOString().slice(0, 19);
  return text.slice(0, 10) === new Date(whole.from).toISOString().slice(0, 10) ? text.slice(11) : text;
}

function read(text) {
  const parts = /^(?:(\d{4}-\d\d-\d\d)T)?(\d\d):(\d\d)(?::(\d\d))?Z?$/.exec(text);
  if (!parts) return null;
  const date = parts[1] || new Date(whole.from).toISOString().slice(0, 10);
  const ms = Date.parse(`${date}T${parts[2]}:${parts[3]}:${parts[4] || "00"}Z`);
  return Number.isNaN(ms) ? null : ms;
}

/** Goes where the address says; whether it says anything. */
function followAddress() {
  const hash = decodeURIComponent(location.hash);
  const gap = /^#gap[=-](\d+)$/.exec(hash);
  if (gap && data.gaps[gap[1] - 1]) {
    showGap(gap[1] - 1);
    return true;
  }
  const part = /^#t=(.+?)-((?:\d{4}-\d\d-\d\dT)?\d\d:\d\d(?::\d\d)?Z?)$/.exec(hash);
  const from = part && read(part[1]);
  let to = part && read(part[2]);
  if (from === null || to === null) return false;
  if (to < from) to += 86400000;
  show(from, to, { remember: false });
  return true;
}

/** A gap with as much again on either side of it. */
function showGap(index) {
  const from = moment(data.gaps[index][0]), to = moment(data.gaps[index][1]);
  const margin = Math.max(to - from, 30000);
  show(from - margin, to + margin, { remember: false });
  selectGap(index);
}
