/// A picture that stands beside a word, by what it shows. Each face draws it in its own way.
public enum Icon: String, Sendable, Hashable, Codable, CaseIterable {
  // Places.
  case home, layers, lightbulb, person, people, bell, search, settings, calendar, list, chat, heart, activity, food
  case compass, map, wallet, inbox, star, sun, moon, book

  // Things to do.
  case add, edit, remove, close, back, forward, refresh, share, save, camera, microphone, send, filter, more, undo, link
  case upgrade, lock, unlock, call

  // How it stands.
  case success, warning, error, info, offline, syncing, waiting
  /// From when something is.
  case clock

  // What is measured.
  case fitness, nutrition, wellbeing, sleep, steps, water, weight, run, flag, medal, receipt, device, arrow
}
