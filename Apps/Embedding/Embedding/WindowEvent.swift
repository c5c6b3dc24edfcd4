internal import CTroupe
internal import JSON
internal import Kernel
internal import Shell

/// One event for the program that opened a window, as the header describes it.
struct WindowEvent: Sendable {
  enum Content: Sendable {
    case text(String)
    case bytes([UInt8])
  }

  let kind: Int32
  let content: Content
  var file: Int64 = 0
  var offset: UInt64 = 0
  var total: UInt64 = 0

  /// The number of bytes.
  var size: Int {
    switch content {
    case .text(let text): text.utf8.count
    case .bytes(let bytes): bytes.count
    }
  }

  static func message(_ text: String) -> WindowEvent { WindowEvent(kind: Int32(TROUPE_MESSAGE), content: .text(text)) }

  static func piece(_ piece: FilePiece) -> WindowEvent {
    WindowEvent(
      kind: Int32(TROUPE_FILE), content: .bytes(piece.bytes), file: Int64(piece.offer.id), offset: UInt64(piece.start),
      total: UInt64(piece.offer.size))
  }

  static func failure(_ problem: Problem, of file: Int64) -> WindowEvent {
    WindowEvent(kind: Int32(TROUPE_FILE_FAILED), content: .text(problem.json), file: file)
  }

  static func log(_ line: Log.Line) -> WindowEvent {
    let text: JSON = [
      "level": .string("\(line.level)"), "source": .string(line.source), "text": .string(line.text),
    ]
    return WindowEvent(kind: Int32(TROUPE_LOG), content: .text((try? JSON.text(text)) ?? "{}"))
  }

  static func end(_ problem: Problem) -> WindowEvent {
    WindowEvent(kind: Int32(TROUPE_ENDED), content: .text(problem.json))
  }
}

extension Problem {
  /// The problem as the header describes it.
  var json: String { (try? JSON.text(self)) ?? "{}" }
}
