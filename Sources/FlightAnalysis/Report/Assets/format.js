// Numbers and times as people read them. Times are milliseconds since the Unix epoch.

const data = JSON.parse(document.getElementById("data").textContent);
const words = data.words;

/** Shown in UTC, or in the log's own zone where the reader asked for it. */
const zone = { offset: 0 };

const two = (number) => String(number).padStart(2, "0");

function clock(ms, withSeconds = true) {
  const date = new Date(ms + zone.offset);
  const text = two(date.getUTCHours()) + ":" + two(date.getUTCMinutes());
  return withSeconds ? text + ":" + two(date.getUTCSeconds()) : text;
}

function day(ms) {
  return new Date(ms + zone.offset).toISOString().slice(0, 10);
}

function duration(ms) {
  const seconds = Math.round(ms / 1000);
  if (ms < 10000) return (ms / 1000).toFixed(1) + " s";
  if (seconds < 60) return seconds + " s";
  if (seconds < 3600) return Math.floor(seconds / 60) + " min" + (seconds % 60 ? ` ${seconds % 60} s` : "");
  if (seconds < 86400) return `${Math.floor(seconds / 3600)} h ${Math.floor(seconds / 60) % 60} min`;
  return `${Math.floor(seconds / 86400)} d ${Math.floor(seconds / 3600) % 24} h`;
}

function distance(metres) {
  return metres < 1000 ? `${Math.round(metres)} m` : `${(metres / 1000).toFixed(1)} km`;
}

/** An element of the page; attributes by name, children as elements or text. Text is never taken for markup. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** The same for pictures. */
function shape(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
