internal import Kernel
internal import Markup
internal import Platform

/// Reads TCX and GPX. Elements are told by their names without prefixes, since every vendor has its own.
///
/// Names and numbers are read where expat has them, without a text for each: a long ride has a million.
enum TrackDocument {
  static func read(_ bytes: [UInt8]) throws(Problem) -> ActivityFile.Reading {
    var state = TrackState()
    var problem: Problem?
    do throws(Problem) { try parse(bytes, &state) } catch { problem = error }
    return try state.gathering.reading(problem)
  }

  private static func parse(_ bytes: [UInt8], _ state: inout TrackState) throws(Problem) {
    // Files of some devices begin with spaces, which XML forbids before its declaration.
    let start = bytes.prefix(4096).firstIndex { $0 > 32 } ?? 0
    guard start < bytes.count, bytes[start] == UInt8(ascii: "<") || bytes[start] == 0xEF || bytes[start] >= 0xFE else {
      throw ActivityProblem.none
    }
    var failure: XMLStream.Failure?
    withUnsafeMutablePointer(to: &state) { state in
      let stream = XMLStream(events, of: state)
      state.pointee.stream = stream
      bytes.withUnsafeBytes { buffer in
        do throws(XMLStream.Failure) {
          try stream.parse(UnsafeRawBufferPointer(rebasing: buffer[start...]), isLast: true)
        } catch { failure = error }
      }
      state.pointee.stream = nil
    }
    if let problem = state.problem { throw problem }
    if let failure { throw ActivityProblem.markup(failure, isNamingLine: true) }
  }

  private static var events: XMLStream.Events {
    XMLStream.Events(
      began: { context, name, attributes in
        guard let context, let name, let attributes else { return }
        context.assumingMemoryBound(to: TrackState.self).pointee.began(name, attributes)
      },
      ended: { context, _ in context?.assumingMemoryBound(to: TrackState.self).pointee.ended() },
      heard: { context, bytes, count in
        guard let context, let bytes else { return }
        context.assumingMemoryBound(to: TrackState.self).pointee.heard(bytes, Int(count))
      },
      // Neither format has a document type; entities are how such files attack.
      typed: { context, name, _, _, _ in
        guard let context else { return }
        let isHealth = name.map { String(cString: $0) == "HealthData" } ?? false
        context.assumingMemoryBound(to: TrackState.self).pointee.fail(
          isHealth
            ? ActivityProblem.healthXML
            : ActivityProblem.damaged("it declares a document type, which no workout needs"))
      })
  }
}

/// The state that the handlers of expat share.
private struct TrackState {
  /// Deeper elements than any such file has.
  private static let deepest = 64
  private static let longestText = 4096

  var stream: XMLStream?
  private(set) var problem: Problem?
  private var hasFailed = false
  var gathering = TrackGathering()
  private var path: [TrackElement] = []
  private var text: [UInt8] = []
  /// Whether the text of the element that began last is read.
  private var isHearing = false

  init() {
    path.reserveCapacity(TrackState.deepest)
    text.reserveCapacity(256)
  }

  mutating func fail(_ problem: Problem) {
    if self.problem == nil { self.problem = problem }
    hasFailed = true
    stream?.stop()
  }

  mutating func began(_ name: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>) {
    guard !hasFailed else { return }
    let element = TrackElement(name)
    guard path.count < TrackState.deepest else {
      return fail(ActivityProblem.damaged("its elements are nested too deeply"))
    }
    if path.isEmpty {
      guard element == .gpx || element == .tcx else { return fail(ActivityProblem.none) }
      gathering.isGPX = element == .gpx
    }
    path.append(element)
    if !text.isEmpty { text.removeAll(keepingCapacity: true) }
    isHearing = element.hasText || element == .other && gathering.isInPoint
    do throws(Problem) { try gathering.began(element, attributes) } catch { fail(error) }
  }

  mutating func heard(_ bytes: UnsafePointer<CChar>, _ count: Int) {
    guard isHearing else { return }
    let piece = UnsafeRawBufferPointer(start: bytes, count: count)
    // Most pieces are the space between two elements.
    if text.isEmpty, piece[0] <= 32, piece.allSatisfy({ $0 <= 32 }) { return }
    guard text.count + count <= TrackState.longestText else { return }
    text.append(contentsOf: piece)
  }

  mutating func ended() {
    guard !hasFailed, let element = path.popLast() else { return }
    text.withUnsafeBufferPointer { gathering.ended(element, FastText.trimmed($0), in: path.last ?? .other) }
    if !text.isEmpty { text.removeAll(keepingCapacity: true) }
    isHearing = false
  }
}
