internal import CExpat
internal import Kernel
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
    guard let expat = XML_ParserCreate(nil) else { throw ActivityProblem.damaged("there is no memory to read it") }
    defer { XML_ParserFree(expat) }
    listen(expat)
    let status = withUnsafeMutablePointer(to: &state) { state in
      state.pointee.expat = expat
      XML_SetUserData(expat, state)
      return bytes.withUnsafeBytes { buffer in
        XML_Parse(
          expat, buffer.baseAddress.map { $0.advanced(by: start) }?.assumingMemoryBound(to: CChar.self),
          CInt(buffer.count - start), 1)
      }
    }
    if let problem = state.problem { throw problem }
    guard status == XML_STATUS_OK else {
      switch XML_GetErrorCode(expat) {
      case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR: throw ActivityProblem.cut
      case let code:
        let word = XML_ErrorString(code).map { String(cString: $0) } ?? "no XML"
        throw ActivityProblem.damaged("\(word) in line \(XML_GetCurrentLineNumber(expat))")
      }
    }
  }

  private static func listen(_ expat: XML_Parser) {
    XML_SetElementHandler(
      expat,
      { context, name, attributes in
        guard let context, let name, let attributes else { return }
        context.assumingMemoryBound(to: TrackState.self).pointee.began(name, attributes)
      },
      { context, _ in context?.assumingMemoryBound(to: TrackState.self).pointee.ended() })
    XML_SetCharacterDataHandler(expat) { context, bytes, count in
      guard let context, let bytes else { return }
      context.assumingMemoryBound(to: TrackState.self).pointee.heard(bytes, Int(count))
    }
    // Neither format has a document type; entities are how such files attack.
    XML_SetStartDoctypeDeclHandler(expat) { context, name, _, _, _ in
      guard let context else { return }
      let isHealth = name.map { String(cString: $0) == "HealthData" } ?? false
      context.assumingMemoryBound(to: TrackState.self).pointee.fail(
        isHealth
          ? ActivityProblem.healthXML
          : ActivityProblem.damaged("it declares a document type, which no workout needs"))
    }
  }
}

/// What the handlers of expat know.
private struct TrackState {
  /// Deeper elements than any such file has.
  private static let deepest = 64
  private static let longestText = 4096

  var expat: XML_Parser?
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
    XML_StopParser(expat, XML_Bool(0))
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
