internal import Relational

/// A thread's own connection, opened on first use and reopened after it was lost.
final class ThreadConnection {
  private let address: PostgresAddress
  private let limits: PostgresLimits
  private let settings: [String: String]
  private var link: PostgresConnection?

  init(_ address: PostgresAddress, _ limits: PostgresLimits, _ settings: [String: String]) {
    self.address = address
    self.limits = limits
    self.settings = settings
  }

  func attempt<Result>(
    again: Bool, _ body: (PostgresConnection) throws(Failure) -> Result
  ) -> Swift.Result<Result, Failure> {
    do throws(Failure) {
      do throws(Failure) {
        return .success(try body(connected()))
      } catch  where failure(error, allows: again) {
        return .success(try body(connected()))
      }
    } catch {
      return .failure(error)
    }
  }

  private func connected() throws(Failure) -> PostgresConnection {
    if let link, !link.isGone() { return link }
    link = nil
    let link = try PostgresConnection(address, limits, name: "troupe", settings: settings)
    self.link = link
    return link
  }

  private func failure(_ failure: Failure, allows again: Bool) -> Bool { again && failure.code == "08006" }
}
