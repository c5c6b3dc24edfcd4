internal import Interface

/// The icons as paths on a grid of 24, all drawn with the same round stroke.
enum Glyph {
  static func path(of icon: Icon) -> StaticString {
    switch icon {
    case .home, .layers, .lightbulb, .person, .people, .bell, .search, .settings, .calendar, .list, .chat, .heart,
      .activity, .food, .compass, .map, .wallet, .inbox, .star, .sun, .moon, .book:
      place(icon)
    case .add, .edit, .remove, .close, .back, .forward, .refresh, .share, .save, .camera, .microphone, .send, .filter,
      .more, .undo, .link, .upgrade, .lock, .unlock, .call:
      deed(icon)
    case .success, .warning, .error, .info, .offline, .syncing, .waiting, .clock: standing(icon)
    case .faceAwful, .faceLow, .faceNeutral, .faceGood, .faceGreat: face(icon)
    case .fitness, .nutrition, .wellbeing, .sleep, .steps, .water, .weight, .run, .flag, .medal, .receipt, .device,
      .pill, .arrow:
      measured(icon)
    }
  }

  // Parts of controls, without a meaning of their own.
  static let chevron: StaticString = "m9.5 6 6 6-6 6"
  static let down: StaticString = "m6 9.5 6 6 6-6"
  static let minus: StaticString = "M5 12h14"

  /// The icon for a tone. The word and the colour of a notice say the same.
  static func icon(for tone: Tone) -> Icon? {
    switch tone {
    case .info: .info
    case .success, .excellent: .success
    case .warning, .needsAttention: .warning
    case .critical: .error
    case .priorityFocus: .flag
    case .neutral, .accent: nil
    }
  }
}
