internal import Plot

/// A foreground and a background colour that faces combine, and their use.
public struct ColourPair: Sendable, Hashable {
  public enum Use: Sendable, Hashable {
    case text
    /// From 24 pixels up.
    case largeText
    /// Something to be seen but not read: borders, icons, the focus ring.
    case shape

    /// The minimum contrast by WCAG 2.1 AA.
    public var least: Double { self == .text ? 4.5 : 3 }
  }

  /// The part of the element drawn in this pair: "label", "border".
  public let part: String
  public let front: Shade
  public let ground: Shade
  public let use: Use

  public init(_ part: String, _ front: Shade, on ground: Shade, _ use: Use = .text) {
    self.part = part
    self.front = front
    self.ground = ground
    self.use = use
  }
}

extension Element {
  /// The background that faces paint under the element and its children; nil if it is transparent.
  public var surface: Shade? {
    switch role {
    case .card, .dialog, .alertDialog, .sheet, .chart: .card
    case .status, .alert: tellsNews ? .banner(toneOfNews) : nil
    default: nil
    }
  }

  /// The tone of a status or alert; the role's default if none is set.
  public var toneOfNews: Tone { state.tone ?? (role == .alert ? .critical : .info) }

  /// A plain count that is only read out has no banner.
  private var tellsNews: Bool { role == .alert || state.tone != nil || state.icon != nil || !children.isEmpty }

  /// The colour pairs in which faces draw the element, without its children, on the given background.
  public func colourPairs(on ground: Shade) -> [ColourPair] {
    let own = surface ?? ground
    // A face with little space marks a banner with a rail instead of a background.
    let grounds = surface != nil && surface != .card ? [own, ground] : [own]
    return grounds.flatMap { words(on: $0) + marks(on: $0) + edges(on: $0) }
  }

  private var isOn: Bool { state.isSelected || state.isCurrent || state.check == .on }

  // MARK: Text

  private func words(on ground: Shade) -> [ColourPair] {
    var pairs: [ColourPair] = []
    if !label.isEmpty { pairs.append(labelPair(on: ground)) }
    if let value, !value.isEmpty { pairs.append(ColourPair("value", valueShade, on: ground)) }
    if hint?.isEmpty == false { pairs.append(ColourPair("hint", .softInk, on: ground)) }
    if state.example != nil { pairs.append(ColourPair("example", .softInk, on: ground)) }
    if state.invalid != nil { pairs.append(ColourPair("complaint", .tone(.critical), on: ground)) }
    return pairs
  }

  private func labelPair(on ground: Shade) -> ColourPair {
    if state.isProminent, !state.isDisabled { return ColourPair("label", .onAccent, on: .accent) }
    return ColourPair("label", labelShade, on: ground, isLarge ? .largeText : .text)
  }

  /// The two largest headings are 32 and 24 pixels; anything smaller counts as small text, whatever the reader's text
  /// size.
  private var isLarge: Bool {
    guard role == .heading, let level = state.level, Measures.Text.headings.indices.contains(level - 1) else {
      return false
    }
    return Measures.Text.headings[level - 1] * Measures.Text.bodyPixels >= 24
  }

  private var labelShade: Shade {
    if state.isDisabled { return .softInk }
    if state.isDestructive { return .tone(.critical) }
    if let hue = state.hue { return .hue(hue) }
    if isOn, [.link, .tab, .step].contains(role) { return .accent }
    switch role {
    case .button, .link, .menuitem: return .accent
    case .note, .tooltip, .image, .skeleton, .list, .log, .tablist, .menu, .columnheader, .step: return .softInk
    default: return .ink
    }
  }

  private var valueShade: Shade {
    switch role {
    case .meter, .progressbar: state.tone.map { .tone($0) } ?? .ink
    case .link, .listitem, .row: .softInk
    case .button, .menuitem: labelShade
    default: .ink
    }
  }

  // MARK: Marks

  private func marks(on ground: Shade) -> [ColourPair] {
    var pairs: [ColourPair] = []
    if state.badge != nil || role == .badge { pairs.append(ColourPair("badge", .accent, on: ground)) }
    if state.isUnread { pairs.append(ColourPair("unread mark", .accent, on: ground)) }
    if state.locked != nil { pairs.append(ColourPair("lock", .softInk, on: ground)) }
    if let tone = state.tone { pairs.append(ColourPair("tone", .tone(tone), on: ground)) }
    if role == .status || role == .alert { pairs.append(ColourPair("tone", .tone(toneOfNews), on: ground)) }
    if state.icon != nil {
      let label = labelPair(on: ground)
      pairs.append(ColourPair("icon", label.front, on: label.ground, .shape))
    }
    for mark in chart?.marks ?? [] { pairs.append(ColourPair(mark.name, .hue(mark.hue.name), on: ground, .shape)) }
    return pairs
  }

  // MARK: Borders and bars

  private func edges(on ground: Shade) -> [ColourPair] {
    var pairs: [ColourPair] = []
    switch role {
    case .button:
      let edge: Shade = state.isProminent ? .accent : state.isDestructive ? .tone(.critical) : .border
      if !state.isDisabled { pairs.append(ColourPair("border", edge, on: ground, .shape)) }
    case .textbox, .searchbox, .spinbutton, .datefield, .timefield, .filefield, .picker, .checkbox, .radio, .toggle,
      .slider:
      pairs.append(ColourPair("border", .border, on: ground, .shape))
      if isOn || role == .slider { pairs.append(ColourPair("mark of what is chosen", .accent, on: ground, .shape)) }
    case .meter, .progressbar:
      let bar: Shade = state.hue.map { .hue($0) } ?? state.tone.map { .tone($0) } ?? .accent
      pairs.append(ColourPair("bar", bar, on: ground, .shape))
    default: break
    }
    if !actions.isEmpty { pairs.append(ColourPair("focus ring", .focus, on: ground, .shape)) }
    return pairs
  }
}
