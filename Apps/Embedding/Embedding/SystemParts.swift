internal import HTTP
internal import Kernel
internal import Platform
internal import Shell

#if canImport(Fetch)
  internal import Fetch
#endif
#if canImport(SecretService)
  internal import SecretService
#endif

/// The client for HTTP and the keyring of the system that the library was built for. Linux has both; where one is missing,
/// the options that need it are refused.
enum SystemParts {
  #if canImport(Fetch)
    static let hasClient = true
  #else
    static let hasClient = false
  #endif

  /// The place of keys in the desktop's keyring; nil where there is none.
  static var keyring: ProfileKeys? {
    #if canImport(SecretService)
      .custom { name in .secretService(profile: name, environment: ProcessInfo.processInfo.environment) }
    #else
      nil
    #endif
  }

  /// A client that starts with its first request and ends with the value; nil where there is none.
  static func http(_ log: Log) -> HTTPClient? {
    #if canImport(Fetch)
      .curl(log: log)
    #else
      nil
    #endif
  }

  /// A client that is closed by hand; nil where there is none.
  static func client(_ log: Log) throws(Problem) -> SystemClient? {
    #if canImport(Fetch)
      let fetch = try Fetch(log: log)
      return SystemClient(http: fetch.client) { await fetch.close() }
    #else
      return nil
    #endif
  }
}

/// A client for HTTP with its end.
struct SystemClient: Sendable {
  let http: HTTPClient
  /// Cancels all requests, and returns when nothing of the client runs any more.
  let close: @Sendable () async -> Void
}
