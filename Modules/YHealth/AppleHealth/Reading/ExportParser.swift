internal import CExpat
public import Kernel

/// A streaming parser for an export: it is fed bytes in pieces of any size, and returns the result at the end. An error
/// is thrown at once and discards everything read until then.
///
/// Not Sendable on purpose: one thread feeds it.
public final class ExportParser {
  private let expat: XML_Parser?
  private var prologue: Prologue? = Prologue()
  private let handler: ElementHandler

  public convenience init() { self.init(mostBlocks: QuarterHours.mostBlocks) }

  /// Sets the number of blocks for quarters of an hour.
  init(mostBlocks: Int) {
    handler = ElementHandler(mostBlocks: mostBlocks)
    expat = XML_ParserCreate(nil)
    guard let expat else { return }
    // This parser holds the handler, which outlives expat's parser.
    XML_SetUserData(expat, Unmanaged.passUnretained(handler).toOpaque())
    XML_SetElementHandler(
      expat,
      { context, name, attributes in
        guard let context, let name, let attributes else { return }
        Unmanaged<ElementHandler>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.began(name, attributes) }
      },
      { context, _ in
        guard let context else { return }
        Unmanaged<ElementHandler>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.ended() }
      })
    // The prologue is blanked before expat sees it; entity declarations that still get through are stopped here.
    XML_SetEntityDeclHandler(expat) { context, _, _, _, _, _, _, _, _ in
      guard let context else { return }
      Unmanaged<ElementHandler>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.fail(ExportProblem.entities) }
    }
    handler.stop = { XML_StopParser(expat, XML_Bool(0)) }
    handler.line = { Int(XML_GetCurrentLineNumber(expat)) }
  }

  deinit { if let expat { XML_ParserFree(expat) } }

  /// Number of days with data so far.
  public var days: Int { handler.gathering.days }

  // MARK: Push parsing

  /// Parses a piece. It may change the bytes: characters that XML forbids become spaces, since iOS writes such bytes
  /// into device names.
  public func feed(_ bytes: UnsafeMutableRawBufferPointer) throws(Problem) {
    guard prologue != nil else {
      ExportParser.mend(bytes)
      return try parse(UnsafeRawBufferPointer(bytes))
    }
    guard var head = try prologue?.take(UnsafeRawBufferPointer(bytes)) else { return }
    prologue = nil
    try parse(&head)
  }

  public func feed(_ bytes: [UInt8]) throws(Problem) {
    var problem: Problem?
    var copy = bytes
    copy.withUnsafeMutableBytes { buffer in
      do throws(Problem) { try feed(buffer) } catch { problem = error }
    }
    if let problem { throw problem }
  }

  /// Returns the result. Nothing may be fed after it.
  public func finish() throws(Problem) -> ReadExport {
    if var head = prologue?.rest() {
      prologue = nil
      guard head.contains(where: { $0 > 32 }) else { throw ExportProblem.empty }
      try parse(&head)
    }
    try parse(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true)
    return handler.gathering.whole
  }

  private func parse(_ head: inout [UInt8]) throws(Problem) {
    var problem: Problem?
    head.withUnsafeMutableBytes { buffer in
      ExportParser.mend(buffer)
      do throws(Problem) { try parse(UnsafeRawBufferPointer(buffer)) } catch { problem = error }
    }
    if let problem { throw problem }
  }

  private func parse(_ bytes: UnsafeRawBufferPointer, isLast: Bool = false) throws(Problem) {
    guard let expat else { throw ExportProblem.noMemory }
    let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    guard XML_Parse(expat, text, Int32(bytes.count), isLast ? 1 : 0) == XML_STATUS_OK else {
      throw handler.problem ?? ExportParser.problem(of: expat)
    }
    if let problem = handler.problem { throw problem }
    if handler.isQuiet(after: bytes.count) { throw ExportProblem.endless }
  }

  private static func problem(of expat: XML_Parser) -> Problem {
    let line = Int(XML_GetCurrentLineNumber(expat))
    switch XML_GetErrorCode(expat) {
    case XML_ERROR_NO_MEMORY, XML_ERROR_AMPLIFICATION_LIMIT_BREACH: return ExportProblem.noMemory
    case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR, XML_ERROR_UNCLOSED_CDATA_SECTION:
      return ExportProblem.cutShort
    case let code:
      return ExportProblem.malformed(XML_ErrorString(code).map { String(cString: $0) } ?? "no XML", line: line)
    }
  }

  /// Tests all bytes at once first, since there is hardly ever one to replace.
  static func mend(_ bytes: UnsafeMutableRawBufferPointer) {
    let bytes = bytes.assumingMemoryBound(to: UInt8.self)
    var found: UInt8 = 0
    for byte in bytes { found |= isForbidden(byte) ? 1 : 0 }
    guard found != 0 else { return }
    for place in bytes.indices where isForbidden(bytes[place]) { bytes[place] = 32 }
  }

  @inline(__always) private static func isForbidden(_ byte: UInt8) -> Bool {
    // A null byte is left: no text contains one, and expat reports it.
    byte < 32 && byte != 9 && byte != 10 && byte != 13 && byte != 0
  }
}
