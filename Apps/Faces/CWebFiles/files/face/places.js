// Navigation: dialogs, focus, the browser's history and the scroll position.

// MARK: Dialogs

/**
 * The identifier of the element that opened the dialog.
 * @type {string}
 */
let behind = "";

/**
 * The identifiers of the rows around that element, for the case that its own row is gone afterwards; null outside of rows.
 * @type {string[] | null}
 */
let nearby = null;

let isCovered = false;

/**
 * Makes everything behind a dialog inert, and moves the focus into the dialog or back.
 * @param {boolean} isModal
 */
function cover(isModal) {
  for (const part of document.querySelectorAll(".skip, #frame-chrome, #frame-main")) part.toggleAttribute("inert", isModal);
  const wasCovered = isCovered;
  isCovered = isModal;
  if (isModal) {
    const dialog = byID("frame-dialog")?.firstElementChild;
    if (dialog?.contains(document.activeElement)) return;
    const first = dialog?.classList.contains("sheet") ? headingOf(dialog) : dialog?.querySelector("[autofocus], input:not([type=hidden]), select, textarea, button, a[href]");
    if (first instanceof HTMLElement) first.focus();
  } else if (wasCovered) {
    const back = behind && byID(behind);
    if (back) refocusOn(back);
    else succeed(nearby);
    if (document.activeElement === body || !document.activeElement) byID("frame-main")?.focus();
  }
}

// MARK: Focus and history

/**
 * Restores the focus after an update: to the node that replaced the focused one, or to another control of its group if
 * it is gone. If its whole row is gone, the next row gets it, and otherwise the heading of its part of the screen.
 * @param {Element | null} focused
 * @param {string | undefined} holder the identifier of what holds the focused control and its hint
 * @param {HTMLFieldSetElement | null | undefined} around
 * @param {string[] | null} rows the rows around it before the update
 * @param {string[]} parts the parts of the screen around it before the update
 */
function refocus(focused, holder, around, rows, parts) {
  if (!focused || focused === body) return;
  const id = focused?.id || focused?.getAttribute("data-for") || holder;
  const again = (id && byID(id)) || (around?.isConnected ? around : null);
  if (again && document.activeElement === body) refocusOn(again);
  if (document.activeElement === body) succeed(rows, parts);
}

/**
 * The identifiers of the parts of the screen around an element, nearest first.
 * @param {Element | null} node
 * @returns {string[]}
 */
function partsAround(node) {
  const names = [];
  for (let part = node?.parentElement; part && !part.id.startsWith("frame-"); part = part.parentElement) {
    if (part.id) names.push(part.id);
  }
  return names;
}

/**
 * The identifiers of the rows around an element, nearest first: those below its own, then those above. Null outside of rows.
 * @param {Element | null} node
 * @returns {string[] | null}
 */
function rowsAround(node) {
  let row = node?.closest(".rows > .row");
  if (!row) return null;
  const names = [];
  for (; row?.parentElement; row = row.parentElement.closest(".rows > .row")) {
    const rows = [...row.parentElement.children];
    const at = rows.indexOf(row);
    names.push(...[...rows.slice(at + 1), ...rows.slice(0, at).reverse()].map((one) => one.id));
  }
  return names.filter((name) => name !== "");
}

/**
 * Moves the focus from what is gone to the first of these rows that is there, or else to the heading of the first of these
 * parts that is there, or of the screen.
 * @param {string[] | null} rows
 * @param {string[]} parts
 */
function succeed(rows, parts = []) {
  for (const name of rows ?? []) {
    const row = byID(name);
    if (!row) continue;
    refocusOn(row);
    if (document.activeElement !== body) return;
  }
  for (const name of parts) {
    const heading = byID(name)?.querySelector("h1, h2, h3, h4");
    if (!(heading instanceof HTMLElement)) continue;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    if (document.activeElement === heading) return;
  }
  const dialog = byID("frame-dialog")?.firstElementChild;
  headingOf(dialog ?? byID("frame-main"))?.focus({ preventScroll: true });
}

/** @param {HTMLElement} node */
function refocusOn(node) {
  // A choice of a closed menu cannot have the focus; what opens the menu can.
  const menu = node.closest("details.menu:not([open])")?.querySelector("summary");
  if (menu) return menu.focus({ preventScroll: true });
  node.focus({ preventScroll: true });
  if (document.activeElement !== node) {
    const control = node.querySelector("input, select, textarea, button, a[href], summary");
    if (control instanceof HTMLElement) control.focus({ preventScroll: true });
  }
}

