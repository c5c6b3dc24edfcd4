public import Interface
public import Kernel
internal import Platform

// The section as a pure function of the state and the window.
extension ServerExportState {
  public typealias Nodes = [Node<ServerExportWindowAction>]

  /// The section on "Your data". Empty for a person without an account, of whom the server has nothing.
  public func section(in surroundings: Surroundings, at window: WindowID) -> Nodes {
    guard surroundings.isSignedIn else { return [] }
    let problem: Nodes =
      windows[window].problem.map {
        [.notice($0.sentence, id: "export-problem", tone: .warning, icon: .warning, dismiss: .dismiss)]
      } ?? []
    return [
      .section(
        "Export from the server", id: "server-export",
        [
          .text(
            "A ZIP file of everything the server has of you, as JSON and CSV with your pictures and files. "
              + "The server makes it in the background.", id: "server-export-about")
        ] + problem + body(surroundings))
    ]
  }

  private func body(_ surroundings: Surroundings) -> Nodes {
    switch reading {
    case .unread: return [.skeleton("Loading the export", lines: 1)]
    case .failed(let problem):
      return [.notice(problem.sentence, id: "export-unread", tone: .warning, icon: .warning), ask]
    case .done(nil): return [ask]
    case .done(let status?):
      switch status.state {
      case .making:
        return [
          .progress("The server is making your export", id: "export-making"),
          .text("You can leave this page. We'll email a download link when it is ready.", id: "export-wait"),
          remove("Cancel the export"),
        ]
      case .failed:
        return [
          .notice(
            "The export could not be made. Your data are unchanged.", id: "export-failed", tone: .warning,
            icon: .warning), ask,
        ]
      case .ready(let until, let bytes, let downloads):
        return ready(until, bytes, downloads, surroundings)
      }
    }
  }

  private func ready(_ until: Date, _ bytes: Int, _ downloads: Int, _ surroundings: Surroundings) -> Nodes {
    let hours = max(0, Int((until.timeIntervalSince(surroundings.now.date) / 3600).rounded(.up)))
    guard downloads > 0, hours > 0 else {
      return [.text("The last export's link has ended.", id: "export-ended"), ask]
    }
    let size = ServerExportState.size(bytes)
    let left = "\(hours) hour\(hours == 1 ? "" : "s"), \(downloads) download\(downloads == 1 ? "" : "s")"
    let link: Nodes =
      link.map {
        [
          .code($0.address, label: "Download link", id: "export-link"),
          .note("Open the link in a browser. Whoever has it can read your data.", icon: .lock, id: "export-secret"),
        ]
      } ?? [.text("The download link was sent to your e-mail address.", id: "export-mailed")]
    return [
      .list(
        "Export",
        [
          .row("Size", id: "export-size", value: size), .row("Link works for", id: "export-left", value: left),
        ])
    ] + link + [remove("Delete the export")]
  }

  private var ask: Node<ServerExportWindowAction> {
    isBusy
      ? .disabledButton("Export my data from the server", id: "export-begin", because: "The server is being asked.")
      : .button("Export my data from the server", id: "export-begin", icon: .save, does: .begin)
  }

  private func remove(_ label: String) -> Node<ServerExportWindowAction> {
    isBusy
      ? .disabledButton(label, id: "export-remove", because: "The server is being asked.")
      : .button(label, id: "export-remove", does: .remove)
  }

  static func size(_ bytes: Int) -> String {
    switch bytes {
    case ..<1_000: "\(bytes) bytes"
    case ..<1_000_000: "\((bytes + 500) / 1_000) kB"
    default: "\((bytes + 500_000) / 1_000_000) MB"
    }
  }
}
