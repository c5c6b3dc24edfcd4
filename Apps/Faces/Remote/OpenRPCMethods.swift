internal import Interface
internal import JSON
internal import Kernel
internal import Shell

/// The methods of the OpenRPC document.
enum OpenRPCMethods {
  private static let target: [JSON] = [
    ["name": "id", "schema": ["type": "string"], "description": "The node's identifier."],
    [
      "name": "label", "schema": ["type": "string"],
      "description": "The node's whole label, with case, among what is enabled; only the dialog's while one is open.",
    ],
  ]
  private static let text: JSON = ["type": "string"]
  private static let number: JSON = ["type": "number"]
  private static let frame: JSON = [
    "anyOf": [["$ref": "#/components/schemas/Frame"], ["$ref": "#/components/schemas/FramePatch"]]
  ]
  /// The errors of a method that acts on a node.
  private static let onNodes = ["no-such-node", "disabled", "ambiguous", "not-offered", "bad-value"]

  private static func measured(_ schema: JSON, in unit: String) -> JSON {
    .object((schema.object ?? [:]).merging(["x-unit": .string(unit)]) { own, _ in own })
  }

  private static let anything: JSON = ["type": ["string", "number", "boolean", "null"]]

  private static func needed(_ name: String, _ schema: JSON, _ words: String = "") -> JSON {
    ["name": .string(name), "required": true, "schema": schema, "description": .string(words)]
  }

  /// `errors` are those that the method has beside wrong parameters and what `other` stands for.
  private static func method(
    _ name: String, _ summary: String, _ params: [JSON] = [], result: (name: String, schema: JSON)? = nil,
    errors: [String] = []
  ) -> JSON {
    [
      "name": .string(name), "summary": .string(summary), "paramStructure": "by-name", "params": .array(params),
      "result": ["name": .string(result?.name ?? "frame"), "schema": result?.schema ?? frame],
      "errors": .array(OpenRPCErrors.references(["bad-params"] + errors + ["other"])),
    ]
  }

  private static var greeting: JSON {
    let count: JSON = ["type": "integer"]
    return [
      "type": "object",
      "required": [
        "protocol", "version", "product", "profile", "frames", "clock", "capabilities", "limits",
      ],
      "properties": [
        "protocol": count, "version": text, "product": text, "profile": text,
        "frames": ["enum": .array(FrameSending.Form.allCases.map { .string($0.rawValue) })],
        "clock": ["enum": ["system", "manual"]], "capabilities": ["type": "array", "items": text],
        "limits": [
          "type": "object", "required": ["line_bytes", "depth", "batch", "waits", "wait_seconds"],
          "properties": [
            "line_bytes": measured(count, in: "bytes"), "depth": measured(count, in: "levels"),
            "batch": measured(count, in: "messages"), "waits": measured(count, in: "requests"),
            "wait_seconds": measured(number, in: "seconds"),
          ],
        ],
      ],
    ]
  }

