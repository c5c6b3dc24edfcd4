// The service worker. While the server is gone, it serves one page that says so and reloads once the server is back. A press on
// a notification leads to the page that showed it. It stores no data of a person, and passes every other request to the server.
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

/** @typedef {{title?: unknown, body?: unknown, link?: unknown, id?: unknown, echo?: unknown}} Pushed */

self.addEventListener("push", (event) => {
  const pushed = /** @type {Lasting & {data: {json: () => Pushed} | null}} */ (event);
  const show = async () => {
    /** @type {Pushed} */
    let said = {};
    try {
      said = pushed.data?.json() ?? {};
    } catch {
      // A browser demands that something is shown.
    }
    const text = (/** @type {unknown} */ words, /** @type {string} */ otherwise) => (typeof words === "string" ? words.slice(0, 300) : otherwise);
    const link = text(said.link, "/");
    const place = placeOf(link);
    if (said.echo === true && place && (await isInFront(place))) return;
    const { registration } = /** @type {Registered} */ (/** @type {unknown} */ (self));
    const id = text(said.id, "");
    /** @type {NotificationOptions & {actions: {action: string, title: string}[]}} */
    const options = {
      body: text(said.body, ""), data: { link },
      // As the pages tag theirs, so that one notification is in the list once.
      tag: id && place ? `${place} ${id}` : id,
      icon: place ? `/-/icon/${place.split("/")[1]}.svg` : "",
      actions: place ? [{ action: "open", title: "Open" }, { action: "all", title: "All notifications" }] : [],
    };
    await registration.showNotification(text(said.title, "Notification"), options);
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
