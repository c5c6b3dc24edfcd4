import Foundation

@testable import Transport

/// A deterministic random number generator.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }
}

extension Array where Element == UInt8 {
  init(_ text: String) { self = Array(text.utf8) }

  var text: String { String(decoding: self, as: UTF8.self) }
}

/// The events that a parser returns for some bytes, and its refusal.
struct Parsed: Equatable {
  var events: [RequestParser.Event] = []
  var refusal: RequestRefusal?

  var heads: [RequestHead] {
    events.compactMap { if case .head(let head) = $0 { head } else { nil } }
  }

  var bodies: [String] {
    events.compactMap { if case .body(let body) = $0 { body.text } else { nil } }
  }

  init(_ pieces: [ArraySlice<UInt8>], limits: RequestLimits = RequestLimits(), body: Int = 1000, inParts: Bool = false)
  {
    var parser = RequestParser(limits)
    var joined: [UInt8] = []
    do throws(RequestRefusal) {
      for piece in pieces {
        parser.append(piece)
        while let event = try parser.next() {
          switch event {
          case .head:
            events.append(event)
            try parser.allow(upTo: body, inParts: inParts)
          case .part(let part): joined += part
          case .body(let rest):
            events.append(.body(joined + rest))
            joined = []
          }
        }
      }
    } catch {
      refusal = error
    }
  }

  init(_ text: String, limits: RequestLimits = RequestLimits(), body: Int = 1000) {
    self.init([Array(text.utf8)[...]], limits: limits, body: body)
  }
}
