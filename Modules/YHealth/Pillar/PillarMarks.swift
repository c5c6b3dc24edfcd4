public import Plot

// Each pillar has its own hue, dash and point shape, so that charts distinguish them without colour too.

extension Series.Dash {
  public init(_ pillar: Pillar) {
    switch pillar {
    case .fitness: self = .solid
    case .nutrition: self = .dashed
    case .wellbeing: self = .dotted
    }
  }
}

extension Series.Shape {
  public init(_ pillar: Pillar) {
    switch pillar {
    case .fitness: self = .circle
    case .nutrition: self = .square
    case .wellbeing: self = .triangle
    }
  }
}

extension Hue {
  public static let fitness = Hue(.fitness)
  public static let nutrition = Hue(.nutrition)
  public static let wellbeing = Hue(.wellbeing)

  public init(_ pillar: Pillar) { self.init(pillar.rawValue) }
}
