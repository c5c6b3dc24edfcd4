/// A short name for a device, made from what its program says of itself.
enum DeviceName {
  static let longest = 60

  private static let systems = [
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"), ("Windows", "Windows"),
    ("Mac OS X", "macOS"), ("Macintosh", "macOS"), ("Linux", "Linux"),
  ]
  /// Ordered: where a text has two of these names, the one listed first is the browser's own.
  private static let browsers = [
    ("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"), ("Safari/", "Safari"),
  ]

  /// `agent` is the header `User-Agent`. Returns nil for one without a readable character.
  static func name(_ agent: String?) -> String? {
    guard let agent else { return nil }
    let text = cleaned(agent)
    guard !text.isEmpty else { return nil }
    guard text.hasPrefix("Mozilla/") else { return String(text.prefix(longest)) }
    let browser = browsers.first { text.contains($0.0) }?.1
    let system = systems.first { text.contains($0.0) }?.1
    switch (browser, system) {
    case (let browser?, let system?): return "\(browser) on \(system)"
    case (let one?, nil), (nil, let one?): return one
    case (nil, nil): return "A browser"
    }
  }

  /// Keeps printable ASCII, and one space for everything between. Other characters can reorder or hide text.
  private static func cleaned(_ agent: String) -> String {
    var bytes: [UInt8] = []
    for byte in agent.utf8.prefix(512) {
      if (0x21...0x7E).contains(byte) {
        bytes.append(byte)
      } else if let last = bytes.last, last != 0x20 {
        bytes.append(0x20)
      }
    }
    if bytes.last == 0x20 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
