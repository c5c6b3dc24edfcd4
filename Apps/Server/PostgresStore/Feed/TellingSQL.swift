/// The SQL that sends committed changes to the instances that watch a table: by NOTIFY, which keeps the order of
/// commits, or collected for a bus if the connection is set so. Only identifiers are sent, never contents.
enum TellingSQL {
  static let channel = "troupe_changes"

  static let text = """
    -- Tables that instances watch. An entry expires unless renewed, so that a crashed instance is dropped.
    create unlogged table if not exists troupe.watched (
      name text, instance text, until timestamptz not null, primary key (name, instance)
    );

    -- Sends changed rows by NOTIFY, in pieces below its limit of 8000 bytes. A row that exceeds it alone is skipped.
    create or replace function troupe.tell(name text, kind text, rows text[]) returns void
    language plpgsql set search_path = '' as $$
    declare
      head text := json_build_object('table', name, 'kind', kind, 'at', clock_timestamp())::text;
      piece text := '';
      row text;
    begin
      head := left(head, -1) || ',"rows":[';
      foreach row in array rows loop
        continue when octet_length(head) + octet_length(row) > 7800;
        if piece <> '' and octet_length(head) + octet_length(piece) + octet_length(row) > 7800 then
          perform troupe.say(head || piece || ']}');
          piece := '';
        end if;
        piece := case when piece = '' then row else piece || ',' || row end;
      end loop;
      if piece <> '' then
        perform troupe.say(head || piece || ']}');
      end if;
    end $$;

    create or replace function troupe.say(message text) returns void
    language plpgsql set search_path = '' as $$
    declare collected text := coalesce(current_setting('troupe.changes', true), '');
    begin
      if current_setting('troupe.bus', true) = 'on' and octet_length(collected) < 262144 then
        perform set_config('troupe.changes', collected || message || E'\\n', true);
      else
        perform pg_notify('\(channel)', message);
      end if;
    end $$;
    """
}
