/// The facts in the segments of a JPEG: its orientation, and the number of its passes. Anything else has the usual ones.
public struct PhotoHead: Sendable, Equatable {
  /// As EXIF counts it: 1 is upright.
  public private(set) var orientation = 1
  /// The scans of a progressive JPEG, each of which takes as long as a whole picture.
  public private(set) var passes = 0

  public init(_ bytes: [UInt8]) {
    guard bytes.starts(with: [0xFF, 0xD8]) else { return }
    var at = 2
    while at + 4 <= bytes.count, bytes[at] == 0xFF {
      let marker = bytes[at + 1]
      // Fill bytes may stand before a marker.
      if marker == 0xFF {
        at += 1
        continue
      }
      let length = Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])
      guard length >= 2, at + 2 + length <= bytes.count, marker != 0xD9 else { break }
      if marker == 0xDA { break }
      if marker == 0xE1, let found = PhotoHead.orientation(in: bytes[(at + 4)..<(at + 2 + length)]) {
        orientation = found
      }
      at += 2 + length
    }
    passes = PhotoHead.passes(in: bytes, from: at)
  }

  /// In coded pixels 0xFF is followed by zero, so that a marker is found without decoding.
  private static func passes(in bytes: [UInt8], from start: Int) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      guard start + 1 < bytes.count else { return 0 }
      var count = 0
      for at in start..<(bytes.count - 1) where bytes[at] == 0xFF && bytes[at + 1] == 0xDA { count += 1 }
      return count
    }
  }

  /// Reads the tag 0x0112 of the first directory (EXIF 2.3, TIFF 6).
  private static func orientation(in segment: ArraySlice<UInt8>) -> Int? {
    guard segment.starts(with: Array("Exif".utf8) + [0, 0]) else { return nil }
    let tiff = Array(segment.dropFirst(6))
    let isLittle = tiff.starts(with: Array("II".utf8))
    guard isLittle || tiff.starts(with: Array("MM".utf8)) else { return nil }
    func number(_ at: Int, _ size: Int) -> Int? {
      guard at >= 0, at + size <= tiff.count else { return nil }
      let bytes = tiff[at..<(at + size)]
      return (isLittle ? bytes.reversed() : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard let directory = number(4, 4), let count = number(directory, 2) else { return nil }
    for entry in 0..<min(count, 100) {
      let at = directory + 2 + entry * 12
      guard let tag = number(at, 2) else { return nil }
      if tag == 0x0112, let value = number(at + 8, 2), (1...8).contains(value) { return value }
    }
    return nil
  }
}
