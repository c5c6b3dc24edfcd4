internal import CExpat
internal import Kernel
internal import Platform

/// Reads TCX and GPX. Elements are told by their names without prefixes, since every vendor has its own.
///
/// Not Sendable: one call makes it, feeds it and drops it.
final class TrackDocument {
  /// Deeper elements than any such file has.
  private static let deepest = 64
  private static let longestText = 4096

  private let expat: XML_Parser?
  private var path: [String] = []
  private var text = ""
  private var problem: Problem?
  private var gathering = TrackGathering()

  static func read(_ bytes: [UInt8]) throws(Problem) -> [Activity] {
    let document = TrackDocument()
    try document.parse(bytes)
    return try document.gathering.activities()
  }

  private init() {
    // A tab between the name's space and its last part lets prefixes fall away.
    expat = XML_ParserCreateNS(nil, 9)
    guard let expat else { return }
    XML_SetUserData(expat, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      expat,
      { context, name, attributes in
        guard let context, let name, let attributes else { return }
        Unmanaged<TrackDocument>.fromOpaque(context).takeUnretainedValue().began(name, attributes)
      },
      { context, _ in
        guard let context else { return }
        Unmanaged<TrackDocument>.fromOpaque(context).takeUnretainedValue().ended()
      })
    XML_SetCharacterDataHandler(expat) { context, bytes, count in
      guard let context, let bytes else { return }
      Unmanaged<TrackDocument>.fromOpaque(context).takeUnretainedValue().heard(bytes, Int(count))
    }
    // Neither format has a document type; entities are how such files attack.
    XML_SetStartDoctypeDeclHandler(expat) { context, name, _, _, _ in
      guard let context else { return }
      let document = Unmanaged<TrackDocument>.fromOpaque(context).takeUnretainedValue()
      if let name, String(cString: name) == "HealthData" { return document.fail(ActivityProblem.healthXML) }
      document.fail(ActivityProblem.damaged("it declares a document type, which no workout needs"))
    }
  }

  deinit { if let expat { XML_ParserFree(expat) } }

  private func parse(_ bytes: [UInt8]) throws(Problem) {
    guard let expat else { throw ActivityProblem.damaged("there is no memory to read it") }
    // Files of some devices begin with spaces, which XML forbids before its declaration.
    let start = bytes.prefix(4096).firstIndex { $0 > 32 } ?? 0
    guard start < bytes.count, bytes[start] == UInt8(ascii: "<") || bytes[start] == 0xEF || bytes[start] >= 0xFE else {
      throw ActivityProblem.none
    }
    let status = bytes.withUnsafeBytes { buffer in
      XML_Parse(
        expat, buffer.baseAddress.map { $0.advanced(by: start) }?.assumingMemoryBound(to: CChar.self),
        CInt(buffer.count - start), 1)
    }
    if let problem { throw problem }
    guard status == XML_STATUS_OK else {
      switch XML_GetErrorCode(expat) {
      case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR: throw ActivityProblem.cut
      case let code:
        let word = XML_ErrorString(code).map { String(cString: $0) } ?? "no XML"
        throw ActivityProblem.damaged("\(word) in line \(XML_GetCurrentLineNumber(expat))")
      }
    }
  }

  private func fail(_ problem: Problem) {
    if self.problem == nil { self.problem = problem }
    XML_StopParser(expat, XML_Bool(0))
  }

  private func began(
    _ name: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>
  ) {
    let local = TrackDocument.local(name)
    guard path.count < TrackDocument.deepest else {
      return fail(ActivityProblem.damaged("its elements are nested too deeply"))
    }
    if path.isEmpty, local != "gpx", local != "TrainingCenterDatabase" { return fail(ActivityProblem.none) }
    path.append(local)
    text.removeAll(keepingCapacity: true)
    var place = 0
    var found: [(String, String)] = []
    while let key = attributes[place], let value = attributes[place + 1] {
      found.append((String(cString: key), String(cString: value)))
      place += 2
    }
    do throws(Problem) { try gathering.began(local, found, in: path) } catch { fail(error) }
  }

  /// The name without its space, which ends with a tab.
  private static func local(_ name: UnsafePointer<CChar>) -> String {
    let full = UnsafeRawBufferPointer(start: name, count: strlen(name))
    var start = full.count
    while start > 0, full[start - 1] != 9 { start -= 1 }
    return String(decoding: full[start...], as: UTF8.self)
  }

  private func heard(_ bytes: UnsafePointer<CChar>, _ count: Int) {
    let piece = UnsafeRawBufferPointer(start: bytes, count: count)
    // Most pieces are the space between two elements.
    if text.isEmpty, piece.allSatisfy({ $0 <= 32 }) { return }
    guard text.utf8.count + count <= TrackDocument.longestText else { return }
    text += String(decoding: piece, as: UTF8.self)
  }

  private func ended() {
    guard let local = path.last else { return }
    gathering.ended(local, text.trimmed, in: path)
    path.removeLast()
    text.removeAll(keepingCapacity: true)
  }
}

extension String {
  fileprivate var trimmed: String {
    guard let start = utf8.first, let end = utf8.last else { return "" }
    if 33..<128 ~= start, 33..<128 ~= end { return self }
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }
}
