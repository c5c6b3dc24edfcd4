// Speech: the browser's recogniser turns what a person says into text, and its voices read text aloud. The recording stays
// with the browser: this script sees and sends text alone.

/** @typedef {{ask: string, id: number, language: string, text: string}} SpeechAsk */
/** @typedef {{lang: string, continuous: boolean, interimResults: boolean, start: () => void, stop: () => void, abort: () => void, onresult: ((event: {results: ArrayLike<ArrayLike<{transcript: string}>>}) => void) | null, onerror: ((event: {error: string}) => void) | null, onend: (() => void) | null}} Recogniser */

/** A pause of this many milliseconds ends a recording. */
const PAUSE = 3000;

const speeches = /** @type {{SpeechRecognition?: new () => Recogniser, webkitSpeechRecognition?: new () => Recogniser}} */ (/** @type {unknown} */ (window));
/**
 * The recording under way.
 * @type {{id: number, recogniser: Recogniser} | null}
 */
let recording = null;

const recogniserKind = () => speeches.SpeechRecognition ?? speeches.webkitSpeechRecognition;

/** @param {PermissionState | undefined} state */
const standing = (state) => state === "granted" ? "granted" : state === "denied" ? "denied" : "undecided";

/** Tells the server what this browser can do, and again when the person changes the microphone's permission. */
async function tellSpeech() {
  const listens = recogniserKind() !== undefined && navigator.mediaDevices !== undefined;
  const reads = "speechSynthesis" in window;
  if (!listens && !reads) return;
  const name = /** @type {PermissionName} */ (/** @type {unknown} */ ("microphone"));
  const permission = await navigator.permissions?.query({ name }).catch(() => null);
  const tell = () => say("speech", { listens, reads, settings: false, microphone: standing(permission?.state) });
  tell();
  if (permission) permission.onchange = tell;
}

/** @param {SpeechAsk} asked */
function attend({ ask, id, language, text }) {
  switch (ask) {
    case "microphone": return askForMicrophone(id);
    case "listen": return record(id, language);
    case "stop":
      if (recording?.id === id) recording.recogniser.stop();
      return;
    case "cancel":
      if (recording?.id === id) drop();
      return;
    case "read": return read(text, language);
    case "hush": return "speechSynthesis" in window ? speechSynthesis.cancel() : undefined;
  }
}

/** @param {number} id */
async function askForMicrophone(id) {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    // Only the permission was asked for; nothing is recorded yet.
    for (const track of stream.getTracks()) track.stop();
    say("speech", { id, microphone: "granted" });
  } catch (problem) {
    const isDenied = problem instanceof DOMException && ["NotAllowedError", "SecurityError"].includes(problem.name);
    say("speech", isDenied ? { id, microphone: "denied" } : { id, failed: "absent" });
  }
}

function drop() {
  const dropped = recording;
  recording = null;
  dropped?.recogniser.abort();
}

/**
 * @param {number} id
 * @param {string} language
 */
function record(id, language) {
  drop();
  const Kind = recogniserKind();
  if (!Kind) return say("speech", { id, failed: "unavailable" });
  if ("speechSynthesis" in window) speechSynthesis.cancel();
  const recogniser = new Kind();
  const own = { id, recogniser };
  recording = own;
  [recogniser.lang, recogniser.continuous, recogniser.interimResults] = [language, true, true];
  let [heard, told, failure] = ["", "", ""];
  /** @type {number | undefined} */
  let pause;
  recogniser.onresult = ({ results }) => {
    heard = Array.from(results, (result) => result[0].transcript.trim()).filter((text) => text !== "").join(" ");
    clearTimeout(pause);
    pause = window.setTimeout(() => recogniser.stop(), PAUSE);
    // The newest text is enough: none is sent while an older one is on its way.
    if (recording !== own || heard === told || waiting.some((said) => said.do === "speech")) return;
    told = heard;
    say("speech", { id, partial: heard });
  };
  recogniser.onerror = ({ error }) => {
    /** @type {Record<string, string>} */
    const failures = {
      "not-allowed": "denied", "service-not-allowed": "unavailable", "no-speech": "silence", "audio-capture": "absent",
      "network": "network", "language-not-supported": "unavailable",
    };
    failure = failures[error] ?? "interrupted";
  };
  recogniser.onend = () => {
    clearTimeout(pause);
    if (recording !== own) return;
    recording = null;
    // What was understood before a failure is kept.
    if (heard !== "") say("speech", { id, heard });
    else say("speech", { id, failed: failure || "silence" });
  };
  try {
    recogniser.start();
  } catch {
    recording = null;
    say("speech", { id, failed: "interrupted" });
  }
}

/**
 * @param {string} text
 * @param {string} language
 */
function read(text, language) {
  if (!("speechSynthesis" in window)) return;
  speechSynthesis.cancel();
  const words = new SpeechSynthesisUtterance(text);
  words.lang = language;
  speechSynthesis.speak(words);
}

window.addEventListener("pagehide", () => {
  drop();
  if ("speechSynthesis" in window) speechSynthesis.cancel();
});
