public import Kernel

extension Kept {
  /// The record's fields, as a change carries them.
  public func fields() throws(Problem) -> Fields {
    do { return try Row(self, form: Self.form).fields() } catch { throw StoreProblem.notCoded(Self.collection, error) }
  }
}
