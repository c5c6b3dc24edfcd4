/// Decodes one value of a row. Unlike `RecordReader` it is not allocated, which a single value would not repay.
struct RowDecoder: Decoder {
  let source: RowSource
  let at: Int
  let depth: Int

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  private var reader: RecordReader { RecordReader(source, at: at, depth: depth) }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try reader.container(keyedBy: type)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try reader.unkeyedContainer() }
  func singleValueContainer() -> any SingleValueDecodingContainer { OneReader(source: source, at: at, depth: depth) }
}
