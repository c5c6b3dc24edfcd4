public import Pillar
public import Plot

// Each pillar has its own dash and point shape, so that charts distinguish them without colour.

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
