internal import Files
internal import Interface
public import Kernel
internal import Storage

// The transitions for the person's actions in one window.
extension MeetingsState {
  public mutating func receive(_ action: MeetingsWindowAction, from window: WindowID, at now: Moment) -> Steps {
    switch action {
    case .appeared(let route):
      windows[window].shown.insert(Route(route.path))
      return watch(now)
    case .left(let route): return left(route, in: window, now)
    case .search(let text): filter(in: window) { $0.text = String(text.prefix(MeetingsWindowState.longestSearch)) }
    case .chooseDay(let text): filter(in: window) { $0.day = Int(text).flatMap { 0...6 ~= $0 ? $0 : nil } }
    case .chooseKind(let code):
      filter(in: window) { $0.kind = code == MeetingFilter.any ? nil : String(code.prefix(20)) }
    case .choosePlace(let text): filter(in: window) { $0.place = MeetingFilter.Place(rawValue: text) }
    case .toggleFilters: windows[window].isFilterOpen.toggle()
    case .showAll: filter(in: window) { $0 = MeetingFilter() }
    case .turnPage(let page):
      windows[window].page = min(max(0, page), MeetingFeed.most / MeetingsWindowState.pageLength)
    case .star(let id, let isStarred):
      return [.run(.star(id, isStarred, in: window), MeetingsState.writing)]
    case .find(let id):
      guard let finder = MeetingFinder.all.first(where: { $0.id == id }),
        let address = OutgoingAddress(page: finder.address)
      else { return [] }
      windows[window].found = id
      return [.tell(.addressAsked(address), window)]
    case .type(let path):
      windows[window].path = String(path.prefix(ReadableFile.longestPath))
      windows[window].isPathMissing = false
    case .importTyped: return importTyped(in: window)
    case .importHanded(let path, let name): return open(path, called: name, handed: path, in: window)
    case .replace:
      guard let work, work.window == window, case .asking(let feed) = work.phase else { return [] }
      return save(feed, now)
    case .dismiss:
      guard let work, work.window == window, case .asking = work.phase else { return [] }
      self.work = nil
      return [.tell(.told(Toast("Nothing was imported. Your list is as it was.")), window)]
    case .dismissProblem: windows[window].problem = nil
    case .retry: if reading.hasFailed { return read() }
    }
    return []
  }

  private mutating func filter(in window: WindowID, _ change: (inout MeetingFilter) -> Void) {
    windows[window].page = 0
    change(&windows[window].filter)
  }

  private mutating func left(_ route: Route, in window: WindowID, _ now: Moment) -> Steps {
    windows[window].shown.remove(Route(route.path))
    windows[window].found = nil
    if route.path == MeetingsPlaces.importing.path {
      windows[window].problem = nil
      windows[window].isPathMissing = false
      // Nobody sees the question any more.
      if let work, work.window == window, case .asking = work.phase { self.work = nil }
    }
    return watch(now)
  }

  private mutating func importTyped(in window: WindowID) -> Steps {
    let path = MeetingFilter.trimmed(windows[window].path)
    guard !path.isEmpty else {
      windows[window].isPathMissing = true
      return []
    }
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return open(path, called: file, handed: nil, in: window)
  }
}
