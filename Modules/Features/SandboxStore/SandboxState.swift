internal import Interface
public import Kernel
internal import Platform
public import StoreTransactions

/// The order that the store shows in one window.
public struct SandboxWindowState: LocalState {
  public internal(set) var order: StoreOrder?
  /// Whether the tools for testers are shown; nil for what suits the page, which is folded while an order is in front.
  var showsTools: Bool?

  public init() {}
}

/// The sandbox store of one customer: what it sold, and what it was asked for. It charges nothing. What costs nothing, such as a
/// trial, is sold at once.
public struct SandboxState: WindowedDeciding {
  public enum Reading: Sendable, Equatable {
    case unread, underWay, done
    case failed(Problem)
  }

  public let items: [StoreItem]
  public internal(set) var reading = Reading.unread
  public internal(set) var book = SandboxBook()
  /// Whether it answers nothing, as a store that cannot be reached.
  public internal(set) var isSilent = false
  public internal(set) var problem: Problem?
  /// Orders that came before the book was read.
  private var early: [StoreOrder] = []
  public var windows = WindowStates<SandboxWindowState>()

  public init(_ items: [StoreItem]) { self.items = items }

  public typealias Steps = [Step<SandboxEffect, SandboxEvent>]

  public mutating func receive(_ action: SandboxAction, at now: Moment) -> Steps {
    if reading == .done { book.advance(to: now.date, among: items) }
    switch action {
    case .begin:
      guard reading == .unread else { return [] }
      reading = .underWay
      return [.run(.load, .latest("load"))]
    case .loaded(let loaded):
      book = loaded
      book.advance(to: now.date, among: items)
      reading = .done
      let orders = early
      early = []
      return orders.flatMap { open($0) }
    case .notLoaded(let problem):
      reading = .failed(problem)
      let orders = early
      early = []
      return orders.map { .say(.answered($0.id, .cancelled)) }
    case .ordered(let order):
      switch reading {
      case .done: return open(order)
      case .failed: return [.say(.answered(order.id, .cancelled))]
      case .unread, .underWay: early.append(order)
      }
    case .abandoned(let id):
      early.removeAll { $0.id == id }
      windows.forEach { if $0.order?.id == id { $0.order = nil } }
    case .setRenewal(let original, let renews):
      guard reading == .done else { return [] }
      book.stamp()
      book.setRenewal(of: original, renews)
      return changed
    case .wake, .kept: break
    case .signed(let id, let texts): return [.say(.answered(id, .purchased(texts))), .say(.news)]
    case .failed(let problem): self.problem = problem
    }
    return []
  }

  private mutating func open(_ order: StoreOrder) -> Steps {
    guard let item = items.first(where: { $0.id == order.item }) else { return [.say(.answered(order.id, .cancelled))] }
    // A silent store takes an order and never answers.
    guard !isSilent else { return [] }
    if item.price.thousandths == 0 { return sell(item, order) }
    let before = windows[order.window].order
    windows[order.window].order = order
    windows[order.window].showsTools = nil
    return (before.map { [.say(.answered($0.id, .cancelled))] } ?? [])
      + [.tell(.opened(SandboxState.route), order.window)]
  }

  private mutating func sell(_ item: StoreItem, _ order: StoreOrder) -> Steps {
    book.stamp()
    book.sell(item, among: items, account: order.account)
    return [.run(.sign(book, for: order.id), .inOrder("book"))]
  }

  private var changed: Steps { [.run(.keep(book), .inOrder("book")), .say(.news)] }

  // MARK: The page

  public mutating func receive(_ action: SandboxWindowAction, from window: WindowID, at now: Moment) -> Steps {
    guard reading == .done else { return [] }
    problem = nil
    book.advance(to: now.date, among: items)
    book.stamp()
    switch action {
    case .confirm:
      guard let order = take(window), let item = items.first(where: { $0.id == order.item }) else { return [] }
      return sell(item, order)
    case .decline: return take(window).map { [.say(.answered($0.id, .declined))] } ?? []
    case .cancel: return take(window).map { [.say(.answered($0.id, .cancelled))] } ?? []
    case .askSomebody:
      guard let order = take(window) else { return [] }
      book.wait(order)
      return [.run(.keep(book), .inOrder("book")), .say(.answered(order.id, .pending))]
    case .approve(let id): book.settle(id, approved: true, among: items)
    case .deny(let id): book.settle(id, approved: false, among: items)
    case .endTerm(let original): book.endTerm(of: original, among: items)
    case .fail(let original, let isFailing): book.setFailing(of: original, isFailing, among: items)
    case .refund(let id): book.refund(id)
    case .toggleTools:
      windows[window].showsTools = !showsTools(in: window)
      return []
    case .report: return [.say(.news), .say(.news), .tell(.told(Toast("The store has reported twice.")), window)]
    case .setSilent(let isSilent):
      self.isSilent = isSilent
      return isSilent ? [] : [.say(.news)]
    }
    return changed
  }

  /// Whether the tools for testers are shown at a window.
  func showsTools(in window: WindowID) -> Bool {
    let local = windows[window]
    return local.showsTools ?? (local.order == nil)
  }

  private mutating func take(_ window: WindowID) -> StoreOrder? {
    defer { windows[window].order = nil }
    return windows[window].order
  }

  public mutating func closed(_ local: SandboxWindowState, of window: WindowID, at now: Moment) -> Steps {
    local.order.map { [.say(.answered($0.id, .cancelled))] } ?? []
  }
}
