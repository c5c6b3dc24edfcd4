internal import Commands
internal import FoundationEssentials
internal import JSON
internal import Kernel
internal import Vendors

extension Tool {
  static let vendors = Tool(
    name: "vendors", summary: "health providers on this machine, until the input ends", operands: "[NAME...]",
    options: [.clock, .unlimited],
    details: """
      Prints one line of JSON, {NAME: ADDRESS}, and then answers as these providers do: \
      \(VendorKind.allCases.map(\.rawValue).joined(separator: ", ")). The app that may connect is called troupe and has no
      secret. The person there is made up, and everything ends with the process.
      """,
    run: { given throws(Problem) in
      var kinds: [VendorKind] = []
      for name in given.operands {
        guard let kind = VendorKind(rawValue: name) else {
          throw .usage(
            "There is no provider “\(name.prefix(40))”.", near: name, among: VendorKind.allCases.map(\.rawValue),
            help: "vendors")
        }
        kinds.append(kind)
      }
      let time = try time(given)
      var plan = VendorPlan.until(time.now().date)
      if given.has(.unlimited) { (plan.quotas, plan.mostWritten) = ([], 1_000_000) }
      var running: [Vendor] = []
      var addresses: [String: JSON] = [:]
      for kind in kinds.isEmpty ? VendorKind.allCases : kinds {
        let vendor = try await Vendor.start(kind, plan, time: time)
        running.append(vendor)
        addresses[kind.rawValue] = .string(vendor.address)
      }
      Output.line((try? JSON.text(JSON.object(addresses))) ?? "{}")
      // Blocks a thread that nothing else needs: the providers answer on threads of their own.
      while readLine() != nil {}
      for vendor in running { await vendor.stop() }
      return 0
    })

  private static func time(_ given: Arguments) throws(Problem) -> Time {
    guard let text = given[.clock] else { return .live }
    guard let date = Moment.date(text) else {
      throw .usage("“\(text.prefix(40))” is not a timestamp. Use the form 2026-03-02T08:00:00Z.", help: "vendors")
    }
    return ManualTime(Moment(date)).time
  }
}

extension Option {
  fileprivate static let unlimited = Option(
    name: "unlimited", value: nil, words: "no quotas, and room for a million written records")
  fileprivate static let clock = Option(name: "clock", value: "TIME", words: "a clock that stands at this instant")
}
