internal import CPicture
internal import Plot

/// Draws one scene with one pen.
struct Strokes {
  let pen: OpaquePointer
  let palette: Palette
  let fonts: OpaquePointer

  func draw(_ scene: Scene) {
    set(.card)
    picture_flood(pen)
    for shape in scene.shapes { draw(shape) }
  }

  private func draw(_ shape: Shape) {
    if case .letters(let letters) = shape.form {
      set(shape.fill ?? .ink)
      write(letters)
      return
    }
    picture_begin(pen)
    picture_smooth(pen, !shape.form.isRugged)
    trace(shape.form)
    if let fill = shape.fill {
      set(fill)
      picture_fill(pen)
    }
    guard let stroke = shape.stroke else { return }
    set(stroke.paint)
    let lengths = stroke.dash.lengths(stroke.width)
    picture_stroke(pen, stroke.width, lengths, Int32(lengths.count), shape.role.isRound)
  }

  private func set(_ paint: Paint) {
    let colour = paint.colour(in: palette)
    picture_colour(pen, Double(colour.red) / 255, Double(colour.green) / 255, Double(colour.blue) / 255)
  }

  private func write(_ letters: Lettering) {
    let width = picture_lay_out(fonts, letters.text, letters.size, letters.isBold, letters.box.width)
    let left =
      switch letters.anchor {
      case .start: letters.at.x
      case .middle: letters.at.x - width / 2
      case .end: letters.at.x - width
      }
    picture_write(pen, fonts, left, letters.at.y)
  }

  // MARK: Path tracing

  private func trace(_ form: Shape.Form) {
    switch form {
    case .path(let steps): trace(steps)
    case .box(let box, let corner): trace(box, min(corner, box.width / 2, box.height / 2))
    case .circle(let spot, let radius): circle(spot, radius)
    case .arc(let spot, let radius, let share):
      let top = -Double.pi / 2
      picture_arc(pen, spot.x, spot.y, radius, top, top + 2 * Double.pi * min(max(share, 0), 1))
    case .sign(.circle, let spot, let radius): circle(spot, radius)
    case .sign(let sign, let spot, let radius): trace(sign.steps(at: spot, radius))
    case .letters: break
    }
  }

  private func circle(_ spot: Spot, _ radius: Double) {
    picture_arc(pen, spot.x, spot.y, radius, 0, 2 * Double.pi)
    picture_close(pen)
  }

  private func trace(_ steps: [Shape.Step]) {
    for step in steps {
      switch step {
      case .move(let spot): picture_move(pen, spot.x, spot.y)
      case .line(let spot): picture_line(pen, spot.x, spot.y)
      case .curve(let one, let two, let spot): picture_curve(pen, one.x, one.y, two.x, two.y, spot.x, spot.y)
      case .close: picture_close(pen)
      }
    }
  }

  private func trace(_ box: Box, _ corner: Double) {
    let quarter = Double.pi / 2
    guard corner > 0 else {
      trace([
        .move(Spot(box.x, box.y)), .line(Spot(box.right, box.y)), .line(Spot(box.right, box.bottom)),
        .line(Spot(box.x, box.bottom)), .close,
      ])
      return
    }
    picture_arc(pen, box.right - corner, box.y + corner, corner, -quarter, 0)
    picture_arc(pen, box.right - corner, box.bottom - corner, corner, 0, quarter)
    picture_arc(pen, box.x + corner, box.bottom - corner, corner, quarter, 2 * quarter)
    picture_arc(pen, box.x + corner, box.y + corner, corner, 2 * quarter, 3 * quarter)
    picture_close(pen)
  }
}

extension Shape.Form {
  /// True for a path of more than 1,000 points that mostly runs up and down. Fine antialiasing takes longest there and
  /// is seen least.
  fileprivate var isRugged: Bool {
    guard case .path(let steps) = self, steps.count > 1_000 else { return false }
    var (across, upright) = (0.0, 0.0)
    var last: Spot?
    for step in steps {
      switch step {
      case .line(let spot):
        if let last {
          across += abs(spot.x - last.x)
          upright += abs(spot.y - last.y)
        }
        last = spot
      case .move(let spot): last = spot
      case .curve: return false
      case .close: last = nil
      }
    }
    return upright > across * 3
  }
}
