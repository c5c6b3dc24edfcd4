/// Sports and their kinds, in the words of FIT and in those of services.
enum SportNames {
  /// A sport with its kind: "trail_running" is `running` and `trail`.
  struct Name: Equatable {
    var sport: String
    var kind: String?
  }

  /// The sport of a text in any spelling: "VirtualRide", "treadmill running", "mountain_biking".
  static func name(of text: String) -> Name {
    let word = text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "_")
    if word.isEmpty { return Name(sport: "generic") }
    if let known = spellings[word] { return known }
    guard let cut = word.lastIndex(of: "_") else { return Name(sport: plain[word] ?? String(word.prefix(60))) }
    if sports.contains(word) { return Name(sport: word) }
    // The kind is named before the sport, and some kinds end with its name.
    for (kind, rest) in [
      (word, word[word.index(after: cut)...]), (String(word[..<cut]), word[word.index(after: cut)...]),
    ] {
      let sport = plain[String(rest)] ?? String(rest)
      if sports.contains(sport), kinds.contains(kind) { return Name(sport: sport, kind: kind) }
    }
    return Name(sport: String(word.prefix(60)))
  }

  /// One word for both, which `name(of:)` takes apart again.
  static func word(_ sport: String, _ kind: String?) -> String {
    guard let kind, sport != "transition" else { return sport }
    if kind == "virtual_activity", sport == "cycling" { return "virtual_ride" }
    if kind == "virtual_activity", sport == "running" { return "virtual_run" }
    return kind == sport || kind.hasSuffix("_\(sport)") ? kind : "\(kind)_\(sport)"
  }

  private static let sports = Set(FITProfile.sports.values)
  private static let kinds = Set(FITProfile.subSports.values)
  private static let plain = [
    "biking": "cycling", "ride": "cycling", "bike": "cycling", "1": "cycling", "run": "running", "9": "running",
    "walk": "walking", "10": "walking", "hike": "hiking", "4": "hiking", "swim": "swimming", "rowing": "rowing",
    "row": "rowing",
  ]
  private static let spellings: [String: Name] = [
    "virtualride": Name(sport: "cycling", kind: "virtual_activity"),
    "virtual_ride": Name(sport: "cycling", kind: "virtual_activity"),
    "virtualrun": Name(sport: "running", kind: "virtual_activity"),
    "virtual_run": Name(sport: "running", kind: "virtual_activity"),
    "virtualrow": Name(sport: "rowing", kind: "virtual_activity"),
    "trailrun": Name(sport: "running", kind: "trail"), "treadmill": Name(sport: "running", kind: "treadmill"),
    "mountainbikeride": Name(sport: "cycling", kind: "mountain"),
    "gravelride": Name(sport: "cycling", kind: "gravel_cycling"),
    "gravel_ride": Name(sport: "cycling", kind: "gravel_cycling"),
    "handcycle": Name(sport: "cycling", kind: "hand_cycling"),
    "cyclocross": Name(sport: "cycling", kind: "cyclocross"), "bmx": Name(sport: "cycling", kind: "bmx"),
    "ebikeride": Name(sport: "e_biking"), "e_bike_ride": Name(sport: "e_biking"),
  ]
}

extension Activity {
  /// The sport with its kind as one word: `treadmill_running`, `virtual_ride`.
  public var fullSport: String { SportNames.word(sport, subSport) }

  mutating func takeSport(_ text: String) {
    let name = SportNames.name(of: text)
    (sport, subSport) = (name.sport, name.kind)
  }
}
