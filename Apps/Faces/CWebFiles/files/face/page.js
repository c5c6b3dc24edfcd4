// The client of the web face. The server sends the page as HTML, and later changes to it. This script applies the changes
// without disturbing focus, caret or unfinished input, and sends the person's commands. It makes no decisions. Without it
// the page works as a form.
//
// The types are in the comments; `tsc --checkJs` checks the code against them.
// @ts-check
"use strict";

/** @typedef {["own" | "whole", string, string] | ["insert", string, string | null, string] | ["remove", string] | ["move", string, string, string | null]} Change */
/** @typedef {{title: string, body: string, name: string, link: string, silent: boolean, actions: string[]}} Notified */
/** @typedef {{kind: string, vibration: number[], pitches: {hertz: number, milliseconds: number}[], caption?: string, marksEdge: boolean}} Cue */
/** @typedef {{say?: string, urgency?: string, caption?: boolean, felt?: Cue, told?: Notified, withdrawn?: string[], photo?: boolean, speech?: SpeechAsk, go?: string, visit?: string, aside?: boolean, file?: Offered, sorry?: string, code?: string, at?: number}} Spoken */
/** @typedef {{theme: string, scheme: string, text: number, motion: string, contrast: string, limits: string, switches: string, keys: string, captions: boolean, press: string | null}} Look */
/** @typedef {{tab?: string, revision: number, done?: number, areas?: Record<string, string>, changes?: Change[], path?: string, title?: string, scroll?: number, look?: Look, modal?: boolean, busy?: boolean, spoken?: Spoken[], push?: string, sign?: string, badge?: number}} Told */
/** @typedef {{n: number, r: number, do: string, with: Record<string, unknown>, field?: string}} Said */
/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Field */

const page = document.documentElement;
const body = document.body;
const base = body.dataset.base ?? "";
let tab = body.dataset.tab ?? "";
let revision = Number(body.dataset.revision);
let path = body.dataset.path ?? "";
/** The number of the last command, and the commands that the server has not acknowledged yet. */
let count = 0;
/** @type {Said[]} */
let waiting = [];
/**
 * The identifiers of fields with input that was not sent yet.
 * @type {Set<string>}
 */
const typed = new Set();

/** @param {string} id */
const byID = (id) => document.getElementById(id);

// MARK: Incoming messages

/** @param {Told} told */
function hear(told) {
  if (told.tab !== undefined && told.tab !== tab) moved(told.tab);
  if (told.tab !== undefined) introduced(told.done ?? 0);
  if (told.done !== undefined) acknowledge(told.done);
  revision = told.revision;
  const before = path;
  const isFollowing = isAtConversationEnd();
  if (told.path !== undefined) path = told.path;
  const focused = document.activeElement;
  const around = focused?.closest("fieldset");
  const rows = rowsAround(focused);
  // A control beside its hint has no identifier of its own; the element that holds both has.
  const holder = focused?.closest(".held")?.id;
  const parts = partsAround(focused);
  if (told.areas) for (const [id, html] of Object.entries(told.areas)) fill(id, html);
  // A search that takes many rows away at once shows what is left at once.
  const isGentle = (told.changes ?? []).filter(([kind]) => kind === "remove").length <= 3;
  for (const change of told.changes ?? []) apply(change, isGentle);
  if (told.look) dress(told.look);
  if (told.title !== undefined) document.title = told.title;
  if (told.modal !== undefined) cover(told.modal);
  if (told.busy !== undefined) body.toggleAttribute("data-busy", told.busy);
  if (path !== before) arrive(before, told.scroll ?? 0);
  else if (told.modal === undefined && focused !== document.activeElement) refocus(focused, holder, around, rows, parts);
  // A question may have taken the place of the sheet, or the sheet that of its question.
  if (isCovered && document.activeElement === body) cover(true);
  for (const field of fields(document)) settle(field);
  showScanned();
  showSending();
  keepTip();
  if (path !== before ? !told.scroll : isFollowing) showConversationEnd();
  remember();
  if (path !== before && path.endsWith("/locked")) hush();
  for (const words of told.spoken ?? []) speak(words, path !== before);
  if (told.push !== undefined) wish(told.push, told.sign ?? "");
  if (told.badge !== undefined) showUnread(told.badge);
  progress();
}

/**
 * Handles a new tab identifier. The server has no state of the old tab any more.
 * @param {string} name
 */
function moved(name) {
  tab = name;
  setHidden("tab", name);
  // Typed text is sent again; a tap is not, since it may have been carried out.
  const again = waiting.filter((said) => said.do === "type" || said.field !== undefined);
  waiting = [];
  count = 0;
  for (const said of again) {
    said.n = ++count;
    // The command is valid at any revision of the page; this exceeds all of them.
    said.r = 2 ** 52;
    waiting.push(said);
  }
}

let isIntroduced = false;

/**
 * Continues the numbering of commands from an earlier page of the same window.
 * @param {number} done
 */
function introduced(done) {
  drawer()?.setItem(shelf, tab);
  if (isIntroduced) return;
  isIntroduced = true;
  count += done;
  for (const said of waiting) said.n += done;
  tellSpeech();
}

/** @param {number} done */
function acknowledge(done) {
  waiting = waiting.filter((said) => said.n > done);
  resend();
  ask();
}

/**
 * @param {Change} change
 * @param {boolean} isGentle whether a removed row shrinks away
 */
