public import Measures
public import Units

/// A measured value in words, with its amounts apart from the words, so that each reader has them in their own units.
///
///     let says: PartText = "\(1800, of: .water) a day"
///     says.text(in: .plain)  // "1.8 l a day"
public struct PartText: Sendable, Hashable, ExpressibleByStringInterpolation {
  enum Piece: Sendable, Hashable {
    case words(String)
    case amount(Measure, Double)
    /// With the unit left to the words or the title: "6.5", "8,412".
    case number(Double, decimals: Int)
  }

  private(set) var pieces: [Piece]

  init(pieces: [Piece]) { self.pieces = pieces }

  public init(_ words: String) { pieces = words.isEmpty ? [] : [.words(words)] }

  public init(stringLiteral words: String) { self.init(words) }

  public init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

  public var isEmpty: Bool { pieces.isEmpty }

  public func text(in amounts: AmountNotation = .plain) -> String {
    pieces.map { piece in
      switch piece {
      case .words(let words): words
      case .amount(let measure, let value): measure.said(value, in: amounts)
      case .number(let value, let decimals): amounts.number(value, decimals: decimals)
      }
    }.joined()
  }

  /// The pieces of one text while it is put together.
  public struct StringInterpolation: StringInterpolationProtocol {
    var pieces: [Piece] = []

    public init(literalCapacity: Int, interpolationCount: Int) {
      pieces.reserveCapacity(literalCapacity == 0 ? interpolationCount : 2 * interpolationCount + 1)
    }

    public mutating func appendLiteral(_ literal: String) {
      if literal.isEmpty { return }
      if case .words(let before) = pieces.last {
        pieces[pieces.count - 1] = .words(before + literal)
      } else {
        pieces.append(.words(literal))
      }
    }

    public mutating func appendInterpolation(_ words: some CustomStringConvertible) { appendLiteral(words.description) }

    public mutating func appendInterpolation(_ value: Double, of measure: Measure) {
      pieces.append(.amount(measure, value))
    }

    /// Appends a number with at most that many decimals.
    public mutating func appendInterpolation(_ value: Double, decimals: Int) {
      pieces.append(.number(value, decimals: decimals))
    }

    public mutating func appendInterpolation(_ text: PartText) { for piece in text.pieces { append(piece) } }

    private mutating func append(_ piece: Piece) {
      if case .words(let words) = piece { appendLiteral(words) } else { pieces.append(piece) }
    }
  }
}

extension [PartText] {
  /// One text of several.
  func joined(separator: String) -> PartText {
    dropFirst().reduce(first ?? "") { "\($0)\(separator)\($1)" }
  }
}

extension PartText: Codable {
  /// One piece as it is cached: words, or a measure with its value.
  private struct CodedPiece: Codable {
    var words: String?
    var measure: Measure?
    var value: Double?
    var decimals: Int?
  }

  /// A text that was cached by an earlier version is words alone.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let words = try? container.decode(String.self) {
      self.init(words)
    } else {
      self.init(
        pieces: try container.decode([CodedPiece].self).map { piece in
          if let measure = piece.measure, let value = piece.value { return .amount(measure, value) }
          if let decimals = piece.decimals, let value = piece.value { return .number(value, decimals: decimals) }
          return .words(piece.words ?? "")
        })
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(
      pieces.map { piece in
        switch piece {
        case .words(let words): CodedPiece(words: words)
        case .amount(let measure, let value): CodedPiece(measure: measure, value: value)
        case .number(let value, let decimals): CodedPiece(value: value, decimals: decimals)
        }
      })
  }
}
