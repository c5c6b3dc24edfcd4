public import Kernel

extension Kept {
  /// The record's fields, as a change carries them.
  public func fields() throws(Problem) -> Fields {
    do { return try Row(self, form: Self.form).fields() } catch { throw StoreProblem.notCoded(Self.collection, error) }
  }

  /// Decodes a record from the fields of this form, as a change or a server's row carries them. The problem names the
  /// field that could not be read.
  public init(fields: Fields) throws(Problem) {
    let asked = AskedNames()
    do {
      self = try Row(fields, form: Self.form).decode(Self.self, asked: asked)
    } catch {
      throw StoreProblem.notRead(Self.collection, at: asked.last)
    }
  }
}
