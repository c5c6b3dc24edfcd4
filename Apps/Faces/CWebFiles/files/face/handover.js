// Uploads a file in pieces, with requests of their own: it may be larger than any request, and the network may fail
// meanwhile. The server answers how many bytes have arrived.

const PIECE = 2 ** 21;
/** Retries of a piece, over about two minutes. */
const MOST_TRIES = 30;

/** @typedef {{file: File, node: string, name: string, done: number, stop: AbortController}} Sending */
/** @type {Sending | null} */
let sending = null;

document.addEventListener("change", (event) => {
  const field = event.target;
  if (!(field instanceof HTMLInputElement) || field.dataset.hand === undefined) return;
  const file = field.files?.[0];
  if (file) hand(file, field.dataset.for ?? "", Number(field.dataset.hand));
});

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element) || !event.target.closest("[data-stop]") || !sending) return;
  const { node, name } = sending;
  sending.stop.abort();
  ended(node);
  post({ file: name, stop: "" }, null).catch(() => {});
  speak({ say: "Sending was stopped. Nothing of the file was taken over." }, false);
});

/**
 * @param {File} file
 * @param {string} node
 * @param {number} largest
 */
async function hand(file, node, largest) {
  const own = { file, node, name: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`, done: 0, stop: new AbortController() };
  // An empty file is sent as well: the screen then says what is wrong with it, as with any other file.
  const wrong = file.size > largest ? `The file is larger than ${amount(largest)}. Choose a smaller one.` : null;
  if (!wrong) {
    sending?.stop.abort();
    sending = own;
    showSending();
    stopper(node)?.focus();
    speak({ say: `Sending ${file.name}.` }, false);
  }
  const sorry = wrong ?? await arrived(own);
  // Another upload replaced it, or the person stopped it.
  if (own.stop.signal.aborted) return;
  ended(node);
  if (sorry) speak({ sorry }, false);
}

/**
 * @param {Sending} own
 * @returns {Promise<string | null>} why it was not taken
 */
async function arrived(own) {
  const { file, node, name, stop } = own;
  let tries = 0;
  for (;;) {
    const given = { file: name, node, name: file.name, size: String(file.size), start: String(own.done) };
    const piece = file.slice(own.done, own.done + PIECE);
    const [status, words] = await post(given, piece, stop.signal)
      .then(async (answer) => /** @type {[number, string]} */ ([answer.status, await answer.text()]))
      .catch(() => /** @type {[number, string]} */ ([0, ""]));
    if (stop.signal.aborted) return null;
    const there = Number(words);
    if (status === 200 && (there > own.done || file.size === 0) && there <= file.size) {
      own.done = there;
      tries = 0;
      showSending();
      if (own.done === file.size) return null;
    } else if (status === 409) {
      return words;
    } else if (status >= 400 && status < 500) {
      return "This tab was closed meanwhile. Load the page again, then choose the file again.";
    } else if (++tries > MOST_TRIES) {
      return "The file did not arrive, so nothing was imported. Choose it again.";
    } else {
      // The request also fails when the file was changed or moved meanwhile.
      await new Promise((done) => { window.setTimeout(done, Math.min(250 * 2 ** Math.min(tries, 5), 5000)); });
      if (stop.signal.aborted) return null;
    }
  }
}

/**
 * @param {Record<string, string>} given
 * @param {Blob | null} bytes
 * @param {AbortSignal} [signal]
 */
const post = (given, bytes, signal) => fetch(`${base}/-/file?${new URLSearchParams({ tab, ...given })}`, {
  method: "POST", headers: { "content-type": "application/octet-stream" }, body: bytes, signal,
});

/** @param {string} node */
function ended(node) {
  const had = stopper(node)?.contains(document.activeElement);
  sending = null;
  showSending();
  const field = byID(`${node}~field`);
  if (!(field instanceof HTMLInputElement)) return;
  field.value = "";
  if (had) field.focus();
}

/** @param {string} node */
const stopper = (node) => /** @type {HTMLElement | null} */ (byID(node)?.querySelector("[data-stop]") ?? null);

/** Shows the progress of the upload in every field for it. */
function showSending() {
  for (const part of document.querySelectorAll("[data-sending]")) {
    if (!(part instanceof HTMLElement)) continue;
    const own = sending?.node === part.dataset.sending ? sending : null;
    part.hidden = own === null;
    const entry = part.parentElement?.querySelector(".entry");
    if (entry instanceof HTMLElement) entry.hidden = own !== null;
    if (own === null) continue;
    const [bar, words] = [part.querySelector("progress"), part.querySelector("label")];
    const whole = own.file.size;
    if (bar) [bar.max, bar.value] = [whole, own.done];
    if (words) words.textContent = `Sending ${amount(own.done, whole)} of ${amount(whole)}`;
  }
}

/**
 * A size such as "1,024 MB". With `beside`, in that size's unit and without the unit's name.
 * @param {number} bytes
 * @param {number} [beside]
 */
function amount(bytes, beside) {
  const [size, unit] = (beside ?? bytes) < 10_000_000 ? [1000, "kB"] : [1_000_000, "MB"];
  const number = Math.floor(bytes / size).toLocaleString("en");
  return beside === undefined ? `${number} ${unit}` : number;
}
