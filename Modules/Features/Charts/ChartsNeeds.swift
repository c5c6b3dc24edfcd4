public import Interface
public import Kernel
public import Plot

/// The dependencies of a chart. None of them contacts a server directly: `load` knows where the values come from, and
/// an export is drawn on this device and handed to the person.
public struct ChartsNeeds: Sendable {
  /// Loads the values of a period. It may be slow, and stops when its task is cancelled.
  public var load: @Sendable (Period) async throws(Problem) -> ChartSpec
  public var draw: @Sendable (ChartOrder) async throws(Problem) -> [UInt8]
  /// Offers a file to the person, who saves or shares it. Returns once it is offered; calls `answered` once, when it is
  /// known what became of the file.
  public var handOut: HandOut

  public typealias HandOut =
    @Sendable (
      _ file: OutgoingFile, _ way: Delivery.Way, _ answered: @escaping @Sendable (Delivery.Outcome) async -> Void
    ) async throws(Problem) -> Void

  public init(
    load: @escaping @Sendable (Period) async throws(Problem) -> ChartSpec,
    draw: @escaping @Sendable (ChartOrder) async throws(Problem) -> [UInt8],
    handOut: @escaping HandOut
  ) {
    self.load = load
    self.draw = draw
    self.handOut = handOut
  }
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
  public let name: String
  public let format: ChartFormat
  public let bytes: [UInt8]

  public init(of order: ChartOrder, _ bytes: [UInt8]) {
    name = order.format.name(of: order.spec)
    format = order.format
    self.bytes = bytes
  }

  /// The file as it is handed out.
  var outgoing: OutgoingFile { OutgoingFile(FileName(name), type: format.type, bytes) }
}
