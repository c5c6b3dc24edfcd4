internal import CTroupe

/// The function that takes the events of one window, with the pointer that is handed back to it.
///
/// The header demands that both may be used from any thread, which the compiler cannot know.
struct EventCallback: @unchecked Sendable {
  typealias Function = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<troupe_event>?) -> Void

  let function: Function
  let context: UnsafeMutableRawPointer?

  func callAsFunction(_ event: WindowEvent) {
    switch event.content {
    case .text(let text):
      text.withCString { call(event, $0, text.utf8.count) }
    case .bytes(let bytes):
      bytes.withUnsafeBytes { buffer in
        call(event, buffer.assumingMemoryBound(to: CChar.self).baseAddress, buffer.count)
      }
    }
  }

  private func call(_ event: WindowEvent, _ bytes: UnsafePointer<CChar>?, _ count: Int) {
    var told = troupe_event(
      size: UInt32(MemoryLayout<troupe_event>.size), kind: event.kind, bytes: bytes, length: count, file: event.file,
      offset: event.offset, total: event.total)
    function(context, &told)
  }
}
