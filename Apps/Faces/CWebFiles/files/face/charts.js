// Chart gestures: selecting, zooming and panning. Pointer, wheel and key events become fractions of the plot area; the
// server decides what they do to the chart.

/** @typedef {{hold?: [number, number], zoom?: [number, number], pan?: number}} Wish */

/**
 * Gestures made while a command of the same chart was unanswered: zoom factors multiply, distances add, the last position
 * counts.
 * @type {Map<string, Wish>}
 */
const wishes = new Map();

/**
 * @param {string} id
 * @param {Wish} wish
 */
function want(id, wish) {
  const before = wishes.get(id) ?? {};
  if (wish.zoom && before.zoom) wish.zoom = [before.zoom[0] * wish.zoom[0], wish.zoom[1]];
  if (wish.pan !== undefined && before.pan !== undefined) wish.pan += before.pan;
  wishes.set(id, { ...before, ...wish });
  ask();
}

/** Sends one command at a time per chart, so that a slow server gets the latest position instead of every one. */
function ask() {
  for (const [id, wish] of [...wishes]) {
    if (waiting.some((said) => said.with.id === id)) continue;
    wishes.delete(id);
    if (wish.zoom) say("act", { id, action: "zoom", value: [bounded(wish.zoom[0], 0.01, 100), wish.zoom[1]] });
    if (wish.pan !== undefined) say("act", { id, action: "pan", value: bounded(wish.pan, -10, 10) });
    if (wish.hold) say("act", { id, action: "hold", value: wish.hold });
  }
}

/** @param {number} value @param {number} least @param {number} most */
const bounded = (value, least, most) => Math.min(Math.max(value, least), most);

/**
 * The interactive chart at which an event occurred.
 * @param {Event} event
 */
function chartOf(event) {
  const part = event.target instanceof Element ? event.target.closest("[data-gestures]") : null;
  return part instanceof HTMLElement ? part : null;
}

/** @param {HTMLElement} chart @param {string} verb */
const takes = (chart, verb) => (chart.dataset.gestures ?? "").split(" ").includes(verb);

/** @param {HTMLElement} chart */
const nameOf = (chart) => chart.dataset.chart ?? "";

/**
 * The position of a point of the window within the plot area, as fractions.
 * @param {HTMLElement} chart
 * @param {number} x
 * @param {number} y
 * @returns {[number, number]}
 */
function share(chart, x, y) {
  for (const plot of chart.querySelectorAll("[data-plot]")) {
    const box = plot.getBoundingClientRect();
    if (!(plot instanceof HTMLElement) || box.width === 0) continue;
    const [left, top, width, height, whole] = (plot.dataset.plot ?? "").split(" ").map(Number);
    const scale = whole / box.width;
    return [bounded(((x - box.left) * scale - left) / width, 0, 1), bounded(((y - box.top) * scale - top) / height, 0, 1)];
  }
  return [0.5, 0.5];
}

/**
 * The width of the plot area on the screen, in CSS pixels.
 * @param {HTMLElement} chart
 */
function breadth(chart) {
  for (const plot of chart.querySelectorAll("[data-plot]")) {
    const box = plot.getBoundingClientRect();
    if (!(plot instanceof HTMLElement) || box.width === 0) continue;
    const [, , width, , whole] = (plot.dataset.plot ?? "").split(" ").map(Number);
    return (width * box.width) / whole;
  }
  return 1;
}

// MARK: Pointers and wheel

/** Milliseconds until a press counts as long, and the distance in CSS pixels from which it counts as a drag. */
const rest = 350;
const slack = 8;

/**
 * The pointers on a chart and their gesture.
 * @type {{chart: HTMLElement, fingers: Map<number, {x: number, y: number}>, from: {x: number, y: number}, does: "nothing" | "holds" | "pans" | "pinches", timer: number} | null}
 */
let grip = null;

