package import Kernel

/// An action bound to the feature that receives it, so that no product-wide action type is needed.
public struct Bound: Sendable {
  package let send: @Sendable () async -> Void

  package init(_ send: @escaping @Sendable () async -> Void) { self.send = send }
}

extension Feature {
  /// Binds an action to this feature. The type of the action is erased, and the feature is held weakly: a button keeps
  /// no feature alive.
  package nonisolated func bound(_ action: State.Action) -> Bound { Bound { [weak self] in await self?.send(action) } }
}

extension Feature where State: WindowedDeciding {
  /// Binds an action of the user in a window, in the same way.
  package nonisolated func bound(_ action: State.LocalAction, in window: WindowID) -> Bound {
    Bound { [weak self] in await self?.send(action, from: window) }
  }
}
