internal import CSystemd
internal import Kernel

/// One D-Bus message, written or read in steps. Reading throws if the message has another shape.
final class DBusMessage {
  let pointer: OpaquePointer

  /// Takes ownership of the reference.
  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { sd_bus_message_unref(pointer) }

  /// Marks the message as sensitive: its memory is overwritten when it is released.
  func isSecret() { sd_bus_message_sensitive(pointer) }
}

/// The D-Bus type codes used here.
enum DBusType {
  static let byte = CChar(SD_BUS_TYPE_BYTE)
  static let boolean = CChar(SD_BUS_TYPE_BOOLEAN)
  static let string = CChar(SD_BUS_TYPE_STRING)
  static let path = CChar(SD_BUS_TYPE_OBJECT_PATH)
  static let array = CChar(SD_BUS_TYPE_ARRAY)
  static let variant = CChar(SD_BUS_TYPE_VARIANT)
  static let structure = CChar(SD_BUS_TYPE_STRUCT)
  static let entry = CChar(SD_BUS_TYPE_DICT_ENTRY)
}

// MARK: - Writing

extension DBusMessage {
  func put(_ text: String, as sign: CChar = DBusType.string) throws(Problem) {
    try written(text.withCString { sd_bus_message_append_basic(pointer, sign, $0) })
  }

  func put(_ isSo: Bool) throws(Problem) {
    var number: CInt = isSo ? 1 : 0
    try written(sd_bus_message_append_basic(pointer, DBusType.boolean, &number))
  }

  func put(_ bytes: [UInt8]) throws(Problem) {
    try written(bytes.withUnsafeBytes { sd_bus_message_append_array(pointer, DBusType.byte, $0.baseAddress, $0.count) })
  }

  func put(_ sign: CChar, _ contents: String, _ inside: () throws(Problem) -> Void) throws(Problem) {
    try written(sd_bus_message_open_container(pointer, sign, contents))
    try inside()
    try written(sd_bus_message_close_container(pointer))
  }

  func put(paths: [String]) throws(Problem) {
    try put(DBusType.array, "o") { () throws(Problem) in
      for path in paths { try put(path, as: DBusType.path) }
    }
  }

  func put(words: [(String, String)]) throws(Problem) {
    try put(DBusType.array, "{ss}") { () throws(Problem) in
      for (name, value) in words {
        try put(DBusType.entry, "ss") { () throws(Problem) in
          try put(name)
          try put(value)
        }
      }
    }
  }

  private func written(_ code: CInt) throws(Problem) {
    // Only shapes known here are written, so this means that memory is exhausted.
    guard code >= 0 else {
      throw Problem(
        "no-memory", "There is not enough memory to ask the keyring.", safe: "Nothing was changed.",
        remedy: "Close something, then try again.")
    }
  }
}

// MARK: - Reading

extension DBusMessage {
  func path() throws(Problem) -> String {
    var found: UnsafePointer<CChar>?
    guard sd_bus_message_read_basic(pointer, DBusType.path, &found) > 0, let found else { throw .keyringAnswer }
    return String(cString: found)
  }

  func boolean() throws(Problem) -> Bool {
    var number: CInt = 0
    guard sd_bus_message_read_basic(pointer, DBusType.boolean, &number) > 0 else { throw .keyringAnswer }
    return number != 0
  }

  /// Reads at most `limit` paths; more than a few are not expected.
  func paths(atMost limit: Int) throws(Problem) -> [String] {
    try inside(DBusType.array, "o") { () throws(Problem) in
      var paths: [String] = []
      while sd_bus_message_at_end(pointer, 0) == 0 {
        guard paths.count < limit else { throw .keyringAnswer }
        paths.append(try path())
      }
      return paths
    }
  }

  func bytes(atMost limit: Int) throws(Problem) -> [UInt8] {
    var start: UnsafeRawPointer?
    var count = 0
    guard sd_bus_message_read_array(pointer, DBusType.byte, &start, &count) >= 0, count <= limit else {
      throw .keyringAnswer
    }
    guard let start, count > 0 else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  func inside<Value>(
    _ sign: CChar, _ contents: String, _ read: () throws(Problem) -> Value
  ) throws(Problem) -> Value {
    guard sd_bus_message_enter_container(pointer, sign, contents) > 0 else { throw .keyringAnswer }
    let value = try read()
    guard sd_bus_message_exit_container(pointer) >= 0 else { throw .keyringAnswer }
    return value
  }

  func skip(_ contents: String) throws(Problem) {
    guard sd_bus_message_skip(pointer, contents) >= 0 else { throw .keyringAnswer }
  }

  func isSignal(_ interface: String, _ member: String) -> Bool {
    sd_bus_message_is_signal(pointer, interface, member) > 0
  }

  /// The path of the object that the message is about.
  var object: String? { sd_bus_message_get_path(pointer).map { String(cString: $0) } }
}
