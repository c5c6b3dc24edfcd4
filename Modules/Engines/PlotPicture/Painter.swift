internal import CPicture
public import Kernel
public import Plot

/// Renders scenes as PNG. Creating one opens fonts, which is expensive, so keep it for repeated use; it must be used by
/// one actor at a time.
public final class Painter {
  private let fonts: OpaquePointer

  /// Loads Cairo and Pango if that has not been done yet.
  public init() throws(Problem) {
    guard picture_is_available(),
      let fonts = picture_fonts_new("Inter, Roboto, Noto Sans, Liberation Sans, DejaVu Sans, sans-serif")
    else {
      throw Problem(
        "chart-no-cairo", "Pictures are drawn with Cairo and Pango, which are not installed.",
        safe: "The chart's words, its table and its SVG are to be had all the same.",
        remedy: "Install Debian's packages libpangocairo-1.0-0 and fonts-dejavu-core.")
    }
    self.fonts = fonts
    // Preloads the fonts that every chart uses, so that the first picture does not wait for them.
    for isBold in [false, true] { _ = picture_lay_out(fonts, "0", 12, isBold, 100) }
  }

  deinit { picture_fonts_free(fonts) }

  /// Renders a scene as PNG with one to three pixels per point.
  public func png(of scene: Scene, _ palette: Palette, scale: Double = 1) throws(Problem) -> [UInt8] {
    let scale = scale.isFinite ? min(max(scale, 1), 3) : 1
    let width = (scene.size.width * scale).rounded(.up), height = (scene.size.height * scale).rounded(.up)
    guard width > 0, height > 0, width * height <= Painter.mostPixels else {
      throw Problem(
        "chart-limit", "A picture of \(Int(width)) times \(Int(height)) pixels is too large.",
        remedy: "Ask for a smaller size or scale.")
    }
    guard let pen = picture_pen_new(Int32(width), Int32(height), scale) else { throw Painter.failed }
    defer { picture_pen_free(pen) }
    Strokes(pen: pen, palette: palette, fonts: fonts).draw(scene)
    var length = 0
    guard let pixels = picture_pen_pixels(pen), let file = picture_png(pixels, Int(width), Int(height), &length)
    else { throw Painter.failed }
    defer { picture_free(file) }
    return Array(UnsafeBufferPointer(start: file, count: length))
  }

  /// 64 million pixels take 256 MB while they are drawn.
  private static let mostPixels = 64_000_000.0

  private static let failed = Problem(
    "chart-picture", "The chart could not be drawn as a picture.", safe: "Its words and its table are unharmed.",
    remedy: "Try a smaller size, or take the chart as SVG.")
}