  static var all: [JSON] {
    [
      method("screen", "The current frame."),
      method("arrive", "The person comes and asks for no place; whoever is new may be led elsewhere than home."),
      method(
        "open", "Opens a route.", [needed("route", text, "Such as /insights.")], errors: ["no-such-route"]),
      method(
        "tap", "Activates a node; answers once all has settled, or after two seconds.", target,
        errors: onNodes),
      method(
        "type", "Replaces what a field holds, and commits it.",
        target + [
          needed(
            "text", ["type": ["string", "number"]], "A number is for a number field; a text is read in the locale.")
        ], errors: onNodes),
      method(
        "choose", "Sets a toggle, a choice or a slider.", target + [needed("value", anything)],
        errors: onNodes),
      method(
        "act", "Any other action that the node offers. Scrolling is {id: \"screen\", action: \"scroll\", value: 120}.",
        target + [needed("action", text), ["name": "value", "schema": anything]], errors: onNodes),
      method("back", "Goes back, or takes the dialog away."),
      method(
        "lock",
        "Locks the profile in every window. Until the person unlocks it, frames show the lock screen alone, and `collections`, "
          + "`query`, `stats` and `sync` answer with the error `locked`."),
      method("refresh", "What pulling the screen down does."),
      method(
        "release_memory",
        "The system is short of memory: gives back the store's pages and what windows behind the frontmost one have drawn. "
          + "Nothing that was entered is lost, and all of it is read again when it is needed."),
      method(
        "switch",
        "A switch of switch control, as a press or as its way down and up. The answer is the frame after what it selected.",
        [
          needed("switch", ["enum": .array(Command.SwitchNumber.allCases.map { .string($0.rawValue) })]),
          [
            "name": "motion",
            "schema": [
              "enum": .array(Command.SwitchMotion.allCases.map { .string($0.rawValue) }), "default": "press",
            ],
          ],
        ], errors: ["switch-off"] + onNodes),
      method(
        "voice", "Words for voice control, as a recogniser understood them or as they were typed.",
        [needed("said", text, "Such as: tap Save.")], errors: ["voice-off"] + onNodes),
      method(
        "wait",
        "Answers when the node is on screen, or with an error when the time is over. It holds up no other request: whatever "
          + "comes after it is answered meanwhile, and in a batch the waits come last.",
        target + [
          [
            "name": "timeout",
            "schema": [
              "type": "number", "minimum": 0, "maximum": .number(Command.longestWait),
              "default": .number(Command.usualWait), "x-unit": "seconds",
            ],
          ]
        ], errors: ["no-such-node", "too-many-waits"]),
      method(
        "network", "Sets what is known of the network.",
        [needed("state", ["enum": ["online", "slow", "flaky", "offline", "unreachable", "signed-out"]])]),
      method(
        "clock", "Moves the time, with --clock only: {advance: seconds} or {set: instant, zone}.",
        [
          ["name": "advance", "schema": measured(number, in: "seconds")],
          ["name": "set", "schema": text, "description": "ISO 8601."],
          ["name": "zone", "schema": text, "description": "An IANA name."],
        ], errors: ["no-clock", "bad-value"]),
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
              "maximum": .number(Double(Appearance.textSizes.upperBound)), "x-unit": "per cent",
            ],
          ],
          ["name": "motion", "schema": ["enum": .array(Surroundings.Motion.allCases.map { .string($0.rawValue) })]],
          ["name": "contrast", "schema": ["enum": .array(ContrastChoice.allCases.map { .string($0.rawValue) })]],
          ["name": "haptics", "schema": ["enum": .array(Feedback.Haptics.allCases.map { .string($0.rawValue) })]],
          ["name": "sounds", "schema": ["type": "boolean"]], ["name": "captions", "schema": ["type": "boolean"]],
          [
            "name": "timeLimits", "schema": ["enum": .array(TimeLimits.allCases.map { .string($0.rawValue) })],
            "description": "How long messages stay.",
          ],
          [
            "name": "switches", "schema": ["enum": .array(SwitchChoice.allCases.map { .string($0.rawValue) })],
            "description":
              "Switch control: the frame marks the nodes at its position as `scanned`, and `switch` moves it.",
          ],
          ["name": "switchKeys", "schema": ["enum": .array(SwitchKeys.allCases.map { .string($0.rawValue) })]],
          [
            "name": "switchStop", "description": "The time of one stop of the scan.",
            "schema": [
              "type": "integer", "minimum": .number(Double(Steering.stops.lowerBound)),
              "maximum": .number(Double(Steering.stops.upperBound)), "x-unit": "milliseconds",
            ],
          ],
          ["name": "voice", "schema": ["type": "boolean"], "description": "Voice control, which `voice` talks to."],
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
        "speech",
        "Tells what this program can do with speech, sent first and when that changes; or answers `speech_asked`. Audio stays with the program. Give one of listens, microphone, partial, heard and failed.",
        [
          ["name": "id", "schema": ["type": "integer"], "description": "Of the question; the newest without it."],
          [
            "name": "listens", "schema": ["type": "boolean"],
            "description": "It turns speech into text. Comes with reads, settings and microphone.",
          ],
          ["name": "reads", "schema": ["type": "boolean"], "description": "It reads text aloud."],
          ["name": "settings", "schema": ["type": "boolean"], "description": "It opens the microphone's settings."],
          [
            "name": "microphone", "schema": ["enum": .array(SpeechReport.microphones.map { .string($0) })],
          ],
          ["name": "partial", "schema": text, "description": "The text so far; the recording goes on."],
          ["name": "heard", "schema": text, "description": "The whole text; the recording has ended."],
          ["name": "failed", "schema": ["enum": .array(SpeechReport.Failure.allCases.map { .string($0.rawValue) })]],
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
        "push_address",
        "Tells the address at which a push service reaches this device, each time the program starts and when it changes. The server learns it once the person is signed in and has turned notifications on. Without a service there is none.",
        [
          ["name": "service", "schema": ["enum": ["apns", "fcm", "web"]]],
          ["name": "token", "schema": ["type": "string", "maxLength": 4096], "description": "Of apns and fcm."],
          [
            "name": "subscription", "schema": ["type": "object"],
            "description":
              "Of web: the endpoint and the keys p256dh and auth, as `PushSubscription.toJSON` gives them.",
          ],
        ]),
      method(
        "pushed",
        "Hands over a notification that a push service brought: while the app is in front, or because the person tapped it, which may have started the app. What the server has not signed for this profile is refused.",
        [
          needed("payload", ["type": "object"], "As it came, with its signature."),
          ["name": "tapped", "schema": ["type": "boolean", "default": false]],
        ], errors: ["push-forged"]),
      method(
        "file", "The bytes of an offered file, in pieces of up to 1 MB.",
        [
          needed("id", ["type": "integer"], "The one that `file_offered` named."),
          [
            "name": "start",
            "schema": ["type": "integer", "minimum": 0, "default": 0, "x-unit": "bytes"],
          ],
        ],
        result: (
          "piece",
          [
            "type": "object", "required": ["id", "name", "type", "size", "way", "start", "bytes"],
            "properties": [
              "id": ["type": "integer"], "name": text, "type": text, "way": text,
              "size": ["type": "integer", "x-unit": "bytes"], "start": ["type": "integer", "x-unit": "bytes"],
              "bytes": ["type": "string", "contentEncoding": "base64"],
            ],
          ]
        ), errors: ["no-such-file"]),
      method(
        "save_file", "Saves an offered file in a folder of this machine, and reports it as saved or failed.",
        [
          needed("id", ["type": "integer"], "The one that `file_offered` named."),
          needed("folder", text, "Its whole path. No file is overwritten: a number is added to the name."),
        ], errors: ["no-such-file"]),
      method(
        "delivered", "Reports what became of an offered file; the product says it was saved only then.",
        [
          needed("outcome", ["enum": ["saved", "shared", "declined", "failed"]]),
          ["name": "id", "schema": ["type": "integer"], "description": "Of the file; the newest open one without it."],
          ["name": "path", "schema": text, "description": "Where it was saved, to be shown."],
          [
            "name": "problem", "schema": ["$ref": "#/components/schemas/Problem"],
            "description": "Why it failed.",
          ],
        ], errors: ["no-such-file"]),
      method(
        "collections", "The names of the collections on this device.",
        result: ("names", ["type": "array", "items": text]), errors: ["locked"]),
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
        result: (
          "records", ["type": "array", "items": ["type": "object", "required": ["id"], "properties": ["id": text]]]
        ), errors: ["no-such-collection", "locked"]),
      method(
        "stats",
        "How much waits for the server, when both last met, and how many bytes are cached and in memory; `page_bytes` are those of the store's file.",
        result: (
          "figures",
          [
            "type": "object", "required": ["queue", "last_sync", "cache_bytes", "page_bytes", "resident_memory"],
            "properties": [
              "queue": ["type": "integer", "x-unit": "records"], "last_sync": ["type": ["string", "null"]],
              "cache_bytes": ["type": "integer", "x-unit": "bytes"],
              "page_bytes": ["type": "integer", "x-unit": "bytes"],
              "resident_memory": ["type": "integer", "x-unit": "bytes"],
            ],
          ]
        ), errors: ["locked"]),
      method(
        "sync",
        "How the sync stands, what waits, what is in conflict, what lost one; `now` sends and asks first. With `seconds`, for background tasks, it answers within that time: `finished` says whether all is done, and what is not stays queued.",
        [
          needed(
            "what", ["enum": .array(SyncAsk.allCases.map { .string($0.rawValue) })], "What it is asked for."),
          [
            "name": "seconds",
            "schema": [
              "type": "number", "minimum": 0, "maximum": .number(Command.longestWait), "x-unit": "seconds",
            ],
            "description": "The time for `now`.",
          ],
        ], result: ("state", ["type": ["object", "array"]]), errors: ["locked"]),
      method("rpc.discover", "This description.", result: ("document", ["type": "object"])),
      method(
        Greeting.method, "Says which protocol and version this is, and chooses the form of the frames.",
        [
          [
            "name": "protocol", "schema": ["type": "integer", "minimum": 1],
            "description": .string(
              "The version that the client speaks; another one than \(Greeting.version) is refused."),
          ],
          [
            "name": "frames", "schema": ["enum": .array(FrameSending.Form.allCases.map { .string($0.rawValue) })],
            "description": "Whole at first. With differences, every frame from here on is a FramePatch.",
          ],
        ], result: ("greeting", greeting), errors: ["no-such-protocol"]),
    ]
  }
}
