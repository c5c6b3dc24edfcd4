public import Interface
public import Kernel
public import Plot

/// What the world must do for it. Nothing of it asks a server for anything: where the values lie is the loader's matter, and
/// what is taken away is drawn and handed on here.
public struct ChartsNeeds: Sendable {
  /// The values of a period. It may be slow, and stops when its task is cancelled.
  public var load: @Sendable (Period) async throws(Problem) -> ChartSpec
  public var draw: @Sendable (ChartOrder) async throws(Problem) -> [UInt8]
  /// Where the device keeps pictures and files. Refused with `ChartsNeeds.notPermitted` when the person has not allowed it.
  public var save: @Sendable (ChartFile) async throws(Problem) -> Void
  public var share: @Sendable (ChartFile) async throws(Problem) -> Void

  public init(
    load: @escaping @Sendable (Period) async throws(Problem) -> ChartSpec,
    draw: @escaping @Sendable (ChartOrder) async throws(Problem) -> [UInt8],
    save: @escaping @Sendable (ChartFile) async throws(Problem) -> Void,
    share: @escaping @Sendable (ChartFile) async throws(Problem) -> Void
  ) {
    self.load = load
    self.draw = draw
    self.save = save
    self.share = share
  }

  public static let notPermitted = Problem(
    "storage-permission", "The device did not allow the chart to be saved.", safe: "The chart itself is unharmed.",
    remedy: "Allow it in the device's settings, and try again.")
}

/// What is to be drawn for somebody to take away: the chart as it is seen, and nothing about whose it is.
public struct ChartOrder: Sendable, Equatable {
  public let spec: ChartSpec
  public let view: ChartView
  public let format: ChartFormat

  public init(_ spec: ChartSpec, _ view: ChartView, as format: ChartFormat) {
    self.spec = spec
    self.view = view
    self.format = format
  }
}

/// A chart as a file.
public struct ChartFile: Sendable, Equatable {
  /// How a file leaves.
  public enum Way: String, Sendable, Hashable, CaseIterable {
    case save, share
  }

  public let name: String
  public let format: ChartFormat
  public let bytes: [UInt8]

  public init(of order: ChartOrder, _ bytes: [UInt8]) {
    name = order.format.name(of: order.spec)
    format = order.format
    self.bytes = bytes
  }
}
