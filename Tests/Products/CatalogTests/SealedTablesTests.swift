import Catalog
import Relational
import Testing

@Suite("What a sealed server keeps readable")
struct SealedTablesTests {
  /// Those of every synced table.
  private static let common: Set = ["id", "owner", "rev", "edited_at", "updated_at", "created_at"]

  /// The readable columns of each table besides the common ones. A column that appears here is readable on disk: seal it,
  /// or say in SECURITY.md what it discloses.
  private static let readable: [String: Set<String>] = [
    "activities": ["started_at"],
    "blocks": ["blocked"],
    "candidates": ["is_visible", "person", "recovery_program", "role"],
    "check_ins": ["checked_at", "day", "kind"],
    "connection_check_ins": ["connection", "partner", "planner"],
    "connection_feedback": ["connection"],
    "connection_requests": ["claim", "recipient", "sender", "sent_at", "status"],
    "connections": ["began_at", "request", "sponsee", "sponsor", "status"],
    "consents": ["category", "decided_at", "is_given"],
    "daily_measures": ["day", "kind", "source"],
    "energy_entries": ["felt_at"],
    "expenses": ["receipt_path"],
    // The hash of an invitation's code, by which a member finds it.
    "family_members": ["app", "place"],
    "family_places": ["app", "code_hash", "seat"],
    "habit_entries": ["day", "habit"],
    "hydration_entries": ["drunk_at"],
    "invitations": ["code_hash"],
    "journal_entries": ["written_at"],
    "matches": ["candidate"],
    "meals": ["eaten_at", "photo_path"],
    "message_keys": ["announced_at", "number", "person"],
    "messages": ["connection", "delivered_at", "read_at", "recipient", "sender", "sent_at"],
    "milestones": ["days", "sobriety_record"],
    "mood_entries": ["felt_at"],
    "notifications": ["name"],
    "own_readings": ["measure", "measured_at"],
    "onboarding_progress": ["plan", "reached_at", "step"],
    "person_profiles": ["photo_path"],
    "profiles": ["person", "photo_path"],
    "runners": ["changed_at"],
    "settings": ["name"],
    // The note of a task is ciphertext of the two people, which its policy compares with nothing.
    "sponsor_tasks": ["connection", "doer", "done_at", "given_at", "giver", "note"],
    "strava_links": ["version"],
    "training_plans": ["made_at"],
    // The identifier of a purchase, by which an account is known to have shown it.
    "verified_purchases": ["app", "original", "statement", "version"],
    "weight_entries": ["weighed_at"],
    // The keyed hash of the number, by which a STOP finds it.
    "whatsapp_links": ["mark", "sent_at", "wrong"],
    "workouts": ["started_at"],
  ]

  @Test("keys, references, times and what policies compare, and no text that a person writes")
  func columns() {
    let schema = Schema.products
    var found: [String: Set<String>] = [:]
    for table in schema.ordered {
      let sealed = schema.sealedColumns(of: table)
      let left = Set(table.columns.map(\.name)).subtracting(sealed).subtracting(Self.common)
      if !left.isEmpty { found[table.name] = left }
    }
    #expect(found == Self.readable)
    let texts: Set = ["body", "note", "notes", "description", "about", "text_shown", "title", "feelings", "reason"]
    for table in schema.ordered where table.name != "sponsor_tasks" {
      let open = Set(table.columns.map(\.name)).intersection(texts).subtracting(schema.sealedColumns(of: table))
      #expect(open.isEmpty, "\(table.name)")
    }
  }
}
