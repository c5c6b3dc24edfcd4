public import Interface

/// The places of voice sessions.
public enum VoicePlaces {
  public static let home = Route(["voice"])
  public static let kept = Route(["voice", "transcripts"])

  public static let all: [Place] = [
    Place("/voice", title: "Voice", keywords: ["coach", "talk", "call", "speak"]),
    Place("/voice/transcripts", title: "Voice transcripts", keywords: ["conversation", "history"]),
  ]
}
