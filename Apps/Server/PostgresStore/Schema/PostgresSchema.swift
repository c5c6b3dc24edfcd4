public import Relational

/// Generates the SQL that installs a `Schema`. It may run repeatedly: what exists stays, and changed declarations are
/// applied.
public enum PostgresSchema {
  public enum Place: Sendable {
    /// A plain database, which also gets the roles that policies refer to, and `auth.uid()`.
    case own
    /// A Supabase project, which already has those, its users, and a publication for Realtime.
    case supabase
  }

  public static func sql(for schema: Schema, into place: Place) -> String {
    var parts: [String] = []
    if place == .own { parts += [FoundationSQL.text] }
    parts.append(SyncSQL.text)
    if place == .own { parts.append(TellingSQL.text) }
    parts += schema.ordered.map { TableSQL($0, in: schema, into: place).text }
    // A policy may query another table, which must exist first.
    parts += schema.ordered.map { PolicySQL($0).text }
    parts.append(SyncSQL.collections(schema))
    parts += [PushSQL.text, PullSQL.text]
    if place == .supabase { parts.append(publication(schema)) }
    return parts.map { $0.trimmingNewlines() + "\n" }.joined(separator: "\n")
  }

  /// Whether the sync functions can serve a table: it needs an identifier and a revision.
  static func isSynced(_ table: Table) -> Bool {
    table.isSynced && table.key == ["id"] && table.column("id")?.type == .uuid && table.column("rev")?.type == .revision
  }

  private static func publication(_ schema: Schema) -> String {
    let tables = schema.ordered.map { SQLText.literal($0.name) }.joined(separator: ", ")
    return """
      -- Adds the tables to the publication of Supabase Realtime.
      do $$
      declare name text;
      begin
        if not exists (select from pg_publication where pubname = 'supabase_realtime') then
          create publication supabase_realtime;
        end if;
        foreach name in array array[\(tables)]::text[] loop
          if not exists (
            select from pg_publication_tables
            where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = name
          ) then
            execute format('alter publication supabase_realtime add table public.%I', name);
          end if;
        end loop;
      end $$;
      """
  }
}
