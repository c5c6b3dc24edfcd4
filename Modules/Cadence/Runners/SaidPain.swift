/// A pain that a runner has now, as they say it: "my left knee hurts", "I have twisted my ankle".
///
/// Reads common wordings in English. What is denied, was in the past or is only feared is none. Signs for a doctor are those of
/// `WarningSigns`, which come first.
public struct SaidPain: Sendable, Hashable {
  /// The part of the body that was named, with its side; nil when none was.
  public let place: String?

  public init?(in said: String) {
    let lowered = said.prefix(RunnerReading.longestText).lowercased().replacing("’", with: "'")
    let text = " " + lowered.split { !($0.isLetter || $0.isNumber || $0 == "'") }.joined(separator: " ") + " "
    func has(_ phrases: [String]) -> Bool { phrases.contains { text.contains(" " + $0 + " ") } }
    guard !has(SaidPain.denials) else { return nil }
    let words = text.split(separator: " ").map(String.init)
    place =
      words.indices.lazy.compactMap { at -> String? in
        guard let place = SaidPain.places[words[at]] else { return nil }
        let side = at > 0 && ["left", "right"].contains(words[at - 1]) ? words[at - 1] + " " : ""
        return side + place
      }.first
    let isOwn = has(["my", "i", "i'm", "i've", "me"])
    guard has(SaidPain.aches) || (isOwn && place != nil && has(SaidPain.harms)) else { return nil }
    guard isOwn || place != nil || has(["it hurts"]) else { return nil }
  }

  private static let aches = [
    "hurts", "hurting", "hurt now", "it hurt", "aches", "aching", "is sore", "are sore", "is painful", "are painful",
    "in pain", "have pain", "feel pain", "have a pain", "feel a pain", "pain in my", "i'm hurt", "i am hurt",
    "i'm injured", "i am injured", "i got injured", "i got hurt", "is injured", "knee pain", "shin pain", "ankle pain",
    "heel pain", "hip pain", "foot pain", "calf pain", "achilles pain", "hamstring pain",
  ]
  /// Verbs that say that a part of the body is hurt.
  private static let harms = [
    "hurt", "injured", "twisted", "sprained", "strained", "pulled", "rolled", "tweaked", "swollen", "niggle",
    "niggling",
    "sore",
  ]
  private static let denials = [
    "no pain", "without pain", "pain free", "not hurt", "doesn't hurt", "don't hurt", "does not hurt", "do not hurt",
    "didn't hurt", "isn't sore", "not sore", "no longer", "not any more", "never", "used to", "years ago", "year ago",
    "months ago", "month ago", "last year", "coming back", "comeback", "getting back", "returning", "after a break",
    "healed", "recovered", "stopped hurting", "not injured", "if", "afraid", "fear", "worried", "avoid", "prevent",
    "in the past",
  ]
  private static let places = [
    "knee": "knee", "knees": "knee", "shin": "shin", "shins": "shin", "calf": "calf", "calves": "calf",
    "achilles": "achilles", "ankle": "ankle", "ankles": "ankle", "foot": "foot", "feet": "foot", "heel": "heel",
    "heels": "heel", "hip": "hip", "hips": "hip", "glute": "glute", "glutes": "glute", "hamstring": "hamstring",
    "hamstrings": "hamstring", "thigh": "thigh", "thighs": "thigh", "quad": "thigh", "quads": "thigh",
    "groin": "groin", "toe": "toe", "toes": "toe", "back": "back", "plantar": "plantar", "arch": "foot",
    "leg": "leg", "legs": "leg", "shoulder": "shoulder", "itb": "IT band",
  ]
}
