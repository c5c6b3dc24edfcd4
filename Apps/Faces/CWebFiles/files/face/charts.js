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
  // The wheel alone scrolls the page. A pinch on a touchpad arrives as a wheel with the control key.
  if (!event.ctrlKey && !event.metaKey) return;
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

// MARK: Values

/**
 * A position of a drawn chart: where it is in the picture, and its values in words.
 * @typedef {{x: number, ys: number[], place: string, words: string}} Tip
 */

/**
 * The chart whose value is shown, the index of the value, whether keys chose it, and where the picture was.
 * @type {{chart: HTMLElement, plot: HTMLElement, index: number, byKeys: boolean, left: number, top: number} | null}
 */
let tipped = null;

/**
 * The picture of a chart that the page shows, with its values.
 * @param {Element} chart
 */
function shownPlot(chart) {
  for (const plot of chart.querySelectorAll("[data-tips]")) {
    if (plot instanceof HTMLElement && plot.getBoundingClientRect().width > 0) return plot;
  }
  return null;
}

/** @param {HTMLElement} plot @returns {Tip[]} */
const tipsOf = (plot) =>
  (plot.dataset.tips ?? "").split("\n").map((line) => {
    const [x, ys, place, words] = line.split("\t");
    return { x: Number(x), ys: ys.split(" ").map(Number), place, words };
  });

/** The element with the value; screen readers announce it when it changes. */
const tipBox = document.body.appendChild(document.createElement("div"));
tipBox.className = "tip";
tipBox.setAttribute("role", "status");
tipBox.hidden = true;

/**
 * Shows a value beside its point, and marks the point.
 * @param {HTMLElement} chart
 * @param {HTMLElement} plot
 * @param {number} index
 * @param {boolean} byKeys
 */
function showTip(chart, plot, index, byKeys) {
  const picture = plot.querySelector("svg");
  const tip = tipsOf(plot)[index];
  if (!picture || !tip) return;
  if (tipped?.plot === plot && tipped.index === index && plot.querySelector(".c-tip")) return;
  hideTip();
  const box = plot.getBoundingClientRect();
  tipped = { chart, plot, index, byKeys, left: box.left, top: box.top };
  const [, top, , height, whole] = (plot.dataset.plot ?? "").split(" ").map(Number);
  const mark = document.createElementNS("http://www.w3.org/2000/svg", "path");
  mark.setAttribute("class", "c-tip");
  const rings = tip.ys.map((y) => `M${tip.x - 6} ${y}a6 6 0 1 0 12 0a6 6 0 1 0 -12 0`);
  mark.setAttribute("d", `M${tip.x} ${top}V${top + height}${rings.join("")}`);
  picture.append(mark);
  const [place, words] = [document.createElement("span"), document.createElement("b")];
  place.textContent = tip.place;
  words.textContent = tip.words;
  tipBox.replaceChildren(words, place);
  tipBox.hidden = false;
  const scale = box.width / whole;
  const own = tipBox.getBoundingClientRect();
  const left = bounded(box.left + tip.x * scale - own.width / 2, 8, Math.max(8, innerWidth - own.width - 8));
  const above = box.top + top * scale - own.height - 4;
  // The style rules of the page forbid inline styles in markup; a script may set single properties.
  tipBox.style.left = `${left}px`;
  tipBox.style.top = `${above > 8 ? above : box.top + (top + height) * scale + 4}px`;
}

/** A value that keys chose stays beside its point when the page scrolls; one under a pointer is no longer there. */
function scrolled() {
  if (!tipped) return;
  const { chart, plot, index, byKeys, left, top } = tipped;
  const box = plot.getBoundingClientRect();
  if (Math.hypot(box.left - left, box.top - top) < 2) return;
  hideTip();
  if (byKeys) showTip(chart, plot, index, true);
}

/** Marks the shown value again after an update, which draws the picture without the mark or takes it off the page. */
function keepTip() {
  if (!tipped || tipped.plot.querySelector(".c-tip")) return;
  const { chart, plot, index, byKeys } = tipped;
  hideTip();
  if (plot.isConnected) showTip(chart, plot, index, byKeys);
}

function hideTip() {
  tipped?.plot.querySelector(".c-tip")?.remove();
  tipped = null;
  tipBox.hidden = true;
}

/**
 * Shows the value nearest to a point of the window.
 * @param {PointerEvent} event
 */
function tipAt(event) {
  const chart = event.target instanceof Element ? event.target.closest(".plots") : null;
  const plot = chart && shownPlot(chart);
  if (!(chart instanceof HTMLElement) || !plot) return hideTip();
  const box = plot.getBoundingClientRect();
  const scale = Number((plot.dataset.plot ?? "").split(" ")[4]) / box.width;
  const [x, y] = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  /** @param {Tip} tip */
  const off = (tip) => Math.abs(tip.x - x) * 1000 + Math.min(...tip.ys.map((own) => Math.abs(own - y)));
  const tips = tipsOf(plot);
  let nearest = 0;
  for (const index of tips.keys()) if (off(tips[index]) < off(tips[nearest])) nearest = index;
  showTip(chart, plot, nearest, false);
}

// A mouse shows values by hovering. A finger shows the one it touches, which stays until it touches elsewhere or scrolls.
document.addEventListener("pointermove", tipAt);
document.addEventListener("pointerdown", tipAt);
document.addEventListener("pointercancel", hideTip);
document.documentElement.addEventListener("pointerleave", (event) => {
  // A finger leaves whenever it is lifted.
  if (event.pointerType === "mouse") hideTip();
});
document.addEventListener("scroll", scrolled, { capture: true, passive: true });
document.addEventListener("focusout", hideTip);

document.addEventListener("keydown", (event) => {
  const chart = event.target;
  if (!(chart instanceof HTMLElement) || !chart.matches(".plots")) return;
  if (event.key === "Escape") return hideTip();
  // The server moves the selection of a chart with gestures.
  if (chart.dataset.gestures !== undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const plot = shownPlot(chart);
  const step = steps[event.key];
  if (!plot || !step || step === "above" || step === "below") return;
  const last = tipsOf(plot).length - 1;
  const at = tipped?.chart === chart ? tipped.index : undefined;
  const next = { next: (at ?? -1) + 1, previous: (at ?? last + 1) - 1, first: 0, last }[step] ?? 0;
  event.preventDefault();
  showTip(chart, plot, bounded(next, 0, last), true);
});

// MARK: Sound

// The chart may change while its sound is kept: once it was heard it is fetched anew.
document.addEventListener("ended", (event) => {
  if (event.target instanceof HTMLAudioElement && event.target.closest(".hear")) event.target.load();
}, { capture: true });
