internal import CZlib

// Our own writer, since Cairo's takes ten times as long as the drawing: few colours as a palette, packed lightly.
extension Bitmap {
  /// Nil only when zlib has no memory.
  var png: [UInt8]? {
    if let (colours, indices) = indexed() {
      return PNG.file(
        width, height, colourType: 3, palette: colours.flatMap { PNG.parts($0) }, rows: indices, rowLength: width)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pixels.count * 3)
    for pixel in pixels { bytes += PNG.parts(pixel) }
    return PNG.file(width, height, colourType: 2, palette: nil, rows: bytes, rowLength: width * 3)
  }
}

enum PNG {
  static func parts(_ colour: UInt32) -> [UInt8] {
    [UInt8(colour >> 16 & 0xFF), UInt8(colour >> 8 & 0xFF), UInt8(colour & 0xFF)]
  }

  static func file(
    _ width: Int, _ height: Int, colourType: UInt8, palette: [UInt8]?, rows: [UInt8], rowLength: Int
  ) -> [UInt8]? {
    guard let packed = packed(rows, rowLength) else { return nil }
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file.reserveCapacity(packed.count + 1_024)
    append("IHDR", bigEndian(width) + bigEndian(height) + [8, colourType, 0, 0, 0], to: &file)
    if let palette { append("PLTE", palette, to: &file) }
    append("IDAT", packed, to: &file)
    append("IEND", [], to: &file)
    return file
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - $0 * 8)) }
  }

  private static func append(_ name: String, _ data: [UInt8], to file: inout [UInt8]) {
    file += bigEndian(data.count)
    let start = file.count
    file += Array(name.utf8) + data
    let sum = file.withUnsafeBufferPointer { bytes in
      crc32(0, bytes.baseAddress?.advanced(by: start), uInt(bytes.count - start))
    }
    file += bigEndian(Int(sum))
  }

  /// Every row behind a zero, which says that it is not filtered.
  private static func packed(_ rows: [UInt8], _ rowLength: Int) -> [UInt8]? {
    let count = rowLength > 0 ? rows.count / rowLength : 0
    let raw = [UInt8](unsafeUninitializedCapacity: rows.count + count) { buffer, filled in
      rows.withUnsafeBufferPointer { rows in
        for row in 0..<count {
          let at = row * (rowLength + 1)
          buffer[at] = 0
          for column in 0..<rowLength { buffer[at + 1 + column] = rows[row * rowLength + column] }
        }
      }
      filled = rows.count + count
    }
    var stream = z_stream()
    guard troupe_deflate_init(&stream, 1, Z_DEFAULT_STRATEGY) == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    let most = Int(deflateBound(&stream, uLong(raw.count)))
    var isDone = false
    let packed = [UInt8](unsafeUninitializedCapacity: most) { output, filled in
      raw.withUnsafeBufferPointer { input in
        stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.avail_in = uInt(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = uInt(most)
        isDone = deflate(&stream, Z_FINISH) == Z_STREAM_END
      }
      filled = Int(stream.total_out)
    }
    return isDone ? packed : nil
  }
}
