internal import FoundationEssentials
public import Interface

extension Appearance {
  /// The feedback of a press as JSON, which the page gives at once, before the server has answered; nil for none.
  public var pressCue: String? {
    guard let cue = Cue(.selection, under: feedback) else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(cue)).map { String(decoding: $0, as: UTF8.self) }
  }
}
