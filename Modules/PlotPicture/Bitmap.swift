internal import CCairo

/// Pixels as Cairo leaves them: 32 bits each, of which the lower 24 are red, green and blue.
struct Bitmap {
  let width: Int
  let height: Int
  private(set) var pixels: [UInt32]

  init?(_ surface: OpaquePointer, _ width: Int, _ height: Int) {
    guard let data = cairo_image_surface_get_data(surface) else { return nil }
    let stride = Int(cairo_image_surface_get_stride(surface))
    self.width = width
    self.height = height
    pixels = [UInt32](unsafeUninitializedCapacity: width * height) { buffer, count in
      for row in 0..<height {
        UnsafeRawPointer(data + row * stride).withMemoryRebound(to: UInt32.self, capacity: width) { line in
          for column in 0..<width { buffer[row * width + column] = line[column] & 0xFF_FFFF }
        }
      }
      count = width * height
    }
  }
}

extension Bitmap {
  /// Which colours there are and how often.
  func histogram() -> [UInt32: Int] {
    var counts: [UInt32: Int] = [:]
    var previous = UInt32.max
    var run = 0
    for pixel in pixels {
      if pixel == previous {
        run += 1
        continue
      }
      if run > 0 { counts[previous, default: 0] += run }
      (previous, run) = (pixel, 1)
    }
    if run > 0 { counts[previous, default: 0] += run }
    return counts
  }

  /// At most 256 colours with a number for each pixel: the most frequent ones, and for the shades of an edge the nearest of
  /// them. Nil when some pixel would look different.
  func indexed() -> (colours: [UInt32], indices: [UInt8])? {
    let counts = histogram()
    let ranked = counts.sorted { ($0.value, $0.key) > ($1.value, $1.key) }.map(\.key)
    let colours = Array(ranked.prefix(256))
    var numbers = Dictionary(uniqueKeysWithValues: zip(colours, (0..<256).map { UInt8($0) }))
    for colour in ranked.dropFirst(256) {
      guard let near = Bitmap.nearest(to: colour, in: colours) else { return nil }
      numbers[colour] = near
    }
    var previous = UInt32.max
    var number: UInt8 = 0
    let indices = [UInt8](unsafeUninitializedCapacity: pixels.count) { buffer, count in
      for (place, pixel) in pixels.enumerated() {
        if pixel != previous {
          (previous, number) = (pixel, numbers[pixel] ?? 0)
        }
        buffer[place] = number
      }
      count = pixels.count
    }
    return (colours, indices)
  }

  /// What an edge may be off by, a part: a step that no eye sees.
  private static let tolerance = 16

  private static func nearest(to colour: UInt32, in colours: [UInt32]) -> UInt8? {
    var best: (index: Int, distance: Int)?
    for (index, other) in colours.enumerated() {
      let distance = max(part(colour, other, 16), part(colour, other, 8), part(colour, other, 0))
      if distance < best?.distance ?? .max { best = (index, distance) }
    }
    guard let best, best.distance <= tolerance else { return nil }
    return UInt8(best.index)
  }

  private static func part(_ one: UInt32, _ two: UInt32, _ shift: UInt32) -> Int {
    abs(Int(one >> shift & 0xFF) - Int(two >> shift & 0xFF))
  }
}
