internal import FoundationEssentials
internal import Kernel

/// A type whose memory layout is exactly that of a UUID.
protocol BareIdentifier {
  var uuid: UUID { get }
}

extension ID: BareIdentifier {}
