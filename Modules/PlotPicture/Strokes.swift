internal import CCairo
internal import Plot

/// One scene drawn by one pen.
struct Strokes {
  let pen: OpaquePointer
  let palette: Palette
  let fonts: Fonts

  mutating func draw(_ scene: Scene) {
    set(.card)
    cairo_paint(pen)
    for shape in scene.shapes { draw(shape) }
  }

  private func draw(_ shape: Shape) {
    if case .letters(let letters) = shape.form {
      set(shape.fill ?? .ink)
      write(letters)
      return
    }
    cairo_new_path(pen)
    trace(shape.form)
    if let fill = shape.fill {
      set(fill)
      if shape.stroke == nil { cairo_fill(pen) } else { cairo_fill_preserve(pen) }
    }
    if let stroke = shape.stroke { line(stroke, shape) }
  }

  private func line(_ stroke: Shape.Stroke, _ shape: Shape) {
    set(stroke.paint)
    cairo_set_line_width(pen, stroke.width)
    var lengths = stroke.dash.lengths(stroke.width)
    cairo_set_dash(pen, &lengths, Int32(lengths.count), 0)
    let isRound =
      switch shape.role {
      case .line, .trend, .arc, .anomaly, .point, .legend: true
      default: false
      }
    cairo_set_line_cap(pen, isRound ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT)
    cairo_set_line_join(pen, isRound ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_MITER)
    cairo_stroke(pen)
  }

  private func set(_ paint: Paint) {
    let colour = paint.colour(in: palette)
    cairo_set_source_rgb(pen, Double(colour.red) / 255, Double(colour.green) / 255, Double(colour.blue) / 255)
  }

  private func write(_ letters: Lettering) {
    let room = letters.box.width
    let (layout, width) = fonts.laid(letters.text, size: letters.size, isBold: letters.isBold, room: room)
    let left =
      switch letters.anchor {
      case .start: letters.at.x
      case .middle: letters.at.x - width / 2
      case .end: letters.at.x - width
      }
    let baseline = Double(pango_layout_get_baseline(layout)) / Double(PANGO_SCALE)
    cairo_move_to(pen, left, letters.at.y - baseline)
    pango_cairo_update_layout(pen, layout)
    pango_cairo_show_layout(pen, layout)
  }

  // MARK: Forms

  private func trace(_ form: Shape.Form) {
    switch form {
    case .path(let steps): trace(steps)
    case .box(let box, let corner): trace(box, min(corner, box.width / 2, box.height / 2))
    case .circle(let spot, let radius): circle(spot, radius)
    case .arc(let spot, let radius, let share):
      let top = -Double.pi / 2
      cairo_arc(pen, spot.x, spot.y, radius, top, top + 2 * Double.pi * min(max(share, 0), 1))
    case .sign(.circle, let spot, let radius): circle(spot, radius)
    case .sign(let sign, let spot, let radius): trace(sign.steps(at: spot, radius))
    case .letters: break
    }
  }

  private func circle(_ spot: Spot, _ radius: Double) {
    cairo_arc(pen, spot.x, spot.y, radius, 0, 2 * Double.pi)
    cairo_close_path(pen)
  }

  private func trace(_ steps: [Shape.Step]) {
    for step in steps {
      switch step {
      case .move(let spot): cairo_move_to(pen, spot.x, spot.y)
      case .line(let spot): cairo_line_to(pen, spot.x, spot.y)
      case .curve(let one, let two, let spot): cairo_curve_to(pen, one.x, one.y, two.x, two.y, spot.x, spot.y)
      case .close: cairo_close_path(pen)
      }
    }
  }

  private func trace(_ box: Box, _ corner: Double) {
    guard corner > 0 else {
      cairo_rectangle(pen, box.x, box.y, box.width, box.height)
      return
    }
    let quarter = Double.pi / 2
    cairo_arc(pen, box.right - corner, box.y + corner, corner, -quarter, 0)
    cairo_arc(pen, box.right - corner, box.bottom - corner, corner, 0, quarter)
    cairo_arc(pen, box.x + corner, box.bottom - corner, corner, quarter, 2 * quarter)
    cairo_arc(pen, box.x + corner, box.y + corner, corner, 2 * quarter, 3 * quarter)
    cairo_close_path(pen)
  }
}
