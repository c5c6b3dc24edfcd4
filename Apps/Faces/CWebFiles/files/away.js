// The service worker. While the server is gone, it serves one page that says so and reloads once the server is back. A press on
// a notification leads to the page that showed it. What comes as a push is shown if the server signed it for a place here, which the
// worker checks with a key of that place. It stores no data of a person, and passes every other request to the server.
// @ts-check
"use strict";

const SHELF = "away-1";
const PAGE = "/-/gone";

/** @typedef {Event & {waitUntil: (done: Promise<unknown>) => void}} Lasting */
/** @typedef {Event & {request: Request, preloadResponse?: Promise<Response | undefined>, respondWith: (answer: Promise<Response>) => void}} Asked */
/** @typedef {{registration: ServiceWorkerRegistration}} Registered */

self.addEventListener("install", (event) => {
  const keep = async () => {
    const shelf = await caches.open(SHELF);
    const page = await fetch(PAGE);
    const text = await page.clone().text();
    await shelf.put(PAGE, page);
    // The style sheet, scripts and icons of the page.
    const files = [...text.matchAll(/(?:href|src)="(\/-\/[^"]+)"/g)].map((match) => match[1]);
    await shelf.addAll([...new Set(files)]);
  };
  /** @type {Lasting} */ (event).waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (name !== SHELF) await caches.delete(name);
    // A navigation fetched by the worker lacks the headers of one, so the server would refuse a link from another site.
    await /** @type {Registered} */ (/** @type {unknown} */ (self)).registration.navigationPreload?.enable();
  };
  /** @type {Lasting} */ (event).waitUntil(tidy());
});

/** @typedef {Lasting & {notification: Notification, action?: string}} Pressed */
/** @typedef {{matchAll: (options: {type: string, includeUncontrolled: boolean}) => Promise<{url: string, visibilityState: string, focus: () => Promise<unknown>, postMessage: (words: unknown) => void}[]>, openWindow: (address: string) => Promise<unknown>}} Shown */

self.addEventListener("fetch", (event) => {
  const asked = /** @type {Asked} */ (event);
  const { request } = asked;
  // The offline page's probe must reach the server.
  if (request.headers.has("x-look")) return;
  const { pathname } = new URL(request.url);
  if (request.mode === "navigate") {
    const answer = async () => (await asked.preloadResponse) ?? fetch(request);
    asked.respondWith(answer().catch(async () => (await caches.match(PAGE)) ?? Response.error()));
  } else if (request.method === "GET" && pathname.startsWith("/-/")) {
    asked.respondWith(fetch(request).catch(async () => (await caches.match(request, { ignoreSearch: true })) ?? Response.error()));
  }
});

// MARK: Notifications

/** @typedef {{title?: unknown, body?: unknown, link?: unknown, id?: unknown, channel?: unknown, echo?: unknown, expires?: unknown, signature?: unknown}} Pushed */

/** The least that is shown of what its server has not signed for a place here, or what is too old or came before. */
const UNSIGNED = "unsigned";
/** As many signatures are remembered as came lately, until they expire. */
const MOST_SHOWN = 500;

self.addEventListener("push", (event) => {
  const pushed = /** @type {Lasting & {data: {json: () => unknown} | null}} */ (event);
  const show = async () => {
    /** @type {Pushed} */
    let said = {};
    try {
      const read = pushed.data?.json();
      if (typeof read === "object" && read !== null) said = read;
    } catch {
      // A browser demands that something is shown.
    }
    const { registration } = /** @type {Registered} */ (/** @type {unknown} */ (self));
    const place = typeof said.link === "string" ? placeOf(said.link) : "";
    const [title, body, link, id] = [said.title, said.body, said.link, said.id].map(String);
    // As the pages tag theirs, so that one notification is in the list once.
    const tag = `${place} ${id}`;
    const standing = await standingOf(said, place).catch(() => "forged");
    if (standing !== "new") {
      if (standing === "shown" && (await registration.getNotifications({ tag })).length > 0) return;
      return registration.showNotification("Notification", { tag: UNSIGNED, silent: true, data: { link: "/" } });
    }
    if (said.echo === true && (await isInFront(place))) return;
    /** @type {NotificationOptions & {actions: {action: string, title: string}[]}} */
    const options = {
      body, data: { link }, tag, icon: `/-/icon/${place.split("/")[1]}.svg`,
      actions: [{ action: "open", title: "Open" }, { action: "all", title: "All notifications" }],
    };
    await registration.showNotification(title, options);
  };
  pushed.waitUntil(show());
});

