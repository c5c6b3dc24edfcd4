// Foundation and the C library under one name. FoundationEssentials is a part of Foundation; where it is a module of its own, all of
// Foundation would triple the time to start.

#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
#else
  @_exported public import Foundation
#endif

#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#elseif canImport(Android)
  @_exported public import Android
#else
  @_exported public import Darwin
#endif
