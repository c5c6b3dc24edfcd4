internal import Kernel
internal import Platform

/// A type that is made of a UUID alone and encodes itself as one.
protocol BareIdentifier {
  init(_ uuid: UUID)
}

extension ID: BareIdentifier {}
