internal import FoundationEssentials
internal import Kernel

/// What is an identifier and nothing else in memory, so that its bytes are those of a UUID.
protocol BareIdentifier {
  var uuid: UUID { get }
}

extension ID: BareIdentifier {}
