// Files that the window offers: the page fetches the bytes, saves or shares them, and reports what became of them.

/** @typedef {{id: number, name: string, type: string, size: number, way: string}} Offered */

/** Attempts at fetching a file, over about ten seconds. */
const MOST_FETCHES = 5;

/** Milliseconds after which the browser has surely begun to save the file. */
const HELD = 60_000;

/** @param {Offered} offered */
async function handOut(offered) {
  const bytes = await fetched(offered);
  if (!bytes) return report(offered, "failed");
  const file = new File([bytes], offered.name, { type: offered.type });
  if (offered.way === "share" && canShare(file)) {
    const outcome = await shared(file);
    // Without the permission to open the share sheet the file is saved.
    if (outcome) return report(offered, outcome);
  }
  download(file);
  report(offered, "saved");
}

/**
 * @param {Offered} offered
 * @returns {Promise<Blob | null>} null when the file did not arrive whole
 */
async function fetched({ id, size }) {
  const address = `${base}/-/out/${id}?${new URLSearchParams({ tab, by: "script" })}`;
  for (let tries = 1; tries <= MOST_FETCHES; tries++) {
    const answer = await fetch(address).catch(() => null);
    const bytes = answer?.ok ? await answer.blob().catch(() => null) : null;
    if (bytes?.size === size) return bytes;
    // The file is not offered any more.
    if (answer && answer.status >= 400 && answer.status < 500) return null;
    await new Promise((done) => { window.setTimeout(done, 250 * 2 ** tries); });
  }
  return null;
}

/** @param {File} file */
const canShare = (file) => navigator.canShare?.({ files: [file] }) ?? false;

/**
 * Opens the share sheet of the system with the file alone.
 * @param {File} file
 * @returns {Promise<"shared" | "declined" | null>} null when the browser refuses
 */
const shared = (file) => navigator.share({ files: [file] })
  .then(() => /** @type {"shared"} */ ("shared"))
  .catch((/** @type {unknown} */ error) => error instanceof DOMException && error.name === "AbortError" ? "declined" : null);

/** @param {File} file */
function download(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  document.body.append(link);
  link.click();
  link.remove();
  window.setTimeout(() => { URL.revokeObjectURL(link.href); }, HELD);
}

/**
 * @param {Offered} offered
 * @param {"saved" | "shared" | "declined" | "failed"} outcome
 */
const report = ({ id }, outcome) => { say("delivered", { id, outcome }); };
