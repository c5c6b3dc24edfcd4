internal import Relational

/// The root document: the tables and their columns in OpenAPI 2.0.
enum Overview {
  static func bytes(_ schema: Schema) -> [UInt8] {
    var text = #"{"swagger":"2.0","info":{"title":"Troupe","version":"1"},"paths":{"#
    text += schema.ordered.map { #""/\#($0.name)":{"get":{},"post":{},"patch":{},"delete":{}}"# }.joined(separator: ",")
    text += #"},"definitions":{"#
    text += schema.ordered.map(definition).joined(separator: ",")
    return Array((text + "}}").utf8)
  }

  private static func definition(_ table: Table) -> String {
    let columns = table.columns.map { #""\#($0.name)":{"format":"\#($0.type.name)","type":"\#(kind($0.type))"}"# }
    let required = table.columns.filter { $0.isRequired && $0.filling == nil }.map { "\"\($0.name)\"" }
    return #""\#(table.name)":{"type":"object","required":[\#(required.joined(separator: ","))],"properties":{"#
      + columns.joined(separator: ",") + "}}"
  }

  private static func kind(_ type: ColumnType) -> String {
    switch type {
    case .boolean: "boolean"
    case .integer, .bigint: "integer"
    case .double: "number"
    case .json: "object"
    case .texts: "array"
    case .uuid, .text, .timestamp, .date, .revision: "string"
    }
  }
}
