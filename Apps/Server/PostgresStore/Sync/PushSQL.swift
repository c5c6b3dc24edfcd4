internal import Relational
internal import SyncWire

/// The function `sync_push`: applies a device's operations, many by one statement where that makes no difference, else one
/// by one. Policies apply, since it runs with the caller's rights.
enum PushSQL {
  static let text = [reading, applying, PushSetSQL.text, pushing, rights].map { $0.trimmingNewlines() }.joined(
    separator: "\n\n")

  private static let reading = """
    -- Returns a row as devices receive it.
    create or replace function sync.row_of(collection text, id uuid) returns json
    language plpgsql stable set search_path = '' as $$
    declare found json;
    begin
      execute format('select row_to_json(t) from public.%I as t where t.id = $1', collection) into found using id;
      return found;
    end $$;

    -- Returns the revision of the newest tombstone that the caller can see.
    create or replace function sync.stone_of(collection text, id uuid) returns text
    language sql stable set search_path = '' as $$
      select t.rev::text from sync.tombstones as t
      where t.collection = stone_of.collection and t.id = stone_of.id order by t.rev desc limit 1
    $$;

    -- Returns a conflict result with the server's state: the row, or its tombstone.
    create or replace function sync.conflict(entry jsonb, collection text, id uuid) returns json
    language sql stable set search_path = '' as $$
      select json_build_object('op_id', entry -> 'op_id', 'outcome', 'conflict', 'server', coalesce(
        sync.row_of(collection, id),
        json_build_object('id', id, 'rev', coalesce(sync.stone_of(collection, id), '0'), 'deleted', true)))
    $$;

    create or replace function sync.refused(entry jsonb, code text, reason text) returns json
    language sql immutable set search_path = '' as $$
      select json_build_object('op_id', entry -> 'op_id', 'outcome', 'refused', 'code', code, 'reason', reason)
    $$;

    -- Returns the result for an update or a delete that matched no row: refused by a policy, or a conflict.
    create or replace function sync.missed(entry jsonb, collection text, id uuid, base text) returns json
    language plpgsql stable set search_path = '' as $$
    begin
      if sync.row_of(collection, id) ->> 'rev' = base then
        return sync.refused(entry, '42501',
          format('row-level security policy for table "%s" does not allow it', collection));
      end if;
      return sync.conflict(entry, collection, id);
    end $$;
    """

  private static let applying = """
    -- Applies one entry atomically and returns its result.
    create or replace function sync.apply(entry jsonb) returns json
    language plpgsql set search_path = '' as $$
    #variable_conflict use_variable
    declare
      me uuid := auth.uid();
      name text := entry ->> 'collection';
      kind text := entry ->> 'kind';
      base text := entry ->> 'base';
      fields jsonb := coalesce(nullif(entry -> 'fields', 'null'), '{}');
      operation uuid := entry ->> 'op_id';
      target uuid;
      writable text[];
      names text[];
      -- Assigned before the write, so that one insert records the operation with its revision.
      fresh xid8 := \(RevisionExpression.fresh);
      made text;
      code text;
      reason text;
    begin
      select c.fields into writable from sync.collections as c where c.name = entry ->> 'collection';
      if writable is null then
        return sync.refused(
          entry, 'PGRST205', format('Could not find the table ''public.%s'' in the schema cache', name));
      end if;
      target := entry ->> 'id';
      if target is null then
        return sync.refused(entry, '22004', 'An entry needs an id.');
      elsif jsonb_typeof(fields) <> 'object' then
        return sync.refused(entry, '22023', 'The fields of an entry are an object.');
      elsif (fields ->> 'id')::uuid <> target then
        return sync.refused(entry, '22023', 'The id among the fields is not that of the entry.');
      end if;

      -- A concurrent push of the same operation waits here until the first has finished.
      insert into sync.operations (person, op_id, rev) values (me, operation, fresh) on conflict do nothing;
      if not found then
        select o.rev::text into made from sync.operations as o where o.person = me and o.op_id = operation;
        return json_build_object('op_id', operation, 'outcome', 'already_applied', 'rev', made);
      end if;

      if entry ? 'edited_at' and 'edited_at' = any (writable) then
        fields := fields || jsonb_build_object('edited_at', entry -> 'edited_at');
      end if;
      fields := (fields - array['id', 'rev', 'updated_at']);
      -- The server's own, unless the record declares it.
      if not '\(Table.creation)' = any (writable) then
        fields := fields - '\(Table.creation)';
      end if;
      select array_agg(k) into names from jsonb_object_keys(fields) as k where not k = any (writable);
      if names is not null and kind <> 'delete' then
        raise exception using errcode = 'TB002',
          message = format('Could not find the ''%s'' column of ''%s'' in the schema cache', names[1], name);
      end if;
      fields := fields || jsonb_build_object('id', target, 'rev', fresh);
      select array_agg(k) into names from jsonb_object_keys(fields) as k where k <> 'id';

      case kind
      when 'insert' then
        -- An insert that restores a deleted row names the revision of its tombstone as base.
        if sync.stone_of(name, target) <> coalesce(base, '') then
          raise exception using errcode = 'TB003';
        end if;
        execute format(
          'insert into public.%1$I (id, %2$s) select new.id, %3$s from jsonb_populate_record(null::public.%1$I, $1) as new
            returning rev::text', name,
          (select string_agg(format('%I', n), ', ') from unnest(names) as n),
          (select string_agg(format('new.%I', n), ', ') from unnest(names) as n))
        into made using fields;
      when 'update' then
        execute format(
          'update public.%1$I as t set %2$s from jsonb_populate_record(null::public.%1$I, $1) as new
            where t.id = $2 and t.rev::text = $3 returning t.rev::text', name,
          (select string_agg(format('%1$I = new.%1$I', n), ', ') from unnest(names) as n))
        into made using fields, target, base;
      when 'delete' then
        execute format(
          'delete from public.%I as t where t.id = $1 and t.rev::text = $2 returning $3', name)
        into made using target, base, fresh::text;
        -- The row was already deleted; the delete succeeds.
        if made is not null or sync.row_of(name, target) is null then
          made := coalesce(sync.stone_of(name, target), fresh::text);
          update sync.operations as o set rev = made::xid8 where o.person = me and o.op_id = operation;
        end if;
      else
        raise exception using errcode = '22023', message = 'An entry is an insert, an update or a delete.';
      end case;
      if made is null then
        -- The row is deleted, has another revision, or may not be changed by the caller.
        raise exception using errcode = 'TB003';
      end if;
      return json_build_object('op_id', operation, 'outcome', 'applied', 'rev', made);
    exception when others then
      get stacked diagnostics code = returned_sqlstate, reason = message_text;
      case
      -- The entry did not cause this error; the client retries the whole batch.
      when left(code, 2) not in ('22', '23', '44', 'P0', 'PT', 'TB') and code <> '42501' then raise;
      when code = 'TB002' then return sync.refused(entry, 'PGRST204', reason);
      when code = 'TB003' then return sync.missed(entry, name, target, base);
      when code = '23505' and kind = 'insert' and sync.row_of(name, target) is not null then
        return sync.conflict(entry, name, target);
      else return sync.refused(entry, code, reason);
      end case;
    end $$;
    """