self.addEventListener("notificationclick", (event) => {
  const { notification, action } = /** @type {Pressed} */ (event);
  notification.close();
  const { base, link, words } = notification.data ?? {};
  const pages = /** @type {{clients: Shown}} */ (/** @type {unknown} */ (self)).clients;
  const lead = async () => {
    // One that a page has shown leads to that page, which knows its link.
    if (typeof base === "string") {
      const page = (await pages.matchAll({ type: "window", includeUncontrolled: true })).find((one) => isBeneath(base, one));
      if (!page) return pages.openWindow(`${base}/notifications`);
      await page.focus();
      return page.postMessage({ base, link, words, action });
    }
    // Nothing but a path of this server is opened.
    const isOwn = typeof link === "string" && /^\/(?![/\\])/.test(link);
    if (isOwn && action === "all") return pages.openWindow(`${placeOf(link)}/notifications`);
    return pages.openWindow(isOwn ? link : "/");
  };
  /** @type {Lasting} */ (event).waitUntil(lead());
});

/**
 * Whether a page belongs to a person's place in a product.
 * @param {string} base
 * @param {{url: string}} page
 */
function isBeneath(base, { url }) {
  return `${new URL(url).pathname}/`.startsWith(`${base}/`);
}

/**
 * A person's place in a product, from a link into it, such as "/volvox/jonas"; empty for any other link.
 * @param {string} link
 */
function placeOf(link) {
  return /^\/[a-z]+\/[^/?#]+/.exec(link)?.[0] ?? "";
}

/**
 * Whether a person looks at a page of that place, so that it has shown the notification itself.
 * @param {string} base
 */
async function isInFront(base) {
  const { clients } = /** @type {{clients: Shown}} */ (/** @type {unknown} */ (self));
  const all = await clients.matchAll({ type: "window", includeUncontrolled: true });
  return all.some((page) => page.visibilityState === "visible" && isBeneath(base, page));
}

// MARK: Signatures

/**
 * The standing of a payload: "new" if the server has signed exactly this for a place here, it is of use, and it did not come before.
 * @param {Pushed} said
 * @param {string} place
 * @returns {Promise<"new" | "shown" | "expired" | "forged">}
 */
async function standingOf(said, place) {
  const { id, title, body, link, channel = "", echo = false, expires, signature } = said;
  const texts = [id, title, body, link, channel];
  if (place === "" || typeof signature !== "string" || typeof expires !== "number") return "forged";
  if (!texts.every((one) => typeof one === "string" && one.length <= 1024)) return "forged";
  const key = await kept("keys", "readonly", (store) => store.get(place));
  if (!(key instanceof CryptoKey)) return "forged";
  const encoder = new TextEncoder();
  const fields = ["troupe push 1", ...texts.map(String), String(echo === true), String(expires)];
  const signed = encoder.encode(fields.map((one) => `${encoder.encode(one).length}:${one}`).join(""));
  if (!(await crypto.subtle.verify("HMAC", key, bytesOf(signature), signed))) return "forged";
  const now = Date.now() / 1000;
  if (expires <= now) return "expired";
  return (await remember(signature, expires, now)) ? "new" : "shown";
}

/**
 * Remembers a signature until it expires; false if it was known.
 * @param {string} signature
 * @param {number} expires
 * @param {number} now
 */
async function remember(signature, expires, now) {
  if ((await kept("shown", "readonly", (store) => store.get(signature))) !== undefined) return false;
  const old = await kept("shown", "readonly", (store) => store.getAllKeys());
  for (const [place, one] of old.entries()) {
    const end = await kept("shown", "readonly", (store) => store.get(one));
    if (end <= now || place < old.length - MOST_SHOWN) await kept("shown", "readwrite", (store) => store.delete(one));
  }
  await kept("shown", "readwrite", (store) => store.put(expires, signature));
  return true;
}

/**
 * Asks a store of this origin: "keys" has a key for each place, which verifies and cannot be read; "shown" has signatures.
 * @param {string} name
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest} ask
 * @returns {Promise<any>}
 */
function kept(name, mode, ask) {
  return new Promise((done, fail) => {
    const opening = indexedDB.open("push", 1);
    opening.onupgradeneeded = () => ["keys", "shown"].forEach((one) => opening.result.createObjectStore(one));
    opening.onerror = () => fail(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const change = database.transaction(name, mode);
      const asked = ask(change.objectStore(name));
      change.oncomplete = () => {
        database.close();
        done(asked.result);
      };
      change.onabort = () => fail(change.error);
    };
  });
}

/** @param {string} text in base64url */
function bytesOf(text) {
  return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
}
