internal import Interface

// The sign that a window loads what its person asked the network for.
extension Window {
  /// Whether an answer from the network that the person asked for in this window is awaited.
  var isLoading: Bool { banner?.isLoading() ?? false }

  /// Says that the network is asked, when a command began it, and marks the screen that was refreshed until the answer is
  /// there. Returns the frame that is shown then.
  func tellLoading(_ frame: Frame, isRefreshed: Bool, since wasLoading: Bool) -> Frame {
    if isLoading, !wasLoading { say(.announcement(Announcement("Loading changes"))) }
    guard isRefreshed, isLoading || hangs, frame.dialog == nil, show().refresh != nil else { return frame }
    refreshed = frame.route
    isStale = true
    return show().frame
  }

  /// Takes the mark away when nothing is awaited any more.
  func endRefresh() {
    guard refreshed != nil, !isLoading, !hangs else { return }
    refreshed = nil
    isStale = true
  }
}

extension Frame {
  /// Marks the heading of the screen as busy. It keeps its size, so that nothing on the screen moves.
  mutating func markRefreshing() {
    guard let index = nodes.firstIndex(where: { $0.role == .heading }) else { return }
    nodes[index].state.isBusy = true
  }
}
