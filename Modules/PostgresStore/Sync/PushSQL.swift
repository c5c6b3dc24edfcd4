/// What a device did, entry by entry: `rpc/sync_push`. Policies hold, since it runs with the rights of who calls.
enum PushSQL {
  static let text = [reading, applying, pushing, rights].map { $0.trimmingNewlines() }.joined(separator: "\n\n")

  private static let reading = """
    -- A row as devices get it.
    create or replace function sync.row_of(collection text, id uuid) returns json
    language plpgsql stable set search_path = '' as $$
    declare found json;
    begin
      execute format('select row_to_json(t) from public.%I as t where t.id = $1', collection) into found using id;
      return found;
    end $$;

    -- What this person knows to be gone.
    create or replace function sync.stone_of(collection text, id uuid) returns text
    language sql stable set search_path = '' as $$
      select t.rev::text from sync.tombstones as t
      where t.collection = stone_of.collection and t.id = stone_of.id order by t.rev desc limit 1
    $$;

    -- What is there instead of what the device thought: the row, or that it is gone.
    create or replace function sync.conflict(entry jsonb, collection text, id uuid) returns json
    language sql stable set search_path = '' as $$
      select json_build_object('op_id', entry -> 'op_id', 'outcome', 'conflict', 'server', coalesce(
        sync.row_of(collection, id),
        json_build_object('id', id, 'rev', sync.stone_of(collection, id), 'deleted', true)))
    $$;

    create or replace function sync.refused(entry jsonb, code text, reason text) returns json
    language sql immutable set search_path = '' as $$
      select json_build_object('op_id', entry -> 'op_id', 'outcome', 'refused', 'code', code, 'reason', reason)
    $$;

    -- Why an update or a delete met no row.
    create or replace function sync.missed(entry jsonb, collection text, id uuid, kind text, base text) returns json
    language plpgsql stable set search_path = '' as $$
    declare there json := sync.row_of(collection, id);
    begin
      if there is not null and (base is null or there ->> 'rev' = base) then
        return sync.refused(entry, '42501',
          format('new row violates row-level security policy for table "%s"', collection));
      elsif there is null and kind = 'delete' then
        -- What was to be is so already.
        return json_build_object(
          'op_id', entry -> 'op_id', 'outcome', 'already_applied', 'rev', sync.stone_of(collection, id));
      end if;
      return sync.conflict(entry, collection, id);
    end $$;
    """

