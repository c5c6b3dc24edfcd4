// The connection to the server, and the messages over it.

// MARK: Commands and announcements

/**
 * @param {string} verb
 * @param {Record<string, unknown>} given
 * @param {Field} [field]
 */
function say(verb, given, field) {
  const said = { n: ++count, r: revision, do: verb, with: given, ...(field && { field: field.id }) };
  waiting.push(said);
  progress();
  line?.send(said);
  if (verb === "tap" || verb === "choose") press();
}

/** @type {number | undefined} */
let patience;
/** Marks the page as busy while commands are unanswered for more than 300 ms. */
function progress() {
  page.dataset.waiting = String(waiting.length);
  if (waiting.length === 0) {
    clearTimeout(patience);
    patience = undefined;
    delete page.dataset.busy;
  } else if (patience === undefined) {
    patience = window.setTimeout(() => { page.dataset.busy = ""; }, 300);
  }
}

/**
 * @param {Spoken} words
 * @param {boolean} hasArrived
 */
function speak(words, hasArrived) {
  if (words.felt !== undefined) return feel(words.felt);
  if (words.told) return notify(words.told);
  if (words.withdrawn) return withdraw(words.withdrawn);
  if (words.photo) return pick();
  if (words.speech) return attend(words.speech);
  if (words.go) return location.assign(words.go);
  if (words.visit) return visit(words.visit, words.aside === true);
  if (words.file) {
    handOut(words.file);
    return;
  }
  const text = words.say ?? words.sorry ?? "";
  // The heading of a new screen has the focus, or a dialog has it, so the screen reader announces it already.
  const focused = document.activeElement;
  if (hasArrived && focused?.textContent === text) return;
  if (focused?.closest("[role=dialog], [role=alertdialog]")?.getAttribute("aria-label") === text) return;
  const region = byID(words.sorry !== undefined || words.urgency === "assertive" ? "shout" : "say");
  if (!region) return;
  const line = document.createElement("p");
  line.textContent = text;
  region.append(line);
  while (region.childElementCount > 3) region.firstElementChild?.remove();
  if (words.sorry !== undefined) strip(text, "sorry");
  else if (words.caption) caption(text);
}

/** Removes what was told, so that a lock leaves no words in the page. */
function hush() {
  for (const id of ["say", "shout", "caption"]) byID(id)?.replaceChildren();
  const line = byID("caption");
  if (line) line.hidden = true;
}

/**
 * Opens a page in a new tab, or a mail in the mail program; this page stays.
 * @param {string} address
 * @param {boolean} isPage
 */
function visit(address, isPage) {
  const link = document.createElement("a");
  link.href = address;
  if (isPage) [link.target, link.rel] = ["_blank", "noopener noreferrer"];
  link.click();
}

let wantsSystem = false;
/**
 * Shows a notification in the system's own list while this page is out of sight. The browser's permission is asked for at the
 * next press after the first notification, since browsers want a press before it, and a person knows by then what it is for.
 * @param {Notified} told
 */
function notify(told) {
  if (!("Notification" in window) || !("serviceWorker" in navigator)) return;
  if (Notification.permission === "default") wantsSystem = true;
  if (Notification.permission !== "granted" || !document.hidden) return;
  /** @type {NotificationOptions & {actions: {action: string, title: string}[]}} */
  const options = {
    body: told.body, tag: tagged(told.name), silent: told.silent, icon: document.querySelector("link[rel=icon]")?.getAttribute("href") ?? "",
    data: { base, link: told.link, words: `${told.title}: ${told.body}` },
    actions: told.actions.slice(0, 2).map((title, place) => ({ action: `act-${place + 1}`, title })),
  };
  navigator.serviceWorker.ready.then((worker) => worker.showNotification(told.title, options)).catch(() => {});
}

/**
 * The name of a notification in the system's list, which all products and profiles of this origin share.
 * @param {string} name
 */
const tagged = (name) => (name === "" ? "" : `${base} ${name}`);

/**
 * Takes out of the system's list what was opened, read or cleared, here or on another device.
 * @param {string[]} names
 */
function withdraw(names) {
  if (!("Notification" in window) || !("serviceWorker" in navigator) || Notification.permission !== "granted") return;
  const tags = new Set(names.map(tagged));
  const close = async () => {
    const worker = await navigator.serviceWorker.ready;
    for (const one of await worker.getNotifications()) if (tags.has(one.tag)) one.close();
  };
  close().catch(() => {});
}

document.addEventListener("click", () => {
  if (!wantsSystem) return;
  wantsSystem = false;
  if (Notification.permission === "default") Notification.requestPermission().catch(() => {});
});

/**
 * Goes to the place of a notification that was pressed in the system's list, or does what the pressed button says: by the button
 * of its banner while that is shown. Without its banner a button other than the first leads to the history, which offers the same.
 * @param {string} link
 * @param {string} action
 * @param {string} words
 */
function follow(link, action, words) {
  const banner = byID("toast");
  const button = banner?.textContent?.includes(words) ? banner.querySelector(`button[id$='${action}']`) : null;
  if (button instanceof HTMLElement) return button.click();
  if (action !== "act-1") return say("open", { route: "/notifications" });
  // The signature is for links from elsewhere; this window made it itself.
  let address;
  try { address = new URL(link); } catch { return; }
  for (const name of ["expires", "signature"]) address.searchParams.delete(name);
  say("open", { route: `${address.pathname}${address.search}` });
}
if ("serviceWorker" in navigator) {
  navigator.serviceWorker.addEventListener("message", (event) => {
    const { base: place, link, action, words } = event.data ?? {};
    if (place !== base || typeof link !== "string") return;
    follow(link, action === "act-2" ? action : "act-1", typeof words === "string" ? words : "");
  });
}

