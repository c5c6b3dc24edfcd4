public import HTTP
public import Kernel

extension HTTPClient {
  /// A client by libcurl that starts with its first request and ends with the value.
  public static func curl(_ settings: FetchSettings = FetchSettings(), log: Log = .silent) -> HTTPClient {
    let made = Locked<Fetch?>(nil)
    @Sendable func fetch() throws(Problem) -> Fetch {
      try made.withLock { made throws(Problem) -> Fetch in
        if let made { return made }
        let fetch = try Fetch(settings, log: log)
        made = fetch
        return fetch
      }
    }
    return HTTPClient(
      send: { request throws(Problem) in try await fetch().send(request) },
      stream: { request throws(Problem) in try fetch().stream(request) },
      connect: CurlConnection.opening(trusting: settings.authorities))
  }
}
