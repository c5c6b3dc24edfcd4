public import Interface
public import Kernel
public import Plot

/// The dependencies of a chart. None of them contacts a server directly: `load` knows where the values come from, and
/// an export is drawn and saved on this device.
public struct ChartsNeeds: Sendable {
  /// Loads the values of a period. It may be slow, and stops when its task is cancelled.
  public var load: @Sendable (Period) async throws(Problem) -> ChartSpec
  public var draw: @Sendable (ChartOrder) async throws(Problem) -> [UInt8]
  /// Saves to the device's pictures or files. Throws `ChartsNeeds.notPermitted` when the user has not granted access.
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
    "storage-permission", "The device did not allow the chart to be saved.", safe: "The chart is unchanged.",
    remedy: "Allow it in the device's settings, and try again.")
}

/// A chart to be drawn for export: the chart as it is seen, with nothing that identifies its owner.
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
  /// The way a file is exported.
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
