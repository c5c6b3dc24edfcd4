// Clicks, keys and touch gestures.

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  for (const fold of document.querySelectorAll("details.menu[open]")) {
    if (!fold.contains(target)) fold.removeAttribute("open");
  }
  const control = target?.closest("[data-do]");
  if (!(control instanceof HTMLElement)) return;
  // With a modifier key a link opens in a new tab, as usual.
  if (control instanceof HTMLAnchorElement && (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) return;
  event.preventDefault();
  if (control.getAttribute("aria-disabled") === "true") return;
  const field = document.activeElement;
  if (field instanceof HTMLElement && typed.has(field.id)) commit(/** @type {Field} */ (/** @type {unknown} */ (field)));
  if (!byID("frame-dialog")?.contains(control)) {
    behind = control.id || control.dataset.for || "";
    nearby = rowsAround(control);
  }
  const fold = control.closest("details.menu");
  // The focus stays with the row: a choice of a closed menu cannot have it.
  if (fold?.contains(document.activeElement)) fold.querySelector("summary")?.focus({ preventScroll: true });
  if (fold) fold.removeAttribute("open");
  say("tap", { id: control.dataset.for ?? control.id });
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented) return;
  const fold = document.querySelector("details.menu[open]");
  if (fold) {
    fold.removeAttribute("open");
    fold.querySelector("summary")?.focus();
    return;
  }
  const dialog = byID("frame-dialog")?.querySelector("[data-dismiss]");
  if (dialog instanceof HTMLElement) say("act", { id: dialog.dataset.dismiss, action: "dismiss" });
});

// The main act of the product.
document.addEventListener("keydown", (event) => {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented;
  const target = event.target instanceof Element ? event.target : null;
  if (event.key !== "n" || !isPlain || isCovered || target?.closest("input, select, textarea")) return;
  const act = document.querySelector("[aria-keyshortcuts=n]");
  if (!(act instanceof HTMLElement)) return;
  event.preventDefault();
  act.click();
});

// In a tab list the arrow keys move the focus from tab to tab.
document.addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const current = event.target instanceof Element ? event.target.closest("[role=tab]") : null;
  if (!step || !current) return;
  const all = [...(current.closest("[role=tablist]")?.querySelectorAll("[role=tab]") ?? [])];
  const next = all[(all.indexOf(current) + step + all.length) % all.length];
  if (next instanceof HTMLElement) {
    event.preventDefault();
    next.focus();
  }
});

/**
 * The start of a touch on an element that can be swiped.
 * @type {{id: string, x: number, y: number} | null}
 */
let swipe = null;
document.addEventListener("pointerdown", (event) => {
  const part = event.target instanceof Element ? event.target.closest("[data-swipe]") : null;
  swipe = part instanceof HTMLElement && event.pointerType === "touch"
    ? { id: part.dataset.swipe ?? part.id, x: event.clientX, y: event.clientY } : null;
});
document.addEventListener("pointerup", (event) => {
  if (!swipe) return;
  const [x, y] = [event.clientX - swipe.x, event.clientY - swipe.y];
  if (Math.abs(x) > 48 && Math.abs(x) > 2 * Math.abs(y)) say("act", { id: swipe.id, action: "swipe", value: x < 0 ? 1 : -1 });
  swipe = null;
});

/**
 * The start of a touch while the page was at its top without a dialog.
 * @type {{x: number, y: number} | null}
 */
let pull = null;
document.addEventListener("touchstart", ({ touches }) => {
  const isFree = touches.length === 1 && window.scrollY <= 0 && !byID("frame-dialog")?.childElementCount;
  const onChart = touches[0]?.target instanceof Element && touches[0].target.closest("[data-gestures]");
  pull = isFree && !onChart ? { x: touches[0].clientX, y: touches[0].clientY } : null;
}, { passive: true });
document.addEventListener("touchmove", ({ touches }) => { if (touches.length !== 1 || window.scrollY > 0) pull = null; }, { passive: true });
document.addEventListener("touchcancel", () => { pull = null; });
document.addEventListener("touchend", ({ changedTouches }) => {
  const [x, y] = pull ? [changedTouches[0].clientX - pull.x, changedTouches[0].clientY - pull.y] : [0, 0];
  pull = null;
  if (y > 96 && y > 2 * Math.abs(x)) say("refresh", {});
});
