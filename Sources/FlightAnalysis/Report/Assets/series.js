// Long lists of the payload, and how they become paths of a picture: of each column of pixels its least and its greatest
// value are drawn, so that no extreme is lost at any zoom, and nothing is drawn from one line to the next.

/** Differences become values. */
function summed(differences) {
  const values = new Float64Array(differences.length);
  let value = 0;
  for (let i = 0; i < differences.length; i++) values[i] = value += differences[i];
  return values;
}

/** Tenths of a second from the beginning as milliseconds since the epoch. */
const moment = (tenths) => data.from + tenths * 100;
const moments = (differences) => summed(differences).map(moment);

/** The first index whose value is not below `limit`; values rise. */
function lowerBound(values, limit) {
  let low = 0, high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] < limit) low = middle + 1; else high = middle;
  }
  return low;
}

/**
 * The path of a measured value. `lines` are the indexes at which lines begin; `x` and `y` place time and value; a value
 * below 0 was not measured and breaks the line.
 */
function seriesPath(times, values, lines, view, x, y) {
  const begin = Math.max(0, lowerBound(times, view.from) - 1);
  const end = Math.min(times.length, lowerBound(times, view.to) + 1);
  let path = "", line = lowerBound(lines, begin + 1) - 1;
  let column = null;
  let pen = false;
  const put = (px, value) => {
    path += (pen ? "L" : "M") + px + " " + y(value).toFixed(1);
    pen = true;
  };
  const flush = () => {
    if (!column) return;
    const { px, first, least, greatest, last, count } = column;
    put(px, first);
    if (count > 1) {
      if (least !== first) put(px, least);
      if (greatest !== least) put(px, greatest);
      if (last !== greatest) put(px, last);
    } else {
      path += "h.01";
    }
    column = null;
  };
  for (let i = begin; i < end; i++) {
    if (line + 1 < lines.length && i >= lines[line + 1]) {
      flush();
      pen = false;
      while (line + 1 < lines.length && i >= lines[line + 1]) line++;
    }
    const value = values[i];
    if (value < 0) {
      flush();
      pen = false;
      continue;
    }
    const px = Math.round(x(times[i]));
    if (column && column.px === px) {
      column.least = Math.min(column.least, value);
      column.greatest = Math.max(column.greatest, value);
      column.last = value;
      column.count++;
    } else {
      flush();
      column = { px, first: value, least: value, greatest: value, last: value, count: 1 };
    }
  }
  flush();
  return path;
}

/** The value that held at a time: that of the nearest point not further away than `reach`; null for none. */
function valueAt(times, values, time, reach) {
  const i = lowerBound(times, time);
  let best = null;
  for (const at of [i - 1, i]) {
    if (at < 0 || at >= times.length || values[at] < 0) continue;
    const away = Math.abs(times[at] - time);
    if (away <= reach && (!best || away < best.away)) best = { away, value: values[at] };
  }
  return best && best.value;
}
