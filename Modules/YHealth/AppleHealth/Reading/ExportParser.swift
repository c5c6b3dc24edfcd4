public import Days
public import Kernel
internal import Markup

/// A streaming parser for an export: it is fed bytes in pieces of any size, and returns the result at the end. An error
/// is thrown at once and discards everything read until then.
///
/// Not Sendable on purpose: one thread feeds it.
public final class ExportParser {
  private let stream: XMLStream
  private var prologue: Prologue? = Prologue()
  private let handler: ElementHandler

  /// - Parameter today: The day on which it is read, after which no record can lie; nil without that bound.
  public convenience init(today: CalendarDay? = nil) { self.init(mostBlocks: QuarterHours.mostBlocks, today: today) }

  /// Sets the number of blocks for quarters of an hour.
  init(mostBlocks: Int, today: CalendarDay? = nil) {
    handler = ElementHandler(mostBlocks: mostBlocks, today: today)
    // This parser holds the handler, which outlives the stream.
    let stream = XMLStream(ExportParser.events, of: Unmanaged.passUnretained(handler).toOpaque())
    self.stream = stream
    handler.stop = { stream.stop() }
    handler.line = { stream.line }
  }

  private static var events: XMLStream.Events {
    XMLStream.Events(
      began: { context, name, attributes in
        guard let context, let name, let attributes else { return }
        Unmanaged<ElementHandler>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.began(name, attributes) }
      },
      ended: { context, _ in
        guard let context else { return }
        Unmanaged<ElementHandler>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.ended() }
      },
      // The prologue is blanked before it is parsed; entity declarations that still get through are stopped here.
      declared: { context, _, _, _, _, _, _, _, _ in
        guard let context else { return }
        Unmanaged<ElementHandler>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.fail(ExportProblem.entities) }
      })
  }

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
    do throws(XMLStream.Failure) { try stream.parse(bytes, isLast: isLast) } catch {
      throw handler.problem ?? ExportParser.problem(error)
    }
    if let problem = handler.problem { throw problem }
    if handler.isQuiet(after: bytes.count) { throw ExportProblem.endless }
  }

  private static func problem(_ failure: XMLStream.Failure) -> Problem {
    switch failure {
    case .noMemory: ExportProblem.noMemory
    case .cut: ExportProblem.cutShort
    case .stopped: ExportProblem.cutShort
    case .malformed(let word, let line): ExportProblem.malformed(word, line: line)
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
