public import Relational

/// The declarations of a `Schema` as SQL that PostgreSQL installs, once or again: what is there already stays, what was
/// declared otherwise is put right.
public enum PostgresSchema {
  public enum Place: Sendable {
    /// A database of our own, from the bare one on: the roles that policies speak of, and `auth.uid()`.
    case own
    /// A project of Supabase, which has those already, its users, and a publication for its realtime.
    case supabase
  }

  public static func sql(for schema: Schema, into place: Place) -> String {
    var parts: [String] = []
    if place == .own { parts += [FoundationSQL.text] }
    parts.append(SyncSQL.text)
    if place == .own { parts.append(TellingSQL.text) }
    parts += schema.ordered.map { TableSQL($0, in: schema, into: place).text }
    // One table's policies may ask another, which must be there.
    parts += schema.ordered.map { PolicySQL($0).text }
    parts.append(SyncSQL.collections(schema))
    parts += [PushSQL.text, PullSQL.text]
    if place == .supabase { parts.append(publication(schema)) }
    return parts.map { $0.trimmingNewlines() + "\n" }.joined(separator: "\n")
  }

  /// A table that can be synced by the functions: with an identifier and a revision.
  static func isSynced(_ table: Table) -> Bool {
    table.isSynced && table.key == ["id"] && table.column("id")?.type == .uuid && table.column("rev")?.type == .revision
  }

  private static func publication(_ schema: Schema) -> String {
    let tables = schema.ordered.map { SQLText.literal($0.name) }.joined(separator: ", ")
    return """
      -- Supabase's realtime tells of these.
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