  private static let pushing = """
    create or replace function public.sync_push(
      device uuid default null, epoch text default null, entries jsonb default null
    ) returns json
    language plpgsql set search_path = '' as $$
    declare
      given jsonb[];
      runs jsonb;
      run jsonb;
      place integer;
      entry jsonb;
      entity text;
      barred text[] := '{}';
      places integer[];
      part json[];
      answers json[] := '{}';
      now_epoch text := (select s.epoch from sync.state as s);
    begin
      if current_setting('transaction_read_only') = 'on' then
        raise exception using errcode = '25006', message = 'cannot execute sync_push in a read-only transaction';
      elsif auth.uid() is null then
        raise exception using errcode = '42501', message = 'permission denied for function sync_push';
      end if;
      if jsonb_typeof(entries) is distinct from 'array' then
        raise exception using errcode = '22023', message = 'entries must be a list.';
      end if;
      if jsonb_array_length(entries) > \(Push.mostEntries) then
        raise exception using errcode = '54000', message = 'At most \(Push.mostEntries) entries at once.';
      end if;
      if exists (
        select from jsonb_array_elements(entries) as e
        where jsonb_typeof(e) <> 'object'
          or coalesce(e ->> 'op_id', '') !~* '^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$'
      ) then
        raise exception using errcode = '22023', message = 'An entry must be an object, and its op_id a UUID.';
      end if;
      -- The device's epoch is from before a restore; it must learn of the new one first.
      if epoch <> now_epoch then
        return json_build_object('epoch', now_epoch, 'results', '[]'::json);
      end if;
      given := array(select e from jsonb_array_elements(entries) as e);
      -- An operation that comes twice is applied where it comes first, so then no entry changes its place.
      if cardinality(given) < \(PushSetSQL.fewest)
        or cardinality(given) > (select count(distinct (e ->> 'op_id')::uuid) from unnest(given) as e)
      then
        runs := to_jsonb(array(select array[n] from generate_series(1, cardinality(given)) as n));
      else
        runs := sync.runs(entries);
      end if;
      for run in select r from jsonb_array_elements(runs) as r loop
        places := '{}';
        for place in select p::integer from jsonb_array_elements_text(run) as p loop
          entity := concat_ws(' ', given[place] ->> 'collection', lower(given[place] ->> 'id'));
          if entity = any (barred) and not exists (
            select from sync.operations as o where o.person = auth.uid() and o.op_id = (given[place] ->> 'op_id')::uuid
          ) then
            answers[place] := json_build_object('op_id', given[place] -> 'op_id', 'outcome', 'blocked',
              'reason', 'an earlier entry of this record was refused');
          else
            places := places || place;
          end if;
        end loop;
        if cardinality(places) = 1 then
          part := array[sync.apply(given[places[1]])];
        elsif cardinality(places) > 1 then
          part := sync.apply_all(array(select given[p] from unnest(places) with ordinality as u(p, n) order by u.n));
        end if;
        for number in 1..cardinality(places) loop
          answers[places[number]] := part[number];
          if part[number] ->> 'outcome' = 'refused' then
            entry := given[places[number]];
            barred := barred || concat_ws(' ', entry ->> 'collection', lower(entry ->> 'id'));
          end if;
        end loop;
      end loop;
      return json_build_object('epoch', now_epoch, 'results', array_to_json(answers));
    end $$;
    """

  private static let functions =
    "sync.row_of(text, uuid), sync.stone_of(text, uuid), sync.conflict(jsonb, text, uuid), "
    + "sync.refused(jsonb, text, text), sync.missed(jsonb, text, uuid, text), sync.apply(jsonb), "
    + "public.sync_push(uuid, text, jsonb), " + PushSetSQL.functions

  private static let rights = """
    -- For signed-in users only: a caller without a session gets one error, not a refusal for each entry.
    revoke all on function \(functions) from public, anon, service_role;
    grant execute on function \(functions) to authenticated;
    """
}
