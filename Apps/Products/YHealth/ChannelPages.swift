internal import Connectivity
internal import Interface
internal import Kernel
internal import Shell

/// The pages of the channels that are not set up: what each needs, and what can be done today.
enum ChannelPages {
  static let voiceRoute = Route(["voice"])
  static let whatsAppRoute = Route(["whatsapp"])

  static let voice = page(Place("/voice", title: "Voice", keywords: ["coach", "talk", "call"])) { surroundings in
    let isOnline = surroundings.connectivity.reachesServer
    return [
      .text("In a voice session you talk with your coach instead of typing.", id: "about"),
      .list(
        "What it needs",
        [
          row("connection", "Connection", isOnline ? "Available" : "You are offline", isOnline ? .success : .offline),
          row("microphone", "Microphone", "Asked for when a session begins", .microphone),
          row("service", "Voice service", "Not set up on your server yet", .waiting),
        ]),
      .note("Whoever runs your server sets up the voice service.", icon: .info, id: "who"),
      .section(
        "Meanwhile", id: "meanwhile",
        [
          .link("Log an entry", to: Route(["log"]), icon: .add),
          .link("Insights", to: Route(["insights"]), icon: .lightbulb),
        ]),
    ]
  }

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
