internal import Connectivity
internal import Expenses
internal import Identity
internal import Interface
internal import Kernel
internal import Money
internal import Offline
internal import Photos
internal import ProductKit
internal import Receipts
internal import Settings
internal import Shell

/// The expenses in the product: the feature of a person, its default currency from the settings, and the sync.
struct ExpensesDailyPA: Sendable {
  let expenses: Expenses
  private let settings: Settings
  private let member: Member
  private let pictures: ReceiptPictures

  init(_ environment: PersonEnvironment, _ settings: Settings, _ member: Member) {
    self.settings = settings
    self.member = member
    let windows = environment.windows
    let (press, reader) = (PhotoPress(), ReceiptReader())
    let receipts = ReceiptNeeds(
      take: { window throws(Problem) in try await windows[window]?.photo(atMost: PhotoPress.largest) },
      press: { bytes throws(Problem) in try await press.jpeg(of: bytes, longest: ReceiptPicture.longest) },
      read: { bytes, day throws(Problem) in try await reader.read(bytes, on: day) },
      server: ReceiptServer(member.membership))
    pictures = ReceiptPictures(environment.store)
    expenses = Expenses(
      on: environment.context,
      needs: ExpensesNeeds(environment.store, receipts: receipts) { file, window, answered throws(Problem) in
        try await windows.handOut(file, .save, at: window, answered: answered)
      })
  }

  /// Returns the picture of a receipt by the name in its address.
  var picture: @Sendable (String) async -> StoredPicture? {
    let pictures = pictures
    return { name in
      let start = ReceiptPicture.name("")
      guard name.hasPrefix(start), let found = try? await pictures.picture(String(name.dropFirst(start.count))) else {
        return nil
      }
      return StoredPicture(type: "image/jpeg", bytes: Array(found.bytes))
    }
  }

  func begin() async {
    await ExpensesDailyPA.tell(expenses, settings)
    await expenses.send(.begin)
  }

  private static func tell(_ expenses: Expenses, _ settings: Settings) async {
    guard let currency = Currency(settings.states.value[DailyPASettings.currency]) else { return }
    await expenses.send(.usual(currency))
  }

  /// Routes events between the features while the person is open. It subscribes at once.
  var going: @Sendable () async -> Void {
    let states = settings.states.listen()
    let (expenses, settings) = (expenses, settings)
    let reaching = member.reaching { await expenses.send(.reach($0)) }
    let refreshing = member.offline.syncing(with: expenses.events, on: .syncAsked)
    return {
      await withTaskGroup { group in
        group.addTask { await reaching() }
        group.addTask {
          var before: String?
          for await state in states where state[DailyPASettings.currency] != before {
            before = state[DailyPASettings.currency]
            await ExpensesDailyPA.tell(expenses, settings)
          }
        }
        group.addTask { await refreshing() }
      }
    }
  }

  // MARK: Windows

  func pages(in window: WindowID) -> [Page] {
    Page.all(of: expenses, at: ExpensesPlaces.all, in: window, appeared: { .appeared($0) }, left: { .left($0) }) {
      $0.screen($1, in: $2, at: $3)
    }
  }

  func eventRoute(in at: WindowID) -> EventRoute {
    let expenses = expenses
    return .from(expenses, in: at) { event, window in
      switch event {
      case .told(let toast): await window.toast(toast)
      case .offered(let toast, let undo): await window.toast(toast, undo: expenses.bound(undo, in: at))
      case .opens(let route): await window.open(route)
      case .finished(let routes): await window.closeSheets(routes)
      case .readThrough(let path): await window.letGo(path)
      case .filled(let route):
        await window.closeSheets([ExpensesPlaces.scan])
        if window.frames.value.route.path != route.path { await window.open(route) }
      case .syncAsked: break
      }
    }
  }
}