// MARK: Connections

/** @typedef {{send: (said: Said) => void, close: () => void}} Line */
/** @type {Line | null} */
let line = null;
let tries = 0;
let hasHeard = false;
let usesSocket = "WebSocket" in window;

/** @param {Said} said */
const written = ({ n, r, do: verb, with: given }) => JSON.stringify({ n, r, do: verb, with: given });

/** The person's language and time zone, as the browser knows them. */
const region = () => ({ locale: navigator.language, zone: Intl.DateTimeFormat().resolvedOptions().timeZone });
/** What the server was told last. */
let toldRegion = "";

function query() {
  toldRegion = JSON.stringify(region());
  return new URLSearchParams({ tab, revision: String(hasHeard ? -1 : revision), path, ...region() }).toString();
}

function connect() {
  line?.close();
  line = usesSocket ? socketLine() : eventLine();
}

function opened() {
  tries = 0;
  hasHeard = true;
  strip("", "away");
}

/** Sends unacknowledged commands again with their numbers, by which the server ignores repeats. */
function repeat() {
  for (const said of waiting) line?.send(said);
}

/** @returns {Line} */
function socketLine() {
  const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${base}/-/live?${query()}`);
  let isOpen = false;
  socket.onmessage = (event) => {
    const told = JSON.parse(event.data);
    const isFirst = !isOpen;
    isOpen = true;
    if (isFirst) opened();
    hear(told);
    if (isFirst) repeat();
  };
  socket.onclose = (event) => {
    if (line !== own) return;
    line = null;
    if (event.code === 4001) tab = "";
    // After three failed attempts the network is assumed to block WebSockets.
    if (!hasHeard && !isOpen && tries >= 2) usesSocket = false;
    lost();
  };
  const own = {
    send: (/** @type {Said} */ said) => { if (isOpen && socket.readyState === WebSocket.OPEN) socket.send(written(said)); },
    close: () => socket.close(),
  };
  return own;
}

/** @returns {Line} */
function eventLine() {
  const events = new EventSource(`${base}/-/events?${query()}`);
  let isOpen = false;
  /** The last request. Requests are sent one at a time, so that commands arrive in order. */
  let last = Promise.resolve();
  events.onmessage = (event) => {
    const told = JSON.parse(event.data);
    const isFirst = !isOpen;
    isOpen = true;
    if (isFirst) opened();
    hear(told);
    if (isFirst) repeat();
  };
  events.onerror = () => {
    if (line !== own) return;
    line = null;
    events.close();
    lost();
  };
  const own = {
    send: (/** @type {Said} */ said) => {
      if (!isOpen) return;
      last = last.then(async () => {
        const answer = await fetch(`${base}/-/do?tab=${encodeURIComponent(tab)}`, {
          method: "POST", headers: { "content-type": "application/json" }, body: written(said),
        }).catch(() => null);
        if (!answer?.ok) events.onerror?.(new Event("error"));
      });
    },
    close: () => events.close(),
  };
  return own;
}

function lost() {
  tries += 1;
  if (tries > 1) strip("Troupe does not answer. What you type stays here and is sent as soon as it does.", "away");
  // Exponential backoff, with jitter so that tabs do not reconnect at the same time.
  window.setTimeout(connect, Math.min(250 * 2 ** Math.min(tries, 5), 5000) * (0.75 + Math.random() / 2));
}

/** @type {number | undefined} */
let stripping;
/**
 * Shows a message above the page. An empty text hides the message of that kind.
 * @param {string} text
 * @param {string} kind
 */
function strip(text, kind) {
  const strip = byID("away");
  if (!strip || (text === "" && strip.dataset.kind !== kind)) return;
  strip.hidden = text === "";
  strip.textContent = text;
  strip.dataset.kind = kind;
  clearTimeout(stripping);
  if (kind === "sorry") stripping = window.setTimeout(() => { strip.hidden = true; }, 8000);
}

/**
 * @param {string} name
 * @param {string} value
 */
function setHidden(name, value) {
  const field = document.querySelector(`#acts input[name="${name}"]`);
  if (field instanceof HTMLInputElement) field.value = value;
}

// MARK: Start

// A page restored from the back-forward cache has missed messages.
window.addEventListener("pageshow", (event) => { if (event.persisted) connect(); });
// A computer that woke up may be in another time zone.
document.addEventListener("visibilitychange", () => {
  if (document.hidden || toldRegion === JSON.stringify(region())) return;
  toldRegion = JSON.stringify(region());
  say("region", region());
});
window.addEventListener("online", () => { if (!line) connect(); });
window.addEventListener("beforeunload", (event) => { if ((typed.size > 0 && !line) || sending) event.preventDefault(); });
begin();
resume();
page.dataset.live = "";
// Input from before this script ran, or kept by the browser over a reload, counts as typed.
for (const field of fields(document)) {
  if (field.dataset.set === "edit" && !(field instanceof HTMLSelectElement) && field.value !== field.defaultValue) typed.add(field.id);
}
connect();
resend();
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/-/away.js", { scope: "/" }).catch(() => {});
