public import Kernel

extension Kept {
  /// Its fields, as a change of it would carry them.
  public func fields() throws(Problem) -> Fields {
    do { return try Row(self, form: Self.form).fields() } catch { throw StoreProblem.notCoded(Self.collection, error) }
  }
}
