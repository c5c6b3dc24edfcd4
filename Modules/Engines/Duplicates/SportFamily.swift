/// Sports that devices and services name differently for one workout.
enum SportFamily: String, Sendable, CaseIterable {
  case running, walking, cycling, swimming, rowing, skiing, strength
  /// No statement: "generic", "other", "workout".
  case open
  /// A sport of its own, compared by its name.
  case other

  /// The words of a sport's name in lower case: "VirtualRide" and "virtual_ride" are virtual, ride.
  static func words(_ sport: String) -> [String] {
    var words: [String] = []
    var word = ""
    var wasLower = false
    for character in sport.prefix(100) {
      let begins = character.isUppercase && wasLower
      if !character.isLetter || begins {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if character.isLetter { word += character.lowercased() }
      wasLower = character.isLowercase
    }
    return word.isEmpty ? words : words + [word]
  }

  init(_ sport: String) {
    let words = Set(SportFamily.words(sport))
    let all: [(SportFamily, Set<String>)] = [
      (.running, ["run", "running", "jog", "jogging"]),
      (.walking, ["walk", "walking", "hike", "hiking", "mountaineering", "snowshoeing", "snowshoe"]),
      (.cycling, ["ride", "cycling", "bike", "biking", "velomobile", "handcycle", "spinning", "spin", "bicycle"]),
      (.swimming, ["swim", "swimming"]), (.rowing, ["row", "rowing", "ergometer"]),
      (.skiing, ["ski", "skiing", "snowboard", "snowboarding", "rollerski"]),
      // A treadmill whose sport has another name, such as walking, is of that.
      (.running, ["treadmill"]), (.strength, ["strength", "weight", "weights", "crossfit", "weightlifting"]),
      (.open, ["generic", "other", "workout", "multisport", "training", "fitness", "activity", "unknown"]),
    ]
    self = words.isEmpty ? .open : all.first { !$0.1.isDisjoint(with: words) }?.0 ?? .other
  }

  /// Without movement over the ground, so that distances are estimates and tracks are drawn by a game.
  static func isIndoor(_ sport: String) -> Bool {
    !Set(words(sport)).isDisjoint(with: ["treadmill", "indoor", "virtual", "spinning", "spin", "ergometer", "trainer"])
  }
}

/// The relation of the sports of two recordings.
enum SportRelation: Sendable {
  case same, family, open, near, different

  init(_ one: String, _ other: String) {
    let (left, right) = (SportFamily(one), SportFamily(other))
    if SportFamily.words(one) == SportFamily.words(other) {
      self = left == .open ? .open : .same
    } else if left == .open || right == .open {
      self = .open
    } else if left == right, left != .other {
      self = .family
    } else {
      // Devices that guess the sport mistake these for each other.
      self = Set([left, right]) == [.running, .walking] ? .near : .different
    }
  }
}
