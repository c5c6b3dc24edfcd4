internal import Interface
internal import Kernel
internal import Navigation
public import Shell

/// Products of a single module with in-memory dependencies, opened by `troupe stage NAME`.
public enum Preview {
  public static let all: [Product] = [
    .previewNavigation,
    .previewSettings,
    .previewCharts,
    .previewIdentity,
    .previewHealth,
    .previewOffline,
    .previewParts(.plain),
    .previewMeetings,
    .previewCoaching,
  ]

  public static func named(_ name: String) -> Product? { all.first { $0.name == name } }
}

extension Product {
  /// Returns a product of one module. Its first place is home.
  static func preview(
    _ module: String, home: Place, pages: @escaping @Sendable (FeatureContext, Drawer) -> [Page]
  ) -> Product {
    Product(
      id: "stage", name: module, tagline: "\(module) alone.", theme: .plain,
      home: Tab(home.title, icon: .home, at: home.pattern.examples.first ?? Route([])), tabs: [],
      unavailable: "Content unavailable. Showing \(home.title)."
    ) { environment in
      let drawer = environment.drawer
      return PersonFeatures { window in WindowComposition(pages: pages(window.features, drawer)) }
    }
  }
}
