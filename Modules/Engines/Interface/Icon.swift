/// An icon beside a word, named for its subject. Each face draws it in its own way.
public enum Icon: String, Sendable, Hashable, Codable, CaseIterable {
  // Places.
  case home, layers, lightbulb, person, people, bell, search, settings, calendar, list, chat, heart, activity, food
  case compass, map, wallet, inbox, star, sun, moon, book

  // Actions.
  case add, edit, remove, close, back, forward, refresh, share, save, camera, microphone, send, filter, more, undo, link
  case upgrade, lock, unlock, call

  // States.
  case success, warning, error, info, offline, syncing, waiting
  /// The age or time of something.
  case clock

  // Measures and objects.
  /// Five moods, from the lowest to the highest.
  case faceAwful = "face-awful", faceLow = "face-low", faceNeutral = "face-neutral", faceGood = "face-good"
  case faceGreat = "face-great"
  case fitness, nutrition, wellbeing, sleep, steps, water, weight, run, flag, medal, receipt, device, pill, arrow
}
