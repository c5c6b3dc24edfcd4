public import Pillar
public import Plot

// A pillar is told apart in charts without its hue: each has a dash and a point shape of its own.

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
