public import Interface
internal import Kernel
public import Shell

extension Page {
  /// The profile page, with the rows that the product contributes and a note about what is planned.
  public static func profile(
    keywords: [String], _ more: [ProfileRow] = [], will promise: String? = nil
  ) -> Page {
    let place = Place("/profile", title: "Profile", keywords: keywords)
    return Page(
      place: place,
      screen: { route, surroundings in
        Screen(
          route, title: place.title,
          nodes: [
            .heading(place.title, level: 1),
            ProfileRow.list(more, surroundings),
          ] + (promise.map { [.note($0, icon: .info, id: "ahead")] } ?? []))
      })
  }

  /// A page for a place whose module does not exist yet: it says so and what is planned, with an optional link to what
  /// exists.
  public static func ahead(
    _ place: Place, icon: Icon, will promise: String, meanwhile link: (title: String, to: Route)? = nil
  ) -> Page {
    Page(
      place: place,
      screen: { route, _ in
        Screen(
          route, title: place.title,
          nodes: [
            .heading(place.title, level: 1),
            .empty(
              "This screen is not built yet.", because: promise, icon: icon, link.map { .link($0.title, to: $0.to) }),
          ])
      })
  }
}
