internal import CCairo
public import Kernel
public import Plot

/// Draws scenes as pictures. It keeps what is costly to make, fonts and the like, so whoever draws often keeps a painter;
/// one belongs to one actor at a time.
public final class Painter {
  let fonts: Fonts?

  public init() { fonts = Fonts() }

  /// A PNG of a scene, one to three pixels a point of it.
  public func png(of scene: Scene, _ palette: Palette, scale: Double = 1) throws(Problem) -> [UInt8] {
    let bitmap = try bitmap(of: scene, palette, scale: scale)
    guard let packed = bitmap.png else { throw Painter.failed }
    return packed
  }

  func bitmap(of scene: Scene, _ palette: Palette, scale: Double) throws(Problem) -> Bitmap {
    guard let fonts else {
      throw Problem(
        "chart-fonts", "There is no font to write the chart with.", safe: "The chart's words and table are unharmed.",
        remedy: "Install a font, such as Debian's package fonts-dejavu-core.")
    }
    let scale = scale.isFinite ? min(max(scale, 1), 3) : 1
    let width = Int32((scene.size.width * scale).rounded(.up)), height = Int32((scene.size.height * scale).rounded(.up))
    guard width > 0, height > 0, Int(width) * Int(height) <= Painter.mostPixels else {
      throw Problem(
        "chart-limit", "A picture of \(width) times \(height) pixels is too large.",
        remedy: "Ask for a smaller size or scale.")
    }
    guard let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height) else { throw Painter.failed }
    defer { cairo_surface_destroy(surface) }
    guard let pen = cairo_create(surface) else { throw Painter.failed }
    defer { cairo_destroy(pen) }
    cairo_scale(pen, scale, scale)
    var drawing = Strokes(pen: pen, palette: palette, fonts: fonts)
    drawing.draw(scene)
    cairo_surface_flush(surface)
    guard cairo_status(pen) == CAIRO_STATUS_SUCCESS, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
      let bitmap = Bitmap(surface, Int(width), Int(height))
    else { throw Painter.failed }
    return bitmap
  }

  /// 64 million pixels are 256 MB while they are drawn.
  private static let mostPixels = 64_000_000

  private static let failed = Problem(
    "chart-picture", "The chart could not be drawn as a picture.", safe: "Its words and its table are unharmed.",
    remedy: "Try a smaller size, or take the chart as SVG.")
}
