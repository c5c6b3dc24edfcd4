internal import Interface
internal import Kernel
internal import Navigation

/// Single modules, each alone on needs that keep nothing beyond the process: what `troupe stage NAME` opens.
public enum Stages {
  public static let all: [Product] = [
    .stageNavigation,
    .stageSettings,
    .stageCharts,
    .stageIdentity,
    .stageHealth,
    .stageOffline,
  ]

  public static func named(_ name: String) -> Product? { all.first { $0.name == name } }
}

extension Product {
  /// A product of one module. Its first place is home.
  static func stage(
    _ module: String, home: Place, pages: @escaping @Sendable (Stage, Drawer) -> [Page]
  ) -> Product {
    Product(
      id: "stage", name: module, tagline: "\(module) alone.", theme: .yhealth,
      home: Tab(home.title, icon: .home, at: home.pattern.examples.first ?? Route([])), tabs: [],
      unavailable: "Content unavailable. Showing \(home.title)."
    ) { ground in
      let drawer = ground.drawer
      return Cast { window in Company(pages: pages(window, drawer)) }
    }
  }
}