/**
 * The path of the screen from which the sheet in front was opened.
 * @type {string}
 */
let below = "";

/**
 * Returns the first heading, which can take the focus then.
 * @param {Element | null} part
 * @returns {HTMLElement | null}
 */
function headingOf(part) {
  const heading = part?.querySelector("h1");
  if (!(heading instanceof HTMLElement)) return null;
  heading.tabIndex = -1;
  return heading;
}

/**
 * Handles a new screen: restores its scroll position and focuses its heading. A screen that was only covered by a sheet
 * stays as it is.
 * @param {string} before the path of the screen before
 * @param {number} scroll
 */
function arrive(before, scroll) {
  for (const fold of document.querySelectorAll("details.menu[open]")) fold.removeAttribute("open");
  const sheet = document.querySelector("#frame-dialog > .sheet");
  if (sheet) {
    if (!below) below = before;
    sheet.scrollTop = 0;
    headingOf(sheet)?.focus({ preventScroll: true });
    return;
  }
  const isUncovered = below === path;
  below = "";
  if (isUncovered) return;
  window.scrollTo(0, scroll);
  lastScroll = scroll;
  headingOf(byID("frame-main"))?.focus({ preventScroll: true });
}

/**
 * Returns the end of a conversation, whose composer stands below its messages: who opens one wants to see the newest. Null on
 * any other screen.
 * @returns {number | null}
 */
function conversationEnd() {
  const log = byID("frame-main")?.querySelector(".log");
  const composer = log?.parentElement?.querySelector(":scope > .composer textarea");
  return composer ? document.documentElement.scrollHeight : null;
}

/** Whether the end of a conversation is seen, or nearly. */
function isAtConversationEnd() {
  const end = conversationEnd();
  return end !== null && window.innerHeight + window.scrollY >= end - 120;
}

function showConversationEnd() {
  const end = conversationEnd();
  if (end !== null) window.scrollTo(0, end);
}

/**
 * The addresses of this tab, as in the browser's history.
 * @type {string[]}
 */
let places = [];
let place = 0;
let isLeaving = false;

function begin() {
  const kept = history.state;
  if (kept && Array.isArray(kept.places) && typeof kept.place === "number") ({ places, place } = kept);
  places[place] = path;
  history.replaceState({ places, place }, "", path);
  if (byID("frame-dialog")?.firstElementChild) cover(true);
  if (window.scrollY === 0) showConversationEnd();
}

const shelf = `window of ${base}`;

/** After a reload, continues in the same window with its state. */
function resume() {
  const [loading] = performance.getEntriesByType("navigation");
  const kept = loading instanceof PerformanceNavigationTiming && loading.type === "reload" ? drawer()?.getItem(shelf) : null;
  if (!kept) return;
  tab = kept;
  revision = -1;
  setHidden("tab", tab);
}

/** The session storage of the tab; null if the browser's settings forbid it. */
function drawer() {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** Updates the address and the history to the shown screen. */
function remember() {
  setHidden("revision", String(revision));
  setHidden("path", path);
  body.dataset.path = path;
  if (isLeaving || places[place] === path) return;
  if (place > 0 && places[place - 1] === path) {
    isLeaving = true;
    history.back();
    return;
  }
  places = [...places.slice(0, place + 1), path];
  place += 1;
  history.pushState({ places, place }, "", path);
}

window.addEventListener("popstate", (event) => {
  const next = typeof event.state?.place === "number" ? event.state.place : 0;
  if (Array.isArray(event.state?.places)) places = event.state.places;
  const isBack = next === place - 1;
  place = next;
  if (isLeaving) {
    isLeaving = false;
    remember();
    return;
  }
  const wanted = location.pathname + location.search;
  if (wanted === path) return;
  if (isBack) say("back", {});
  else say("open", { route: wanted.slice(base.length) || "/" });
});

let lastScroll = 0;
/** @type {number | undefined} */
let scrolling;
window.addEventListener("scroll", () => {
  clearTimeout(scrolling);
  scrolling = window.setTimeout(() => {
    const now = Math.round(window.scrollY);
    if (Math.abs(now - lastScroll) < 8) return;
    lastScroll = now;
    say("act", { id: "screen", action: "scroll", value: now });
  }, 400);
}, { passive: true });
