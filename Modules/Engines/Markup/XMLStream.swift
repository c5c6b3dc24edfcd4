internal import CExpat
internal import Platform

/// A parser of XML that is fed bytes and calls C functions for what it finds.
///
/// Not Sendable: one thread feeds it. Its context has to outlive it.
public final class XMLStream {
  /// The pointer that every handler gets.
  public typealias Context = UnsafeMutableRawPointer
  public typealias Name = UnsafePointer<CChar>
  /// Names and values in turn, up to nil.
  public typealias Attributes = UnsafeMutablePointer<UnsafePointer<CChar>?>

  /// The handlers; those that are nil cost nothing.
  public struct Events {
    public typealias Began = @convention(c) (Context?, Name?, Attributes?) -> Void
    public typealias Ended = @convention(c) (Context?, Name?) -> Void
    /// Bytes of a text and their number; a text may come in several pieces.
    public typealias Heard = @convention(c) (Context?, Name?, CInt) -> Void
    /// A document type, with its name.
    public typealias Typed = @convention(c) (Context?, Name?, Name?, Name?, CInt) -> Void
    /// The declaration of an entity.
    public typealias Declared = @convention(c) (Context?, Name?, CInt, Name?, CInt, Name?, Name?, Name?, Name?) -> Void

    let began: Began?
    let ended: Ended?
    let heard: Heard?
    let typed: Typed?
    let declared: Declared?

    public init(
      began: Began? = nil, ended: Ended? = nil, heard: Heard? = nil, typed: Typed? = nil, declared: Declared? = nil
    ) {
      self.began = began
      self.ended = ended
      self.heard = heard
      self.typed = typed
      self.declared = declared
    }
  }

  public enum Failure: Error, Hashable {
    case noMemory
    /// The document ends before it is whole.
    case cut
    /// A handler ended the reading.
    case stopped
    case malformed(String, line: Int)
  }

  private let expat: XML_Parser?

  /// - Parameter separator: Stands between the space of a name and the name; nil leaves prefixes as they are.
  public init(_ events: Events, of context: Context, separator: UInt8? = nil) {
    expat = separator.map { XML_ParserCreateNS(nil, XML_Char($0)) } ?? XML_ParserCreate(nil)
    guard let expat else { return }
    XML_SetUserData(expat, context)
    XML_SetElementHandler(expat, events.began, events.ended)
    if let heard = events.heard { XML_SetCharacterDataHandler(expat, heard) }
    if let typed = events.typed { XML_SetStartDoctypeDeclHandler(expat, typed) }
    if let declared = events.declared { XML_SetEntityDeclHandler(expat, declared) }
  }

  deinit { if let expat { XML_ParserFree(expat) } }

  /// The line that is read, from 1.
  public var line: Int { expat.map { Int(XML_GetCurrentLineNumber($0)) } ?? 0 }

  /// Ends the reading: no handler is called any more, and `parse` throws.
  public func stop() { if let expat { XML_StopParser(expat, XML_Bool(0)) } }

  /// Parses the next bytes; nothing may follow the last ones.
  public func parse(_ bytes: UnsafeRawBufferPointer, isLast: Bool = false) throws(Failure) {
    guard let expat else { throw .noMemory }
    let text = bytes.baseAddress?.assumingMemoryBound(to: XML_Char.self)
    guard let count = CInt(exactly: bytes.count) else { throw .noMemory }
    if XML_Parse(expat, text, count, isLast ? 1 : 0) != XML_STATUS_OK { throw failure(expat) }
  }

  private func failure(_ expat: XML_Parser) -> Failure {
    switch XML_GetErrorCode(expat) {
    case XML_ERROR_NO_MEMORY, XML_ERROR_AMPLIFICATION_LIMIT_BREACH: .noMemory
    case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR, XML_ERROR_UNCLOSED_CDATA_SECTION: .cut
    case XML_ERROR_ABORTED: .stopped
    case let code: .malformed(XML_ErrorString(code).map { String(cString: $0) } ?? "no XML", line: line)
    }
  }
}
