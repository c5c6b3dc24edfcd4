import Testing

@testable import Plot

@Suite("The colours of a chart")
struct ColourVisionTests {
  @Test("that are grey stay grey in every kind of colour vision", arguments: ColourVision.allCases)
  func grey(vision: ColourVision) {
    for part in stride(from: 0, through: 255, by: 15) {
      let grey = Colour(red: UInt8(part), green: UInt8(part), blue: UInt8(part))
      #expect(grey.seen(with: vision).difference(to: grey) < 4)
    }
  }

  @Test("are simulated: red and green look alike in deuteranopia, blue and yellow stay distinct in protanopia")
  func confusions() {
    let (red, green) = (Colour(0xB0413E), Colour(0x6B6B1E))
    #expect(red.difference(to: green) > 40)
    #expect(red.seen(with: .deuteranopia).difference(to: green.seen(with: .deuteranopia)) < 20)
    let (blue, yellow) = (Colour(0x1565C0), Colour(0xF2C14E))
    #expect(blue.seen(with: .protanopia).difference(to: yellow.seen(with: .protanopia)) > 60)
  }

  @Test("contrast with the card they are drawn on", arguments: [Palette.light, .dark])
  func contrast(palette: Palette) {
    for (hue, colour) in palette.hues { #expect(colour.contrast(with: palette.card) >= 4.5, "\(hue.name)") }
    #expect(palette.ink.contrast(with: palette.card) >= 7)
    #expect(palette.softInk.contrast(with: palette.card) >= 5.2)
  }

  @Test(
    "of the pillars are distinct in every kind of colour vision",
    arguments: [Palette.light, .dark])
  func pillars(palette: Palette) {
    let names = ["fitness", "nutrition", "wellbeing"]
    for (index, one) in names.enumerated() {
      for other in names[(index + 1)...] {
        for vision in ColourVision.allCases {
          let (left, right) = (palette[Hue(one)].seen(with: vision), palette[Hue(other)].seen(with: vision))
          let difference = left.difference(to: right)
          #expect(difference > 8, "\(one) and \(other) with \(vision)")
        }
      }
    }
  }

  @Test("are never the only distinction: no two of twelve series share both dash and shape")
  func signs() throws {
    let series = (0..<12).map { number in
      Series(id: "\(number)", name: "S\(number)", points: (0..<5).map { Point(.number(Double($0)), Double(number)) })
    }
    let chart = try Chart(ChartSpec(title: "A", kind: .line(Lines(series: series))))
    #expect(Set(chart.tracks.map { "\($0.look.dash) \($0.look.shape)" }).count == 12)
    #expect(Set(chart.tracks.prefix(6).map(\.look.hue)).count == 6)
    #expect(Set(chart.tracks.prefix(4).map(\.look.dash)).count == 4)
    #expect(Set(chart.tracks.prefix(4).map(\.look.shape)).count == 4)
    #expect(Set(chart.tracks.prefix(6).map(\.look.pattern)).count == 6)
  }

  @Test("that the spec sets are kept, as are dashes and shapes")
  func chosen() throws {
    let chart = try Chart(Samples.lines)
    #expect(chart.tracks.map(\.look.hue) == [Hue("fitness"), Hue("nutrition")])
    #expect(
      chart.tracks.map(\.look.dash) == [.solid, .dashed] && chart.tracks.map(\.look.shape) == [.circle, .square])
  }

  @Test(
    "of a ring depend on the share of its goal that is reached",
    arguments: [
      (0.0, Hue.priority), (0.499, .priority), (0.5, .attention), (0.75, .attention), (0.751, .excellent),
      (1, .excellent),
    ])
  func ring(share: Double, hue: Hue) throws {
    let ring = Rings.Ring(id: "a", name: "A", value: share * 1_000, of: 1_000, hue: .progress)
    let scene = try Chart(ChartSpec(title: "A", kind: .ring(Rings([ring])))).scene()
    let arcs = scene.shapes.filter { $0.role == .arc }
    #expect(arcs.count == (share > 0 ? 1 : 0) && arcs.allSatisfy { $0.stroke?.paint == .hue(hue) })
    #expect(scene.words.contains("\(NumberFormat.text((share * 100).rounded())) %"))
  }

  @Test(
    "of a score are green from 80, yellow from 50 and red below",
    arguments: [
      (0.0, Hue.priority, 345...375.0), (49, .priority, 345...375), (50, .attention, 35...65),
      (79, .attention, 35...65), (80, .excellent, 90...150), (100, .excellent, 90...150),
    ])
  func score(score: Double, hue: Hue, angles: ClosedRange<Double>) throws {
    let ring = Rings.Ring(id: "a", name: "A", value: score, of: 100, hue: .score)
    let scene = try Chart(ChartSpec(title: "A", kind: .ring(Rings([ring])))).scene()
    let arcs = scene.shapes.filter { $0.role == .arc }
    #expect(arcs.count == (score > 0 ? 1 : 0) && arcs.allSatisfy { $0.stroke?.paint == .hue(hue) })
    #expect(ring.shownHue == hue)
    for palette in [Palette.light, .dark] {
      let angle = palette[hue].angle
      #expect(angles.contains(angle) || angles.contains(angle + 360), "\(angle)")
    }
  }

  @Test(
    "of a sparkline show its trend, and so does a word",
    arguments: [
      ([1.0, 2, 3], Hue.excellent, "↗ up"), ([3, 2, 1], .priority, "↘ down"), ([3, 9, 3], .neutral, "→ flat"),
    ])
  func sparkline(values: [Double], hue: Hue, word: String) throws {
    let series = Series(
      id: "a", name: "A", points: values.enumerated().map { Point(Samples.day($0.offset + 1), $0.element) })
    let scene = try Chart(ChartSpec(title: "A", kind: .sparkline(Sparkline(series)))).scene(
      in: Viewport(Size(160, 40), dress: .plain))
    #expect(scene.shapes.first { $0.role == .line }?.stroke?.paint == .hue(hue))
    #expect(scene.words == [word])
    #expect(scene.ticks.isEmpty)
  }
}

extension Colour {
  /// The angle of its hue in degrees: red is 0, green 120, blue 240.
  fileprivate var angle: Double {
    let (red, green, blue) = (Double(red), Double(green), Double(blue))
    let greatest = max(red, green, blue), span = greatest - min(red, green, blue)
    guard span > 0 else { return 0 }
    if greatest == red { return ((green - blue) / span * 60 + 360).truncatingRemainder(dividingBy: 360) }
    return greatest == green ? (blue - red) / span * 60 + 120 : (red - green) / span * 60 + 240
  }
}
