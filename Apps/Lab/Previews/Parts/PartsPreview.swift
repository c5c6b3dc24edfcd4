public import Interface
internal import Kernel
internal import Navigation
public import Shell

extension Product {
  /// A gallery of every part of a screen in its states, in the colours of one theme. Every control reports in a message
  /// with Undo that it was used, and changes nothing.
  public static func previewParts(_ theme: Theme) -> Product {
    Product(
      id: "parts-\(theme.id)", name: "Parts", tagline: "Every part of a screen, in its states.", theme: theme,
      home: Tab(
        "Words", icon: .edit, at: PartsPage.words.route,
        parts: [
          .init("Text", icon: .edit, at: PartsPage.words.route),
          .init("Messages", icon: .bell, at: PartsPage.messages.route),
        ], holds: [PartsPage.messages.route]),
      tabs: [
        Tab("Actions", icon: .activity, at: PartsPage.actions.route),
        Tab("Fields", icon: .list, at: PartsPage.fields.route),
        Tab("Lists", icon: .layers, at: PartsPage.lists.route),
        Tab("Figures", icon: .medal, at: PartsPage.figures.route),
      ],
      channels: [
        Channel("Call", id: "call", icon: .call, standing: .ready),
        Channel("Gone", id: "gone", icon: .offline, standing: .unavailable("Gone is unavailable. Try again later.")),
      ],
      mainAct: MainAct("Sheet", at: PartsPage.sheet.route), unavailable: "Content unavailable. Showing the parts."
    ) { environment in
      let windows = environment.windows
      return PersonFeatures { window in
        WindowComposition(pages: PartsPage.allCases.map { .parts($0, of: windows, in: window.id) })
      }
    }
  }
}

/// One screen of the gallery of parts.
enum PartsPage: String, CaseIterable {
  case words, messages, actions, fields, lists, figures, sheet, dialog, alert

  var route: Route { Route([rawValue]) }

  var title: String {
    switch self {
    case .words: "Text"
    case .messages: "Messages"
    case .actions: "Actions"
    case .fields: "Fields"
    case .lists: "Lists"
    case .figures: "Figures"
    case .sheet: "Sheet"
    case .dialog: "Dialog"
    case .alert: "Question"
    }
  }

  private func nodes(in surroundings: Surroundings) -> [Part] {
    switch self {
    case .words: Parts.words
    case .messages, .dialog, .alert: Parts.messages
    case .actions: Parts.actions
    case .fields: Parts.fields(surroundings.numbers) + Parts.choices
    case .lists: Parts.lists + Parts.grids
    case .figures: Parts.figures
    case .sheet: Parts.sheet(surroundings.numbers)
    }
  }

  private var dialog: Part? {
    switch self {
    case .dialog: Parts.dialog
    case .alert: Parts.question
    default: nil
    }
  }

  func screen(in surroundings: Surroundings) -> Screen<PartAction> {
    Screen(
      route, title: title, nodes: [.heading(title, level: 1, id: "title")] + nodes(in: surroundings), dialog: dialog)
  }
}

/// The effect of a control of the gallery.
enum PartAction: Sendable, ExpressibleByStringLiteral {
  /// Reports the use of a control.
  case report(String)
  case open(Route)

  init(stringLiteral label: String) { self = .report(label) }
}

typealias Part = Node<PartAction>

extension Page {
  fileprivate static func parts(_ page: PartsPage, of windows: OpenWindows, in window: WindowID) -> Page {
    Page(
      place: Place(RoutePattern([.word(page.rawValue)]), title: page.title, isSheet: page == .sheet),
      screen: { _, surroundings in
        page.screen(in: surroundings).map { action in Bound { await perform(action, in: windows[window]) } }
      },
      appeared: { _ in
        await windows[window]?.badge("lists", .count(3, "unread"))
        await windows[window]?.badge("figures", .mark("a new figure"))
      })
  }

  private static func perform(_ action: PartAction, in window: Window?) async {
    switch action {
    case .open(let route): await window?.open(route)
    case .report(let label):
      await window?.toast(
        Toast("\(label) was used.", tone: .success),
        undo: Bound { await window?.toast(Toast("Undone: \(label).")) })
    }
  }
}
