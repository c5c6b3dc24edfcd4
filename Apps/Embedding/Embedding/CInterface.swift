public import CTroupe
internal import Catalog
internal import JSON
internal import Kernel
internal import Platform
internal import Shell

// The functions of troupe.h, which says what each does. They check their arguments and hand them on.

/// The state of the C interface. Its functions have no other place for it, since they are given numbers.
private let windows = HostedWindows()

/// The address of a text that is never freed, since the header promises that it stays valid.
private let version: UInt = {
  let facts: JSON = [
    "version": .string(Troupe.version), "interface": .number(Double(TROUPE_INTERFACE)),
    "products": .array(Product.all.map { .string($0.id) }),
  ]
  return UInt(bitPattern: strdup((try? JSON.text(facts)) ?? "{}"))
}()

@_cdecl("troupe_open")
public func openTroupe(
  _ options: UnsafePointer<CChar>?, _ length: Int, _ callback: troupe_callback?, _ context: UnsafeMutableRawPointer?,
  _ window: UnsafeMutablePointer<UInt64>?, _ problem: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  window?.pointee = 0
  problem?.pointee = nil
  guard !EventQueue.isCallingBack else { return Int32(TROUPE_IN_CALLBACK) }
  guard let options, let callback, let window, (1...EmbeddingOptions.longest).contains(length) else {
    return Int32(TROUPE_INVALID)
  }
  do throws(Problem) {
    try windows.open(copied(options, length), EventCallback(function: callback, context: context)) {
      window.pointee = $0
    }
    return Int32(TROUPE_OK)
  } catch {
    problem?.pointee = strdup(error.json)
    return Int32(error.code == "profile-in-use" ? TROUPE_IN_USE : TROUPE_REFUSED)
  }
}

@_cdecl("troupe_send")
public func sendTroupe(_ window: UInt64, _ message: UnsafePointer<CChar>?, _ length: Int) -> Int32 {
  guard let message, length > 0 else { return Int32(TROUPE_INVALID) }
  guard let window = windows[window] else { return Int32(TROUPE_CLOSED) }
  switch window.send(length > LineReader.longest ? nil : copied(message, length)) {
  case .taken: return Int32(TROUPE_OK)
  case .full: return Int32(TROUPE_BUSY)
  case .closed: return Int32(TROUPE_CLOSED)
  }
}

@_cdecl("troupe_read_file")
public func readTroupe(_ window: UInt64, _ file: Int64) -> Int32 {
  guard let window = windows[window] else { return Int32(TROUPE_CLOSED) }
  return Int32(window.read(file) ? TROUPE_OK : TROUPE_BUSY)
}

@_cdecl("troupe_close")
public func closeTroupe(_ window: UInt64) -> Int32 {
  guard !EventQueue.isCallingBack else { return Int32(TROUPE_IN_CALLBACK) }
  return Int32(windows.close(window) ? TROUPE_OK : TROUPE_CLOSED)
}

@_cdecl("troupe_free")
public func freeTroupe(_ problem: UnsafeMutablePointer<CChar>?) { free(problem) }

@_cdecl("troupe_version")
public func versionTroupe() -> UnsafePointer<CChar>? { UnsafePointer(bitPattern: version) }

private func copied(_ text: UnsafePointer<CChar>, _ length: Int) -> [UInt8] {
  Array(UnsafeRawBufferPointer(start: text, count: length))
}
