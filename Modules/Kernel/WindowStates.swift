/// Marks identifiers of windows.
public enum WindowKind: Sendable {}

/// The identifier of one window. All features that a window shows know the window by it.
public typealias WindowID = ID<WindowKind>

/// The part of a feature's state that belongs to one window: what is typed, asked or viewed there. A new window begins
/// with `init()`.
public protocol LocalState: Sendable, Equatable {
  init()
}

/// The local states of a feature's windows. A window without an entry has the initial state, and an entry that returns
/// to the initial state is dropped.
public struct WindowStates<Local: LocalState>: Sendable, Equatable {
  private var changed: [WindowID: Local] = [:]

  public init() {}

  public subscript(window: WindowID) -> Local {
    get { changed[window] ?? Local() }
    _modify {
      // Moved out, so that a change inside it copies nothing.
      var local = changed.removeValue(forKey: window) ?? Local()
      defer { if local != Local() { changed[window] = local } }
      yield &local
    }
  }

  /// Whether every window is in the initial state.
  public var isEmpty: Bool { changed.isEmpty }

  /// The local states that differ from the initial one.
  public var all: some Collection<Local> { changed.values }

  /// The windows whose local state differs from the initial one.
  public var windows: some Collection<WindowID> { changed.keys }

  /// Applies a change to every local state that differs from the initial one.
  public mutating func forEach(_ change: (inout Local) -> Void) {
    for window in Array(changed.keys) { change(&self[window]) }
  }

  mutating func remove(_ window: WindowID) -> Local { changed.removeValue(forKey: window) ?? Local() }

  /// The windows whose local state differs between the two.
  func windows(changedSince older: Self) -> Set<WindowID> {
    var windows: Set<WindowID> = []
    for (window, local) in changed where older.changed[window] != local { windows.insert(window) }
    for window in older.changed.keys where changed[window] == nil { windows.insert(window) }
    return windows
  }
}
