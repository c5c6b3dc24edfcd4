package import Interface

/// A link on the profile page.
public struct ProfileRow: Sendable {
  let title: String
  let id: String
  let about: String
  let icon: Icon
  let route: Route

  package init(_ title: String, id: String, about: String, _ icon: Icon, to route: Route) {
    self.title = title
    self.id = id
    self.about = about
    self.icon = icon
    self.route = route
  }
}
