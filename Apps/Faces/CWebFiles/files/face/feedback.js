// What a person feels, hears and sees beside the page: vibration, sounds, captions and the marked edge. Their preferences
// are the server's; a device that cannot do one of them leaves it out.

/** Gives the feedback of a press at once. */
function press() {
  const kept = page.dataset.press;
  if (kept !== undefined) feel(/** @type {Cue} */ (JSON.parse(kept)));
}

/** @param {Cue} cue */
function feel(cue) {
  vibrate(cue.vibration);
  play(cue.pitches);
  if (cue.caption !== undefined) caption(cue.caption);
  if (cue.marksEdge) markEdge(cue.kind);
}

/** @param {number[]} pattern */
function vibrate(pattern) {
  if (pattern.length === 0 || !("vibrate" in navigator)) return;
  // Browsers refuse it, with a warning, before a person has touched the page.
  const presses = /** @type {{userActivation?: {hasBeenActive: boolean}}} */ (/** @type {unknown} */ (navigator));
  if (presses.userActivation?.hasBeenActive === false) return;
  try { navigator.vibrate(pattern); } catch { /* The engine failed; the page says the same. */ }
}

/** @type {AudioContext | null} */
let audio = null;
/** @param {{hertz: number, milliseconds: number}[]} pitches */
function play(pitches) {
  if (pitches.length === 0) return;
  try {
    audio ??= new AudioContext();
    audio.resume().catch(() => {});
    let at = audio.currentTime;
    for (const { hertz, milliseconds } of pitches) {
      const [voice, volume] = [audio.createOscillator(), audio.createGain()];
      const end = at + milliseconds / 1000;
      voice.frequency.value = hertz;
      volume.gain.setValueAtTime(0.12, at);
      // Without the fall, the end of a tone clicks.
      volume.gain.exponentialRampToValueAtTime(0.001, end);
      voice.connect(volume).connect(audio.destination);
      voice.start(at);
      voice.stop(end);
      at = end;
    }
  } catch { /* There is no sound here; what it says is on the page. */ }
}

/** @type {number | undefined} */
let captioned;
/** @param {string} text */
function caption(text) {
  const line = byID("caption");
  if (!line) return;
  line.textContent = text;
  line.hidden = false;
  clearTimeout(captioned);
  if (page.dataset.limits === "none") return;
  const stay = 4000 + 60 * text.length;
  captioned = window.setTimeout(() => { line.hidden = true; }, page.dataset.limits === "longer" ? 3 * stay : stay);
}

/** @type {number | undefined} */
let edged;
/** @param {string} kind */
function markEdge(kind) {
  page.dataset.edge = kind;
  clearTimeout(edged);
  edged = window.setTimeout(() => { delete page.dataset.edge; }, 1500);
}
