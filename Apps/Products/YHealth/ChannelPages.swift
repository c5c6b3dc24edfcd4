internal import Interface
internal import Kernel
internal import Shell

/// The page of a channel that is not set up: what it needs, and what can be done today.
enum ChannelPages {
  static let whatsAppRoute = Route(["whatsapp"])

  static let whatsApp = page(Place("/whatsapp", title: "WhatsApp", keywords: ["messages", "link", "chat"])) {
    surroundings in
    let isSignedIn = surroundings.isSignedIn
    return [
      .text("Linked to WhatsApp, your coach writes to you there, and what you answer becomes an entry.", id: "about"),
      .list(
        "To link it",
        [
          .row(
            "1. Sign in to your account", id: "account",
            value: isSignedIn ? "Done" : "So that messages reach the right person", to: Route(["account"])
          ).with { $0.icon = isSignedIn ? .success : .person },
          row(
            "message", "2. Send the message that yHealth prepares for you", "Your server has no WhatsApp number yet",
            .waiting),
          row("back", "3. Come back here", "yHealth then shows that it is linked", .success),
        ]),
      .note("Whoever runs your server adds the WhatsApp number.", icon: .info, id: "who"),
      .link("Channels", to: Route(["settings", "channels"]), icon: .settings),
    ]
  }

  private static func row(_ id: String, _ title: String, _ value: String, _ icon: Icon) -> Node<Bound> {
    .row(title, id: id, value: value).with { $0.icon = icon }
  }

  private static func page(
    _ place: Place, _ nodes: @escaping @Sendable (Surroundings) -> [Node<Bound>]
  ) -> Page {
    Page(
      place: place,
      screen: { route, surroundings in
        Screen(route, title: place.title, nodes: [.heading(place.title, level: 1)] + nodes(surroundings))
      })
  }
}
