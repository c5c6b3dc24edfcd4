internal import Kernel

struct PathSigning: Sendable {
  enum Grant: Sendable, Hashable { case download(String), upload(String, owner: String?, replaces: Bool) }
  init(_ secret: Redacted<[UInt8]>) throws(Problem) {}
  func token(_ grant: Grant, lasting seconds: Int, at now: Moment) throws(Refused) -> String { "" }
  func grant(_ token: String?, at now: Moment) throws(Refused) -> Grant { throw .signature }
}
