internal import Interface
internal import Kernel
internal import Shell

// The ways into yHealth beside its tabs: a channel, a notification, and the settings of notifications.
extension Benchmark {
  /// Returns the milliseconds from a tap on a channel in the top bar until its page has settled.
  static func channels(in window: Window, _ count: Int) async throws(Problem) -> [Double] {
    let channels = window.frames.value.everything.filter { element in
      element.role == .button && ["voice", "whatsapp"].contains(element.bareID)
    }
    guard channels.count == 2 else { throw Problem.unmeasured("there are no two channels") }
    var times: [Double] = []
    for number in 0..<count {
      let channel = channels[number % 2]
      try await window.perform(.open(Route(["dashboard"])))
      let start = ContinuousClock.now
      let frame = try await window.perform(.tap(.id(channel.id)))
      times.append((ContinuousClock.now - start).microseconds / 1000)
      guard frame.route.path == [channel.bareID], frame.settled else {
        throw Problem.unmeasured("a channel does not open")
      }
    }
    return times
  }

  /// Returns the milliseconds from Open on a notification until the place that it leads to has settled.
  static func links(in window: Window, _ count: Int) async throws(Problem) -> [Double] {
    let places = [Route(["insights"]), Route(["pillars", "nutrition"]), Route(["settings"]), Route(["dashboard"])]
    var times: [Double] = []
    for number in 0..<count {
      let place = places[number % places.count]
      try await window.perform(.receive(title: "Insights", body: "Number \(number).", opening: .route(place)))
      let start = ContinuousClock.now
      let frame = try await window.perform(.tap(.label("Open")))
      times.append((ContinuousClock.now - start).microseconds / 1000)
      guard frame.route == place, frame.settled else { throw Problem.unmeasured("a notification leads nowhere") }
    }
    return times
  }

  /// Returns the milliseconds of each change of the quiet hours until it is on disk.
  static func quietHours(in window: Window, _ count: Int) async throws(Problem) -> [Double] {
    try await window.perform(.open(Route(["settings", "notifications"])))
    var times: [Double] = []
    for number in 0..<count {
      let time = number % 2 == 0 ? "06:15" : "06:45"
      let start = ContinuousClock.now
      let frame = try await window.perform(.type(.label("Quiet hours end"), time))
      times.append((ContinuousClock.now - start).microseconds / 1000)
      guard frame.everything.first(where: { $0.label == "Quiet hours end" })?.value == time else {
        throw Problem.unmeasured("the quiet hours are not saved")
      }
    }
    return times
  }
}

extension Element {
  /// The last part of the identifier.
  fileprivate var bareID: String { id.split(separator: ".").last.map(String.init) ?? id }
}
