package import Kernel

/// An action already tied to the feature it belongs to, so that no product-wide action type grows.
public struct Bound: Sendable {
  package let send: @Sendable () async -> Void

  package init(_ send: @escaping @Sendable () async -> Void) { self.send = send }
}

extension Feature {
  /// The feature itself escapes into the button, the type of its action does not; and a button keeps no feature alive.
  package nonisolated func bound(_ action: State.Action) -> Bound { Bound { [weak self] in await self?.send(action) } }
}
