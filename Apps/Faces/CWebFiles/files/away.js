// The service worker. While the server is gone, it serves one page that says so and reloads once the server is back. It
// stores no data of a person, and passes every other request to the server.
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
