internal import Relational

/// The triggers of one table: revisions, transitions, tombstones, and notifications.
struct TriggerSQL {
  let table: Table
  let place: PostgresSchema.Place

  init(_ table: Table, into place: PostgresSchema.Place) {
    self.table = table
    self.place = place
  }

  private var name: String { "public." + Dialect.quoted(table.name) }
  private var viewers: [String] { table.policies.viewers }
  private var isSynced: Bool { PostgresSchema.isSynced(table) }

  var text: String { [before, after].filter { !$0.isEmpty }.joined(separator: "\n") }

  // MARK: Before trigger, per row

  private var before: String {
    func refusals(_ transitions: [Transition]) -> [String] {
      transitions.map { transition in
        """
            if (\(transition.sql)) is not true then
              raise exception using errcode = 'P0001', message = \(SQLText.literal(transition.refusal)),
                constraint = \(SQLText.literal(transition.name));
            end if;
        """
      }
    }
    let transitions = refusals(table.transitions.filter { !$0.isForNewRows })
    let requirements = refusals(table.transitions.filter(\.isForNewRows))
    let fillings = table.columns.compactMap { column -> String? in
      switch column.filling {
      case .revision: Self.revise(Dialect.quoted(column.name))
      case .changed: "  new.\(Dialect.quoted(column.name)) := clock_timestamp();"
      case .created:
        "  new.\(Dialect.quoted(column.name)) := case tg_op when 'UPDATE' then old.\(Dialect.quoted(column.name)) "
          + "else clock_timestamp() end;"
      default: nil
      }
    }
    guard !table.transitions.isEmpty || !fillings.isEmpty else { return "" }
    let function = "sync.\(Dialect.quoted("before_" + table.name))()"
    let refusing =
      transitions.isEmpty
      ? [] : ["  if tg_op = 'UPDATE' and new is distinct from old then"] + transitions + ["  end if;"]
    let requiring =
      requirements.isEmpty
      ? [] : ["  if tg_op = 'INSERT' or new is distinct from old then"] + requirements + ["  end if;"]
    return """
      create or replace function \(function) returns trigger language plpgsql set search_path = 'public' as $body$
      begin
      \((refusing + requiring + fillings + ["  return new;"]).joined(separator: "\n"))
      end $body$;
      create or replace trigger before_change before insert or update on \(name) for each row execute function \(function);
      """
  }

  /// Assigns a new revision, unless the given one was assigned in this transaction for this change.
  private static func revise(_ column: String) -> String {
    """
      if tg_op = 'UPDATE' and new.\(column) is not distinct from old.\(column)
        or (\(RevisionExpression.isCurrent("new.\(column)"))) is not true
      then
        new.\(column) := \(RevisionExpression.fresh);
      end if;
    """
  }

  // MARK: After triggers, per statement

  private var after: String {
    guard isSynced || place == .own else { return "" }
    let function = "sync.\(Dialect.quoted("after_" + table.name))()"
    let keeping = isSynced && !viewers.isEmpty
    let telling = place == .own
    let insert = (keeping ? [revive] : []) + (telling ? [tell("INSERT", "rows_after")] : [])
    let update = (keeping ? [revive, lost] : []) + (telling ? [tell("UPDATE", "rows_after")] : [])
    let delete = (keeping ? [gone] : []) + (telling ? [tell("DELETE", "rows_before")] : [])
    return """
      create or replace function \(function) returns trigger
      language plpgsql security definer set search_path = ''\(place == .own ? TellingSQL.setting : "") as $body$
      begin
        if tg_op = 'INSERT' then
      \(insert.joined(separator: "\n"))
        elsif tg_op = 'UPDATE' then
      \(update.joined(separator: "\n"))
        else
      \(delete.joined(separator: "\n"))
        end if;
        return null;
      end $body$;
      revoke all on function \(function) from public;
      create or replace trigger after_insert after insert on \(name) referencing new table as rows_after
        for each statement execute function \(function);
      create or replace trigger after_update after update on \(name) referencing old table as rows_before new table as rows_after
        for each statement execute function \(function);
      create or replace trigger after_delete after delete on \(name) referencing old table as rows_before
        for each statement execute function \(function);
      """
  }

  private var collection: String { SQLText.literal(table.name) }

  private func each(_ row: String) -> String { viewers.map { "\(row).\(Dialect.quoted($0))" }.joined(separator: ", ") }

  /// Writes a tombstone for each viewer of the row.
  private var gone: String { tombstones(where: "") }

  /// Writes a tombstone for each person who is no viewer any more.
  private var lost: String {
    tombstones(
      where: """
         and not exists (
              select from rows_after as after where after.id = row.id and viewer.id in (\(each("after")))
            )
        """)
  }

  private func tombstones(where condition: String) -> String {
    """
        insert into sync.tombstones (collection, id, viewer)
        select distinct \(collection), row.id, viewer.id
        from rows_before as row cross join lateral unnest(array[\(each("row"))]::uuid[]) as viewer(id)
        where viewer.id is not null\(condition)
        on conflict (viewer, collection, id) do update
          set rev = excluded.rev, at = excluded.at, is_look = false;
    """
  }

  /// Deletes the tombstones of existing rows.
  private var revive: String {
    """
        delete from sync.tombstones as stone using rows_after as row
        where stone.collection = \(collection) and stone.id = row.id and stone.viewer in (\(each("row")));
    """
  }

  private func tell(_ kind: String, _ rows: String) -> String {
    let row = Dialect.quoted(table.name)
    let key = table.key.map { "\(SQLText.literal($0)), \(row).\(Dialect.quoted($0))" }.joined(separator: ", ")
    let people = viewers.isEmpty ? "'{}'::text[]" : "array_remove(array[\(each(row))]::text[], null)"
    let record = kind == "DELETE" ? "null" : TellingSQL.record(of: table)
    return TellingSQL.tell(
      table, kind,
      """
      select \(row).\(Dialect.quoted(table.key.first ?? "id"))::text, json_build_object(\(key)), \(people), \(record)
              from \(rows) as \(row)
      """)
  }
}
