import Foundation

@testable import Plot

/// A random number generator with the same numbers for the same seed on every machine.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Valid specs of every kind and many sizes, with gaps, spikes, odd names and numbers of any magnitude.
enum Generated {
  static let count = 220

  static func spec(_ seed: Int) -> ChartSpec {
    var dice = Dice(seed)
    let kind = kind(ChartSpec.Kind.names[seed % ChartSpec.Kind.names.count], &dice)
    return ChartSpec(
      title: title(&dice), subtitle: Bool.random(using: &dice) ? title(&dice) : nil,
      asOf: Date(timeIntervalSince1970: 1_774_000_000), zone: TimeZone(identifier: "Europe/Berlin")!, kind: kind)
  }

  static func viewport(_ seed: Int) -> Viewport {
    var dice = Dice(seed &+ 7_919)
    let sizes = [(720.0, 400.0), (320, 240), (1_024, 600), (360, 640), (200, 120), (120, 40), (2_000, 300)]
    let size = sizes[Int.random(in: 0..<sizes.count, using: &dice)]
    return Viewport(
      Size(size.0, size.1), isDeep: Bool.random(using: &dice),
      dress: Viewport.Dress.allCases.randomElement(using: &dice)!,
      writing: [.english, .american, .german].randomElement(using: &dice)!,
      textScale: [1, 1, 1, 1.5, 2].randomElement(using: &dice)!)
  }

  private static func title(_ dice: inout Dice) -> String {
    [
      "Mood", "Fitness score", "خطوات الأسبوع 🏃", "<b>&\"'</b>",
      "A very long title that nobody would choose but somebody will",
      "=1+1", "Ünïcödé", "歩数と睡眠",
    ].randomElement(using: &dice)!
  }

  private static func value(_ dice: inout Dice, _ size: Double) -> Double? {
    switch Int.random(in: 0..<20, using: &dice) {
    case 0: return nil
    case 1: return size * 12
    case 2: return 0
    default: return (Double.random(in: -1...1, using: &dice) * size * 100).rounded() / 100
    }
  }

  private static func series(_ dice: inout Dice, sort: Int? = nil, most: Int = 5, length: Int? = nil) -> [Series] {
    let sort = sort ?? Int.random(in: 0..<4, using: &dice)
    let size = [1e-3, 1, 80, 12_000, 3e9].randomElement(using: &dice)!
    let length = length ?? [4, 7, 30, 90, 120].randomElement(using: &dice)!
    return (0..<Int.random(in: 1...most, using: &dice)).map { number in
      var day = Day(2026, 1, 1)!.number + Int.random(in: 0...3, using: &dice)
      let points = (0..<length).map { index -> Point in
        day += Int.random(in: 1...2, using: &dice)
        let x: Position =
          switch sort {
          case 0: .day(Day(number: day)!)
          case 1: .instant(Date(timeIntervalSince1970: 1_774_600_000 + Double(index) * 1_800))
          case 2: .number(Double(day) / 4)
          default: .label("Label \(index)")
          }
        return Point(x, value(&dice, size), note: index == 3 ? "A note" : nil)
      }
      return Series(
        id: "s\(number)", name: number == 1 ? "<&> \(number)" : "Series \(number)",
        unit: Bool.random(using: &dice) ? "km" : nil, points: points)
    }
  }

  private static func kind(_ name: String, _ dice: inout Dice) -> ChartSpec.Kind {
    switch name {
    case "line":
      return .line(
        Lines(
          series: series(&dice), smooth: Bool.random(using: &dice), y: Axis(title: "Up", unit: "km"),
          references: Bool.random(using: &dice) ? [Reference(3, title: "Goal"), Reference(3.1, title: "Limit")] : []))
    case "bar": return .bar(Bars(series: series(&dice, most: 1), showsValues: Bool.random(using: &dice)))
    case "grouped-bar": return .groupedBar(Bars(series: series(&dice), showsValues: Bool.random(using: &dice)))
    case "ring":
      return .ring(
        Rings(
          (0..<Int.random(in: 1...7, using: &dice)).map {
            Rings.Ring(
              id: "r\($0)", name: "Goal \($0)", value: value(&dice, 90).map { abs($0) }, of: 100, unit: "g",
              hue: .progress)
          }))
    case "sparkline": return .sparkline(Sparkline(series(&dice, sort: 2, most: 1)[0]))
    case "heatmap":
      var cells: [Heatmap.Cell] = []
      for day in Weekday.allCases {
        for hour in 0..<24 where Int.random(in: 0..<3, using: &dice) > 0 {
          cells.append(Heatmap.Cell(day, hour: hour, value(&dice, 60)))
        }
      }
      return .heatmap(Heatmap(cells, unit: "min"))
    case "scatter":
      return .scatter(
        Scatter(
          series: series(&dice, sort: 2, most: 2), x: Axis(title: "Across"), y: Axis(title: "Up"),
          trend: TrendLine(slope: 3, intercept: -2, correlation: 0.5)))
    case "radar":
      let spokes = (0..<Int.random(in: 3...12, using: &dice)).map { Radar.Spoke("Spoke number \($0)") }
      return .radar(
        Radar(
          spokes: spokes,
          outlines: (0..<Int.random(in: 1...3, using: &dice)).map { number in
            Radar.Outline(
              id: "o\(number)", name: "Outline \(number)",
              values: spokes.map { _ in value(&dice, 8).map { min(abs($0), 100) } })
          }))
    case "volume":
      return .volume(
        VolumeAndIntensity(
          (0..<Int.random(in: 2...40, using: &dice)).map {
            .init(
              "Week \($0)", volume: value(&dice, 40).map { abs($0) }, intensity: value(&dice, 9).map { abs($0) },
              mark: $0 % 4 == 3 ? .recovery : $0 % 9 == 8 ? .race : nil)
          }))
    default:
      return .week(
        WeekCalendar(
          Weekday.allCases.map { day in
            .init(
              day, date: Day(2026, 3, 1 + day.rawValue),
              (0..<Int.random(in: 0...4, using: &dice)).map { number in
                .init(
                  id: "\(day)-\(number)", title: "Session \(number)", kind: number == 0 ? "rest" : "tempo",
                  detail: "As far as it goes, and then a little", minutes: number * 25, isDone: number == 1,
                  isKey: number == 2)
              })
          }))
    }
  }
}
