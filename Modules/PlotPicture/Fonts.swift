internal import CCairo

/// The fonts of the system, and one layout through which all words go.
final class Fonts {
  private let map: OpaquePointer
  private let context: OpaquePointer
  private let layout: OpaquePointer
  private var faces: [Face: OpaquePointer] = [:]

  private struct Face: Hashable {
    let size: Double
    let isBold: Bool
  }

  init?() {
    guard let map = pango_cairo_font_map_new() else { return nil }
    guard let context = pango_font_map_create_context(map) else {
      g_object_unref(UnsafeMutableRawPointer(map))
      return nil
    }
    guard let layout = pango_layout_new(context) else {
      g_object_unref(UnsafeMutableRawPointer(context))
      g_object_unref(UnsafeMutableRawPointer(map))
      return nil
    }
    (self.map, self.context, self.layout) = (map, context, layout)
    // As many points as pixels; no hinting that would make words wider at one scale than at another.
    pango_cairo_context_set_resolution(context, 72)
    if let options = cairo_font_options_create() {
      cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
      cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
      cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
      pango_cairo_context_set_font_options(context, options)
      cairo_font_options_destroy(options)
    }
    // Numbers line up and titles of any direction begin at the same side.
    pango_layout_set_auto_dir(layout, 0)
    pango_layout_set_single_paragraph_mode(layout, 1)
  }

  deinit {
    for face in faces.values { pango_font_description_free(face) }
    g_object_unref(UnsafeMutableRawPointer(layout))
    g_object_unref(UnsafeMutableRawPointer(context))
    g_object_unref(UnsafeMutableRawPointer(map))
  }

  /// The words laid out, with their width; they are cut where they would leave the room that is kept for them.
  func laid(_ text: String, size: Double, isBold: Bool, room: Double) -> (layout: OpaquePointer, width: Double) {
    pango_layout_set_font_description(layout, face(size, isBold))
    pango_layout_set_width(layout, -1)
    pango_layout_set_ellipsize(layout, Int32(TROUPE_ELLIPSIZE_NONE))
    pango_layout_set_text(layout, text, -1)
    var width: Int32 = 0
    pango_layout_get_size(layout, &width, nil)
    if Double(width) / Double(PANGO_SCALE) > room + 0.5 {
      pango_layout_set_width(layout, Int32(room * Double(PANGO_SCALE)))
      pango_layout_set_ellipsize(layout, Int32(TROUPE_ELLIPSIZE_END))
      pango_layout_get_size(layout, &width, nil)
    }
    return (layout, Double(width) / Double(PANGO_SCALE))
  }

  private func face(_ size: Double, _ isBold: Bool) -> OpaquePointer? {
    let key = Face(size: size, isBold: isBold)
    if let known = faces[key] { return known }
    guard let face = pango_font_description_new() else { return nil }
    pango_font_description_set_family(face, "Inter, Roboto, Noto Sans, Liberation Sans, DejaVu Sans, sans-serif")
    pango_font_description_set_absolute_size(face, size * Double(PANGO_SCALE))
    pango_font_description_set_weight(face, Int32(isBold ? TROUPE_WEIGHT_SEMIBOLD : TROUPE_WEIGHT_NORMAL))
    faces[key] = face
    return face
  }
}
