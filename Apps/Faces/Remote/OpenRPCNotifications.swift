internal import Interface
internal import JSON
internal import Shell

/// The notifications of the OpenRPC document.
enum OpenRPCNotifications {
  private static let text: JSON = ["type": "string"]

  static var all: [JSON] {
    [
      [
        "name": "frame", "summary": "What is shown changed by itself.",
        "schema": [
          "anyOf": [["$ref": "#/components/schemas/Frame"], ["$ref": "#/components/schemas/FramePatch"]]
        ],
      ],
      ["name": "toast", "summary": "A short message is shown.", "schema": ["type": "object"]],
      [
        "name": "announcement",
        "summary": "To be spoken by a screen reader; `shown` is true of what the frame shows as well.",
        "schema": ["type": "object"],
      ],
      [
        "name": "haptic",
        "summary": "To be felt, heard or seen at the edge of the screen, by the preferences in the frame's appearance.",
        "schema": [
          "type": "object", "required": ["kind", "vibration", "pitches", "marksEdge"],
          "properties": [
            "kind": ["enum": .array(Haptic.allCases.map { .string($0.rawValue) })],
            "vibration": ["type": "array", "items": ["type": "integer", "x-unit": "milliseconds"]],
            "pitches": [
              "type": "array",
              "items": [
                "type": "object", "required": ["hertz", "milliseconds"],
                "properties": [
                  "hertz": ["type": "integer"], "milliseconds": ["type": "integer", "x-unit": "milliseconds"],
                ],
              ],
            ], "caption": text, "marksEdge": ["type": "boolean"],
          ],
        ],
      ],
      ["name": "notification", "summary": "A notification arrived.", "schema": ["type": "object"]],
      [
        "name": "notification_withdrawn",
        "summary":
          "Notifications were opened, read or cleared, here or on another device: they leave the system's list, by the names with which they came.",
        "schema": [
          "type": "object", "required": ["names"], "properties": ["names": ["type": "array", "items": text]],
        ],
      ],
      [
        "name": "problem", "summary": "Something could not be done.",
        "schema": ["$ref": "#/components/schemas/Problem"],
      ],
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
            "id": ["type": "integer"], "name": text, "type": text, "size": ["type": "integer", "x-unit": "bytes"],
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
      [
        "name": "speech_asked",
        "summary":
          "Speech is to be turned into text, or a text to be read aloud; `speech` answers those with an id. Sent only after `speech` has told what this program can do.",
        "schema": [
          "type": "object", "required": ["ask"],
          "properties": [
            "ask": ["enum": .array(SpeechRequest.Ask.allCases.map { .string($0.rawValue) })],
            "id": ["type": "integer"], "language": text, "text": text,
          ],
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
}
