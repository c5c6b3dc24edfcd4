internal import JSON

/// Encodes the client's operations.
enum NatsWords {
  /// The used members of a server's INFO.
  struct Info {
    var largest = 1_048_576
    var needsTLS = false
    var hasTLS = false
  }

  static func info(_ bytes: [UInt8]) -> Info {
    var info = Info()
    guard let said = try? JSON(bytes: bytes) else { return info }
    if let largest = said["max_payload"]?.number, largest >= 1, largest <= 1e9 { info.largest = Int(largest) }
    info.needsTLS = said["tls_required"]?.bool ?? false
    info.hasTLS = info.needsTLS || said["tls_available"]?.bool ?? false
    return info
  }

  static func connect(_ address: NatsAddress, name: String) -> [UInt8] {
    var options: [(String, String)] = [("name", name), ("lang", "swift"), ("version", "1")]
    if let user = address.user {
      options += [("user", user), ("pass", address.secret ?? "")]
    } else if let secret = address.secret {
      options.append(("auth_token", secret))
    }
    var bytes = Array(
      #"CONNECT {"verbose":false,"pedantic":false,"tls_required":\#(address.isSecure),"echo":true"#.utf8)
    for (key, value) in options {
      bytes.append(UInt8(ascii: ","))
      JSONBytes.append(string: key, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      JSONBytes.append(string: value, to: &bytes)
    }
    return bytes + Array("}\r\n".utf8)
  }

  static func subscribe(_ subject: String) -> [UInt8] { Array("SUB \(subject) 1\r\n".utf8) }

  static func publish(_ message: [UInt8], to subject: String) -> [UInt8] {
    Array("PUB \(subject) \(message.count)\r\n".utf8) + message + [0x0D, 0x0A]
  }

  static let ping = Array("PING\r\n".utf8)
  static let pong = Array("PONG\r\n".utf8)

  /// Whether a text is a subject: words separated by dots, without wildcards.
  static func isSubject(_ text: String) -> Bool {
    guard 1...255 ~= text.utf8.count else { return false }
    return text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { word in
      !word.isEmpty
        && word.utf8.allSatisfy { byte in
          0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: "-")
        }
    }
  }
}