document.addEventListener("pointerdown", (event) => {
  const chart = chartOf(event);
  if (!chart || event.button !== 0) return;
  const at = { x: event.clientX, y: event.clientY };
  if (grip && grip.chart === chart && grip.fingers.size === 1) {
    clearTimeout(grip.timer);
    grip.fingers.set(event.pointerId, at);
    grip.does = "pinches";
    return;
  }
  const timer = window.setTimeout(() => {
    if (!grip || grip.does !== "nothing") return;
    grip.does = "holds";
    want(nameOf(chart), { hold: share(chart, grip.from.x, grip.from.y) });
  }, rest);
  grip = { chart, fingers: new Map([[event.pointerId, at]]), from: at, does: "nothing", timer };
});

document.addEventListener("pointermove", (event) => {
  const finger = grip?.fingers.get(event.pointerId);
  if (!grip || !finger) return;
  const { chart } = grip;
  const at = { x: event.clientX, y: event.clientY };
  if (grip.does === "pinches") return pinch(event.pointerId, at);
  if (grip.does === "nothing") {
    if (Math.hypot(at.x - grip.from.x, at.y - grip.from.y) < slack) return;
    clearTimeout(grip.timer);
    // A chart that cannot be panned selects values on a drag.
    grip.does = takes(chart, "pan") && chart.dataset.whole === undefined ? "pans" : "holds";
  }
  grip.fingers.set(event.pointerId, at);
  if (grip.does === "holds") want(nameOf(chart), { hold: share(chart, at.x, at.y) });
  else want(nameOf(chart), { pan: (finger.x - at.x) / breadth(chart) });
});

/**
 * @param {number} which
 * @param {{x: number, y: number}} at
 */
function pinch(which, at) {
  if (!grip) return;
  const other = [...grip.fingers].find(([id]) => id !== which)?.[1];
  const before = grip.fingers.get(which);
  if (!other || !before || !takes(grip.chart, "zoom")) return;
  const factor = Math.max(Math.hypot(at.x - other.x, at.y - other.y), 1) / Math.max(Math.hypot(before.x - other.x, before.y - other.y), 1);
  grip.fingers.set(which, at);
  want(nameOf(grip.chart), { zoom: [factor, share(grip.chart, (at.x + other.x) / 2, at.y)[0]] });
}

/** @param {PointerEvent} event */
function letGo(event) {
  if (!grip?.fingers.delete(event.pointerId)) return;
  clearTimeout(grip.timer);
  // A tap selects the value under it.
  if (event.type === "pointerup" && grip.does === "nothing") {
    want(nameOf(grip.chart), { hold: share(grip.chart, event.clientX, event.clientY) });
  }
  if (grip.fingers.size === 0 || grip.does !== "pinches") grip = null;
}
document.addEventListener("pointerup", letGo);
// The browser uses the pointer to scroll.
document.addEventListener("pointercancel", letGo);

document.addEventListener("wheel", (event) => {
  const chart = chartOf(event);
  if (!chart || !takes(chart, "zoom")) return;
  if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
    if (chart.dataset.whole !== undefined) return;
    event.preventDefault();
    return want(nameOf(chart), { pan: event.deltaX / breadth(chart) });
  }
  // A chart that is shown whole cannot be zoomed out, so the page scrolls.
  if (event.deltaY > 0 && chart.dataset.whole !== undefined && !event.ctrlKey) return;
  event.preventDefault();
  const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
  want(nameOf(chart), { zoom: [Math.exp(-event.deltaY * lines * 0.002), share(chart, event.clientX, event.clientY)[0]] });
}, { passive: false });

// MARK: Keys

/** @type {Record<string, string>} */
const steps = { ArrowRight: "next", ArrowLeft: "previous", ArrowUp: "above", ArrowDown: "below", Home: "first", End: "last" };

document.addEventListener("keydown", (event) => {
  const chart = chartOf(event);
  if (!chart || event.target !== chart || event.ctrlKey || event.metaKey || event.altKey) return;
  const id = nameOf(chart);
  const step = steps[event.key];
  // Every step is sent; steps are not combined.
  if (step) say("act", { id, action: "hold", value: step });
  else if ((event.key === "+" || event.key === "=") && takes(chart, "zoom")) want(id, { zoom: [1.5, 0.5] });
  else if (event.key === "-" && takes(chart, "zoom")) want(id, { zoom: [1 / 1.5, 0.5] });
  else if (event.key === "Escape") say("act", { id, action: "dismiss" });
  else return;
  event.preventDefault();
});
