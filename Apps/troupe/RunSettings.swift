internal import Commands
internal import Fetch
internal import Kernel
internal import Play
internal import Shell

/// The settings shared by all profiles of a run: location, keys, time and server.
struct RunSettings: Sendable {
  let home: Person.Home
  let keys: ProfileKeys
  /// Nil for the system clock.
  let clock: ManualTime?
  let seed: UInt64?
  let server: ServerPort?
  /// Whether the clock, which is moved by hand, is to keep up with the real time: a recording's where none is named.
  var followsTime = false

  /// Runs `body` with the settings, with the server on `database` unless the arguments name another. The server is
  /// stopped when `body` returns or throws.
  static func use<Result>(
    _ given: Arguments, keeps: Bool = true, database: String? = nil,
    _ body: (RunSettings) async throws(Problem) -> Result
  ) async throws(Problem) -> Result {
    let home = ProfileOpening.home(given, keeps)
    let named = try ProfileOpening.clock(given)
    let followsTime = named == nil && given.has(.record)
    let clock = try followsTime ? ManualTime(ProfileOpening.present(given)) : named
    let choice = try ServerChoice(given, for: home, database: database)
    let keys = try ProfileOpening.keys(given)
    let drawn = given.has(.record) ? UInt64.random(in: 1..<(1 << 53)) : nil
    let seed = try ProfileOpening.seed(given) ?? drawn
    // The HTTP client of this process.
    let fetch = try Fetch(log: ProfileOpening.log)
    let served = choice.opened(by: fetch, time: clock?.time ?? .live)
    let setting = RunSettings(
      home: home, keys: keys, clock: clock, seed: seed, server: served.port, followsTime: followsTime)
    do throws(Problem) {
      let result = try await body(setting)
      await fetch.close()
      await served.end()
      return result
    } catch {
      await fetch.close()
      await served.end()
      throw error
    }
  }
}
