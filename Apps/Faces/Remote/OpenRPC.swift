internal import Interface
public import JSON
internal import Kernel
internal import Platform
public import Shell

/// The OpenRPC document that describes the protocol.
public enum OpenRPC {
  public static func document(of products: [Product]) -> JSON {
    [
      "openrpc": "1.3.2",
      "info": [
        "title": "Troupe", "version": .string(Troupe.version), "x-protocol": .number(Double(Greeting.version)),
        "description": .string(
          "One window of one product, one JSON-RPC 2.0 message a line. Whoever calls does what a person would do. Requests are "
            + "answered in order, except wait. x-line-errors may answer any line; x-unit names the unit of a number."),
      ],
      "methods": .array(OpenRPCMethods.all),
      "components": ["schemas": schemas, "errors": .object(OpenRPCErrors.all)],
      "x-notifications": .array(OpenRPCNotifications.all),
      "x-line-errors": .array(OpenRPCErrors.references(OpenRPCErrors.ofLines)),
      "x-routes": [
        "grammar": "\"/\" segment *(\"/\" segment) [\"?\" name \"=\" value *(\"&\" name \"=\" value)]",
        "longest": .number(Double(Route.longest)),
        "products": .object(
          Dictionary(
            products.map { product in
              (product.id, .array(product.places.map { .string($0.pattern.text) }))
            }, uniquingKeysWith: { first, _ in first })),
      ],
      // A frame contains meanings, not colours; a shell that draws it needs the colours once.
      "x-themes": .object(
        Dictionary(
          products.map { ($0.id, (try? JSON(encoding: $0.theme)) ?? .null) },
          uniquingKeysWith: { first, _ in first })),
    ]
  }

  /// The schemas of the document. Those that a frame defines for itself stand beside it, so that every reference is one
  /// into this document.
  private static var schemas: JSON {
    let frame = Schema.frame
    var schemas: [String: JSON] = [
      "Frame": .object((frame.object ?? [:]).filter { !["$defs", "$schema"].contains($0.key) }),
      "FramePatch": [
        "type": "object", "required": ["revision"],
        "description": .string(
          "With hello's frames: differences. The first frame is whole; each later one has the changes that lead to it from "
            + "the previous revision, applied in order to the tree {id: frame} with the groups frame-chrome, frame-main, "
            + "frame-toasts and frame-dialog, and the members that differ. A whole frame may come at any time."),
        "properties": [
          "revision": ["type": "integer"], "previous": ["type": "integer"], "members": Schema.members,
          "changes": ["type": "array", "items": ["$ref": "#/$defs/difference"]],
          "frame": ["$ref": "#/components/schemas/Frame"],
        ],
        "additionalProperties": false,
      ],
      "Problem": [
        "type": "object", "required": ["code", "what", "remedy"],
        "properties": [
          "code": ["type": "string"], "what": ["type": "string"], "safe": ["type": "string"],
          "remedy": ["type": "string"],
        ],
      ],
    ]
    for (name, schema) in frame["$defs"]?.object ?? [:] { schemas[name.capitalized] = schema }
    return JSON.object(schemas).referring
  }
}

extension JSON {
  /// The same with every reference to a definition of a frame as one to a schema of the document.
  fileprivate var referring: JSON {
    switch self {
    case .object(let members):
      .object(
        members.mapValues { value in
          guard let text = value.string, text.hasPrefix("#/$defs/") else { return value.referring }
          return .string("#/components/schemas/\(text.dropFirst(8).capitalized)")
        })
    case .array(let items): .array(items.map(\.referring))
    default: self
    }
  }
}
