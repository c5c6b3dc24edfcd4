public import Interface
public import Kernel
public import Platform
public import StoreTransactions

/// The orders of the app, and the results of effects.
public enum SandboxAction: Sendable, Equatable {
  case begin
  case loaded(SandboxBook)
  case notLoaded(Problem)
  case ordered(StoreOrder)
  /// The app no longer waits for the answer to an order.
  case abandoned(StoreOrder.ID)
  case setRenewal(String, Bool)
  /// The store's time moves on.
  case wake
  case signed(StoreOrder.ID, [String])
  case kept
  case failed(Problem)
}

/// The user's actions on the sandbox's page.
public enum SandboxWindowAction: Sendable, Equatable {
  /// The answers to the order in front.
  case confirm
  case decline
  case askSomebody
  case cancel
  /// Answers to orders that wait for approval.
  case approve(UUID)
  case deny(UUID)
  /// Events that a real store would report by itself.
  case endTerm(String)
  case fail(String, Bool)
  case refund(String)
  case toggleTools
  case report
  case setSilent(Bool)
}

/// The effects that the store requests.
public enum SandboxEffect: Sendable, Equatable {
  case load
  case keep(SandboxBook)
  /// Keeps the book, then signs what an order was answered with.
  case sign(SandboxBook, for: StoreOrder.ID)
}

/// The events that the app may receive.
public enum SandboxEvent: Sendable, Equatable {
  /// An order waits on the sandbox's page, at one window.
  case opened(Route)
  case answered(StoreOrder.ID, StoreAnswer)
  /// Something has changed.
  case news
  case told(Toast)
}
