internal import Interface
public import JSON
internal import Kernel
public import Shell

/// The OpenRPC document that describes the protocol.
public enum OpenRPC {
  public static func document(of products: [Product]) -> JSON {
    [
      "openrpc": "1.3.2",
      "info": [
        "title": "Troupe", "version": .string(Troupe.version),
        "description":
          "One window of one product, one JSON-RPC 2.0 message a line. Whoever calls does what a person would do.",
      ],
      "methods": .array(methods),
      "components": ["schemas": ["Frame": Schema.frame], "errors": .object(errors)],
      "x-notifications": .array(notifications),
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

  private static let target: [JSON] = [
    ["name": "id", "schema": ["type": "string"], "description": "The node's identifier."],
    [
      "name": "label", "schema": ["type": "string"],
      "description": "The node's whole label, with case, among what is enabled; only the dialog's while one is open.",
    ],
  ]
  private static let text: JSON = ["type": "string"]
  private static let number: JSON = ["type": "number"]
  private static let anything: JSON = ["type": ["string", "number", "boolean", "null"]]

  private static func needed(_ name: String, _ schema: JSON, _ words: String = "") -> JSON {
    ["name": .string(name), "required": true, "schema": schema, "description": .string(words)]
  }

  private static func method(_ name: String, _ summary: String, _ params: [JSON] = [], result: JSON? = nil) -> JSON {
    [
      "name": .string(name), "summary": .string(summary), "paramStructure": "by-name", "params": .array(params),
      "result": ["name": "frame", "schema": result ?? ["$ref": "#/components/schemas/Frame"]],
      "errors": .array(errors.keys.sorted().map { ["$ref": .string("#/components/errors/\($0)")] }),
    ]
  }

  private static var methods: [JSON] {
    [
      method("screen", "The current frame."),
      method("arrive", "The person comes and asks for no place; whoever is new may be led elsewhere than home."),
      method("open", "Opens a route.", [needed("route", text, "Such as /insights.")]),
      method("tap", "Activates a node; answers once all has settled, or after two seconds.", target),
      method(
        "type", "Replaces what a field holds, and commits it.",
        target + [
          needed(
            "text", ["type": ["string", "number"]], "A number is for a number field; a text is read in the locale.")
        ]),
      method("choose", "Sets a toggle, a choice or a slider.", target + [needed("value", anything)]),
      method(
        "act", "Any other action that the node offers. Scrolling is {id: \"screen\", action: \"scroll\", value: 120}.",
        target + [needed("action", text), ["name": "value", "schema": anything]]),
      method("back", "Goes back, or takes the dialog away."),
      method(
        "lock",
        "Locks the profile in every window. Until the person unlocks it, frames show the lock screen alone, and `collections`, "
          + "`query`, `stats` and `sync` answer with the error `locked`."),
      method("refresh", "What pulling the screen down does."),
      method("wait", "Answers when the node is on screen.", target + [["name": "timeout", "schema": number]]),
      method(
        "network", "Sets what is known of the network.",
        [needed("state", ["enum": ["online", "slow", "flaky", "offline", "unreachable", "signed-out"]])]),
      method(
        "clock", "Moves the time, with --clock only: {advance: seconds} or {set: instant, zone}.",
        [["name": "advance", "schema": number], ["name": "set", "schema": text], ["name": "zone", "schema": text]]),
      method(
        "receive", "A notification arrives, signed here as the server would sign it.",
        [needed("push", ["type": "object", "required": ["title", "body"]], "{title, body, link, or route and until}")]),
      method(
        "appearance", "How this window alone is to look and move; what is left out stays.",
        [
          ["name": "scheme", "schema": ["enum": .array(SchemeChoice.allCases.map { .string($0.rawValue) })]],
          [
            "name": "textSize", "description": "Per cent of the usual size.",
            "schema": [
              "type": "integer", "minimum": .number(Double(Appearance.textSizes.lowerBound)),
              "maximum": .number(Double(Appearance.textSizes.upperBound)),
            ],
          ],
          ["name": "motion", "schema": ["enum": .array(Surroundings.Motion.allCases.map { .string($0.rawValue) })]],
        ]),
      method(
        "region",
        "Opens the window's place: sent first, it says where the person is. What is left out or unknown stays.",
        [
          [
            "name": "locale", "schema": ["type": "string", "maxLength": .number(Double(RegionalSettings.longestTag))],
            "description":
              "A BCP 47 tag, such as de-DE: how numbers and days are written and read. At first the server's.",
          ],
          [
            "name": "zone", "schema": ["type": "string", "maxLength": 64],
            "description": "An IANA name, such as Europe/Berlin: which day and time it is. At first the server's.",
          ],
        ]),
      method(
        "photo", "What was chosen after `photo_asked`; with neither bytes nor a path it is called off.",
        [
          ["name": "id", "schema": ["type": "integer"], "description": "Of the question; the newest without it."],
          [
            "name": "bytes", "schema": ["type": ["string", "null"], "contentEncoding": "base64"],
            "description": "The picture, while the line stays below 1 MB.",
          ],
          ["name": "path", "schema": text, "description": "A file of this machine, by its whole path; up to 10 MB."],
        ]),
      method(
        "browser",
        "Says that this program can open pages in a browser, and reports the end of a visit after `browser_asked`. Give one of them.",
        [
          [
            "name": "callback", "schema": ["type": "string", "maxLength": 1024],
            "description": "The address to which the browser returns, such as myapp://callback. Sent first.",
          ],
          ["name": "returned", "schema": text, "description": "The whole address with which the browser returned."],
          [
            "name": "token", "schema": text,
            "description": "An ID token that the system obtained from the provider for the nonce of the visit.",
          ],
          ["name": "outcome", "schema": ["enum": ["cancelled", "failed"]]],
        ]),
      method(
        "file", "The bytes of an offered file, in pieces of up to 1 MB.",
        [
          needed("id", ["type": "integer"], "The one that `file_offered` named."),
          ["name": "start", "schema": ["type": "integer", "minimum": 0, "default": 0]],
        ],
        result: [
          "type": "object", "required": ["id", "name", "type", "size", "way", "start", "bytes"],
          "properties": ["size": ["type": "integer"], "bytes": ["type": "string", "contentEncoding": "base64"]],
        ]),
      method(
        "save_file", "Saves an offered file in a folder of this machine, and reports it as saved or failed.",
        [
          needed("id", ["type": "integer"], "The one that `file_offered` named."),
          needed("folder", text, "Its whole path. No file is overwritten: a number is added to the name."),
        ]),
      method(
        "delivered", "Reports what became of an offered file; the product says it was saved only then.",
        [
          needed("outcome", ["enum": ["saved", "shared", "declined", "failed"]]),
          ["name": "id", "schema": ["type": "integer"], "description": "Of the file; the newest open one without it."],
          ["name": "path", "schema": text, "description": "Where it was saved, to be shown."],
          [
            "name": "problem", "schema": ["type": "object"],
            "description": "Why it failed: {code, what, safe, remedy}.",
          ],
        ]),
      method(
        "collections", "The names of the collections on this device.", result: ["type": "array", "items": text]),
      method(
        "query", "Records as kept on this device, opened, the newest first; at most 8 MB of them.",
        [
          needed("collection", text, "One that `collections` lists."),
          [
            "name": "limit",
            "schema": [
              "type": "integer", "minimum": 0, "maximum": .number(Double(Inspection.most)),
              "default": .number(Double(Inspection.usual)),
            ],
          ],
        ],
        result: ["type": "array", "items": ["type": "object", "required": ["id"], "properties": ["id": text]]]),
      method(
        "stats", "How much waits for the server, when both last met, and how many bytes are cached and in memory.",
        result: [
          "type": "object", "required": ["queue", "last_sync", "cache_bytes", "resident_memory"],
          "properties": [
            "queue": ["type": "integer"], "last_sync": ["type": ["string", "null"]],
            "cache_bytes": ["type": "integer"], "resident_memory": ["type": "integer"],
          ],
        ]),
      method(
        "sync", "How the sync stands, what waits, what is in conflict, what lost one; `now` sends and asks first.",
        [
          needed(
            "what", ["enum": .array(SyncAsk.allCases.map { .string($0.rawValue) })], "What it is asked for.")
        ], result: ["type": ["object", "array"]]),
      method("rpc.discover", "This description.", result: ["type": "object"]),
    ]
  }

  private static var notifications: [JSON] {
    [
      [
        "name": "frame", "summary": "What is shown changed by itself.",
        "schema": ["$ref": "#/components/schemas/Frame"],
      ],
      ["name": "toast", "summary": "A short message is shown.", "schema": ["type": "object"]],
      ["name": "announcement", "summary": "To be spoken by a screen reader.", "schema": ["type": "object"]],
      ["name": "haptic", "summary": "To be felt.", "schema": ["type": "object"]],
      ["name": "notification", "summary": "A notification arrived.", "schema": ["type": "object"]],
      ["name": "problem", "summary": "Something could not be done.", "schema": ["type": "object"]],
      [
        "name": "photo_asked", "summary": "A photo is waited for, for ten minutes; `photo` answers.",
        "schema": ["type": "object", "required": ["id"], "properties": ["id": ["type": "integer"]]],
      ],
      [
        "name": "file_offered",
        "summary":
          "A file is ready to be saved or shared; `file` or `save_file` takes it, and `delivered` reports the outcome.",
        "schema": [
          "type": "object", "required": ["id", "name", "type", "size", "way"],
          "properties": [
            "id": ["type": "integer"], "name": text, "type": text, "size": ["type": "integer"],
            "way": ["enum": .array(Delivery.Way.allCases.map { .string($0.rawValue) })],
          ],
        ],
      ],
      [
        "name": "browser_asked",
        "summary": "A page is to be opened in the system's browser, such as a provider's sign-in; `browser` answers.",
        "schema": [
          "type": "object", "required": ["address", "callback", "provider", "nonce"],
          "properties": ["address": text, "callback": text, "provider": text, "nonce": text],
        ],
      ],
      [
        "name": "address_asked",
        "summary": "A public page or a mail is to be opened outside of the product; nothing answers.",
        "schema": [
          "type": "object", "required": ["kind", "address"],
          "properties": ["kind": ["enum": ["page", "mail"]], "address": text],
        ],
      ],
      ["name": "leave", "summary": "Back on the first screen: the app may be closed.", "schema": ["type": "object"]],
      [
        "name": "closed",
        "summary":
          "Only over a profile's socket: nothing comes after it. The problem why, or nothing when your input had ended.",
        "schema": ["type": "object"],
      ],
    ]
  }

  private static var errors: [String: JSON] {
    func error(_ code: Int, _ message: String) -> JSON { ["code": .number(Double(code)), "message": .string(message)] }
    var errors: [String: JSON] = [
      "unreadable": error(ErrorCode.unreadable, "The line is not JSON."),
      "not-a-request": error(ErrorCode.notARequest, "It is JSON, but no JSON-RPC 2.0 request."),
      "unknown-method": error(ErrorCode.unknownMethod, "There is no such method."),
      "other": error(ErrorCode.other, "It could not be done; `data` says what happened, what is safe and what to do."),
    ]
    for (code, number) in ErrorCode.numbers {
      errors[code] = error(number, "`data.code` is \(code); the message says what to do.")
    }
    return errors
  }
}