function apply(change, isGentle) {
  switch (change[0]) {
    case "own":
    case "whole": {
      const old = byID(change[1]);
      if (old) become(old, parsed(change[2]), change[0] === "own");
      break;
    }
    case "insert": {
      const [, parent, before, html] = change;
      const made = parsed(html);
      byID(made.id)?.remove();
      put(made, parent, before);
      break;
    }
    case "remove": {
      const gone = byID(change[1]);
      if (gone && isGentle) leave(gone);
      else gone?.remove();
      break;
    }
    case "move": {
      const node = byID(change[1]);
      if (node) put(node, change[2], change[3]);
    }
  }
}

/**
 * Removes an element. A row of a list shrinks away, unless the reader wants no motion. Meanwhile nothing reaches it.
 * @param {HTMLElement} node
 */
function leave(node) {
  if (document.hidden || !node.matches(".rows > .row, .list:has(> .rows > .row:only-child)")) return node.remove();
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && node.contains(focused)) focused.blur();
  node.style.setProperty("--height", `${node.offsetHeight}px`);
  for (const part of [node, ...node.querySelectorAll("*")]) {
    for (const name of ["id", "name", "data-in", "data-do", "data-for", "data-set"]) part.removeAttribute(name);
  }
  node.inert = true;
  node.setAttribute("aria-hidden", "true");
  node.dataset.leaving = "";
  const running = getComputedStyle(node).animationName === "leave" ? node.getAnimations() : [];
  if (running.length === 0) return node.remove();
  void Promise.allSettled(running.map((animation) => animation.finished)).then(() => node.remove());
}

/**
 * @param {string} html
 * @returns {HTMLElement}
 */
function parsed(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return /** @type {HTMLElement} */ (template.content.firstElementChild);
}

/**
 * The tag that contains an element's children.
 * @param {string} id
 * @returns {Element | null}
 */
const inside = (id) => document.querySelector(`[data-in="${CSS.escape(id)}"]`);

/**
 * @param {Element} node
 * @param {string} parent
 * @param {string | null} before
 */
function put(node, parent, before) {
  const place = inside(parent);
  if (!place) return;
  const next = before === null ? null : byID(before);
  const target = next && next.parentElement === place ? next : null;
  const mover = /** @type {{moveBefore?: (node: Node, next: Node | null) => void}} */ (/** @type {unknown} */ (place));
  // With `moveBefore`, a moved node keeps its focus and its caret.
  if (node.isConnected && mover.moveBefore) mover.moveBefore(node, target);
  else place.insertBefore(node, target);
}

/**
 * Replaces the content of an area.
 * @param {string} id
 * @param {string} html
 */
function fill(id, html) {
  const area = byID(id);
  if (!area) return;
  const template = document.createElement("template");
  template.innerHTML = html;
  align(area, [...template.content.childNodes], false);
}

/**
 * Updates the old node to equal the new one. Descendants that correspond keep their nodes.
 * @param {Element} old @param {Element} fresh @param {boolean} ownOnly the children stay as they are
 * @returns {Element} the node that is on the page afterwards
 */
function become(old, fresh, ownOnly) {
  if (old.tagName !== fresh.tagName || old.getAttribute("type") !== fresh.getAttribute("type")) {
    if (ownOnly) {
      const from = old.matches("[data-in]") ? old : old.querySelector(`[data-in="${CSS.escape(old.id)}"]`);
      const to = fresh.matches("[data-in]") ? fresh : fresh.querySelector("[data-in]");
      if (from && to) to.append(...from.childNodes);
    }
    old.replaceWith(fresh);
    return fresh;
  }
  for (const { name } of [...old.attributes]) {
    // The reader's choice to open a fold persists.
    if (!fresh.hasAttribute(name) && !(name === "open" && old.tagName === "DETAILS")) old.removeAttribute(name);
  }
  for (const { name, value } of [...fresh.attributes]) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (ownOnly && fresh.hasAttribute("data-in")) return old;
  align(old, [...fresh.childNodes], ownOnly);
  return old;
}

/**
 * @param {Element} parent
 * @param {ChildNode[]} wanted
 * @param {boolean} ownOnly
 */
function align(parent, wanted, ownOnly) {
  let at = parent.firstChild;
  for (const node of wanted) {
    const match = partner(node, at, parent);
    if (match === null) {
      parent.insertBefore(node, at);
      continue;
    }
    if (match !== at) parent.insertBefore(match, at);
    at = match.nextSibling;
    if (node instanceof Element && match instanceof Element) become(match, node, ownOnly);
    else if (match.nodeValue !== node.nodeValue) match.nodeValue = node.nodeValue;
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

/**
 * The existing node that corresponds to a new one: by identifier, otherwise by position.
 * @param {ChildNode} node
 * @param {ChildNode | null} at
 * @param {Element} parent
 * @returns {ChildNode | null}
 */
function partner(node, at, parent) {
  if (node instanceof Element && node.id) {
    const same = byID(node.id);
    return same && same.parentElement === parent ? same : null;
  }
  if (!at || at.nodeType !== node.nodeType) return null;
  if (!(at instanceof Element) || !(node instanceof Element)) return at;
  return !at.id && at.tagName === node.tagName ? at : null;
}

/** @param {Look} look */
function dress(look) {
  page.dataset.theme = look.theme;
  page.dataset.scheme = look.scheme;
  page.dataset.text = String(look.text);
  page.dataset.motion = look.motion;
  page.dataset.contrast = look.contrast;
  page.dataset.limits = look.limits;
  dressSwitches(look);
  if (look.captions) page.dataset.captions = "";
  else delete page.dataset.captions;
  if (look.press === null) delete page.dataset.press;
  else page.dataset.press = look.press;
}