  private static let applying = """
    -- One entry, all of it or nothing of it.
    create or replace function sync.apply(entry jsonb) returns json
    language plpgsql set search_path = '' as $$
    #variable_conflict use_variable
    declare
      me uuid := coalesce(auth.uid(), '00000000-0000-0000-0000-000000000000');
      name text := entry ->> 'collection';
      kind text := entry ->> 'kind';
      base text := entry ->> 'base';
      fields jsonb := coalesce(nullif(entry -> 'fields', 'null'), '{}');
      operation uuid;
      target uuid;
      writable text[];
      names text[];
      -- Made before, so that the operation is remembered with it in one go.
      fresh xid8 := \(Revision.fresh);
      made text;
      code text;
      reason text;
    begin
      operation := entry ->> 'op_id';
      target := entry ->> 'id';
      if operation is null or target is null then
        return sync.refused(entry, '22004', 'An entry needs op_id and id.');
      end if;
      select c.fields into writable from sync.collections as c where c.name = entry ->> 'collection';
      if writable is null then
        return sync.refused(
          entry, 'PGRST205', format('Could not find the table ''public.%s'' in the schema cache', name));
      end if;
      if jsonb_typeof(fields) <> 'object' then
        return sync.refused(entry, '22023', 'The fields of an entry are an object.');
      end if;

      -- Whoever pushes the same at the same time waits here for the other to be done.
      insert into sync.operations (person, op_id, rev) values (me, operation, fresh) on conflict do nothing;
      if not found then
        select o.rev::text into made from sync.operations as o where o.person = me and o.op_id = operation;
        return json_build_object('op_id', operation, 'outcome', 'already_applied', 'rev', made);
      end if;

      if entry ? 'edited_at' and 'edited_at' = any (writable) then
        fields := fields || jsonb_build_object('edited_at', entry -> 'edited_at');
      end if;
      fields := (fields - array['id', 'rev', 'updated_at']);
      select array_agg(k) into names from jsonb_object_keys(fields) as k where not k = any (writable);
      if names is not null and kind <> 'delete' then
        raise exception using errcode = 'TB002',
          message = format('Could not find the ''%s'' column of ''%s'' in the schema cache', names[1], name);
      end if;
      fields := fields || jsonb_build_object('id', target, 'rev', fresh);
      select array_agg(k) into names from jsonb_object_keys(fields) as k where k <> 'id';

      case kind
      when 'insert' then
        execute format(
          'insert into public.%1$I (id, %2$s) select new.id, %3$s from jsonb_populate_record(null::public.%1$I, $1) as new
            returning rev::text', name,
          (select string_agg(format('%I', n), ', ') from unnest(names) as n),
          (select string_agg(format('new.%I', n), ', ') from unnest(names) as n))
        into made using fields;
      when 'update' then
        execute format(
          'update public.%1$I as t set %2$s from jsonb_populate_record(null::public.%1$I, $1) as new
            where t.id = $2 and ($3 is null or t.rev::text = $3) returning t.rev::text', name,
          (select string_agg(format('%1$I = new.%1$I', n), ', ') from unnest(names) as n))
        into made using fields, target, base;
      when 'delete' then
        execute format(
          'delete from public.%I as t where t.id = $1 and ($2 is null or t.rev::text = $2) returning $3', name)
        into made using target, base, fresh::text;
        if made is not null and sync.stone_of(name, target) is not null then
          made := sync.stone_of(name, target);
          update sync.operations as o set rev = made::xid8 where o.person = me and o.op_id = operation;
        end if;
      else
        raise exception using errcode = '22023', message = 'An entry is an insert, an update or a delete.';
      end case;
      if made is null then
        -- Not there any more, other than it was, or not this person's to change.
        raise exception using errcode = 'TB003';
      end if;
      return json_build_object('op_id', operation, 'outcome', 'applied', 'rev', made);
    exception when others then
      get stacked diagnostics code = returned_sqlstate, reason = message_text;
      case
      -- Not the entry's fault: the whole batch is tried again.
      when left(code, 2) not in ('22', '23', '44', 'P0', 'PT', 'TB') and code <> '42501' then raise;
      when code = 'TB002' then return sync.refused(entry, 'PGRST204', reason);
      when code = 'TB003' then return sync.missed(entry, name, target, kind, base);
      when code = '23505' and kind = 'insert' and sync.row_of(name, target) is not null then
        return sync.conflict(entry, name, target);
      else return sync.refused(entry, code, reason);
      end case;
    end $$;
    """

  private static let pushing = """
    create or replace function public.sync_push(
      device uuid default null, epoch text default null, entries jsonb default '[]'
    ) returns json
    language plpgsql set search_path = '' as $$
    declare
      entry jsonb;
      answer json;
      entity text;
      barred text[] := '{}';
      answers json[] := '{}';
    begin
      if jsonb_typeof(entries) is distinct from 'array' then
        raise exception using errcode = '22023', message = 'entries must be a list.';
      end if;
      if jsonb_array_length(entries) > 500 then
        raise exception using errcode = '54000', message = 'At most 500 entries at once.';
      end if;
      for entry in select e from jsonb_array_elements(entries) as e loop
        if jsonb_typeof(entry) <> 'object' then
          raise exception using errcode = '22023', message = 'An entry must be an object.';
        end if;
        entity := concat_ws(' ', entry ->> 'collection', lower(entry ->> 'id'));
        if entity = any (barred) then
          answer := json_build_object('op_id', entry -> 'op_id', 'outcome', 'blocked');
        else
          answer := sync.apply(entry);
          if answer ->> 'outcome' = 'refused' then
            barred := barred || entity;
          end if;
        end if;
        answers := answers || answer;
      end loop;
      return json_build_object('epoch', (select s.epoch from sync.state as s), 'results', array_to_json(answers));
    end $$;
    """

  private static let functions =
    "sync.row_of(text, uuid), sync.stone_of(text, uuid), sync.conflict(jsonb, text, uuid), "
    + "sync.refused(jsonb, text, text), sync.missed(jsonb, text, uuid, text, text), sync.apply(jsonb), "
    + "public.sync_push(uuid, text, jsonb)"

  private static let rights = """
    -- Not for anon: whoever lost their session is to come in again, and not to hear that each entry is refused.
    revoke all on function \(functions) from public, anon;
    grant execute on function \(functions) to authenticated, service_role;
    """
}
