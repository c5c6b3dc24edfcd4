create schema if not exists sync;
revoke all on schema sync from public;
grant usage on schema sync to authenticated, service_role;

-- A single row. The epoch changes when the database is restored; `purged` is the newest purged revision.
create table if not exists sync.state (
  only_one boolean primary key default true check (only_one),
  epoch text not null default gen_random_uuid()::text,
  purged xid8 not null default '0',
  cluster text
);
insert into sync.state default values on conflict do nothing;
grant select (epoch, purged) on sync.state to authenticated, service_role;

-- Functions that conditions of declared tables call.
create or replace function sync.tomorrow() returns date language sql stable set search_path = '' as $$
  select (now() at time zone 'utc')::date + 1
$$;
create or replace function sync.is_line(line text) returns boolean language sql immutable set search_path = '' as $$
  select line !~ '[\u0001-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]'
$$;
grant execute on function sync.tomorrow(), sync.is_line(text) to authenticated, service_role;

create sequence if not exists sync.revisions;
grant usage on sequence sync.revisions to authenticated, service_role;

create table if not exists sync.collections (
  name text primary key,
  place integer not null,
  -- Columns that devices may write.
  fields text[] not null
);
-- Whether people see rows by a policy that depends on other tables.
alter table sync.collections add column if not exists is_shared boolean not null default false;
-- Entries of collections with the same number stay in their order. One statement may apply many of these kinds.
alter table sync.collections add column if not exists group_number integer not null default 0;
alter table sync.collections add column if not exists together text[] not null default '{}';
grant select on sync.collections to authenticated, service_role;

-- Tombstones of deleted rows, one for each user who could see the row.
create table if not exists sync.tombstones (
  collection text not null,
  id uuid not null,
  viewer uuid not null,
  rev xid8 not null default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8,
  at timestamptz not null default now(),
  primary key (viewer, collection, id)
);
-- Whether it only tells to look at the row again, which the viewer may see.
alter table sync.tombstones add column if not exists is_look boolean not null default false;
create index if not exists tombstones_pulled_idx on sync.tombstones (viewer, collection, rev, id);
create index if not exists tombstones_at_idx on sync.tombstones (at);
alter table sync.tombstones enable row level security;
drop policy if exists seen on sync.tombstones;
create policy seen on sync.tombstones for select to authenticated using (viewer = (select auth.uid()));
drop policy if exists served on sync.tombstones;
create policy served on sync.tombstones to service_role using (true) with check (true);
grant select on sync.tombstones to authenticated, service_role;

-- Applied operations, with the revision each one produced.
create table if not exists sync.operations (
  person uuid not null,
  op_id uuid not null,
  rev xid8 not null,
  at timestamptz not null default now(),
  primary key (person, op_id)
);
create index if not exists operations_at_idx on sync.operations (at);
alter table sync.operations enable row level security;
drop policy if exists own on sync.operations;
create policy own on sync.operations to authenticated
  using (person = (select auth.uid())) with check (person = (select auth.uid()));
drop policy if exists served on sync.operations;
create policy served on sync.operations to service_role using (true) with check (true);
grant select, insert, update on sync.operations to authenticated, service_role;

-- Deletes tombstones and operations past their retention; operations are kept 10 days longer than tombstones.
create or replace function sync.purge(horizon interval default '90 days') returns bigint
language plpgsql set search_path = '' as $$
declare
  newest xid8;
  count bigint;
begin
  with gone as (delete from sync.tombstones where at < now() - horizon returning rev)
  select count(*), (select g.rev from gone as g order by g.rev desc limit 1) into count, newest from gone;
  update sync.state set purged = newest where purged < newest;
  delete from sync.operations where at < now() - horizon - interval '10 days';
  return count;
end $$;
revoke all on function sync.purge(interval) from public;

-- Starts a new epoch after a restore, so that devices pull everything again. Revisions from another cluster may lie
-- ahead of this cluster's transactions, where no pull would read them; those rows get new revisions.
create or replace function sync.renew_epoch() returns text language plpgsql set search_path = '' as $$
declare
  name text;
  fresh text := gen_random_uuid()::text;
  now_first xid8 := (pg_current_xact_id()::text::bigint << 20)::text::xid8;
begin
  for name in select c.name from sync.collections as c order by c.place loop
    execute format('update public.%I set rev = rev where rev >= $1', name) using now_first;
  end loop;
  update sync.tombstones set rev = ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 where rev >= now_first;
  update sync.state set epoch = fresh, purged = '0';
  return fresh;
end $$;
revoke all on function sync.renew_epoch() from public;

-- Raises an error if the number of affected rows is outside the caller's bounds; returns it otherwise.
create or replace function sync.within(count bigint, fewest bigint, most bigint) returns bigint
language plpgsql immutable set search_path = '' as $$
begin
  if count < fewest or count > most then
    raise exception using errcode = 'TB001', message = count::text;
  end if;
  return count;
end $$;
grant execute on function sync.within(bigint, bigint, bigint) to authenticated, service_role;

create table if not exists public."settings" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "name" text not null,
  "value" jsonb not null,
  "clock" text not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."settings" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."settings" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."settings" add column if not exists "name" text not null;
alter table public."settings" add column if not exists "value" jsonb not null;
alter table public."settings" add column if not exists "clock" text not null;
alter table public."settings" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."settings" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."settings" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."settings"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."settings" add column "created_at" timestamptz;
    alter table public."settings" disable trigger user;
    update public."settings" set "created_at" = "edited_at";
    alter table public."settings" enable trigger user;
    alter table public."settings" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."settings" add column if not exists "created_at" timestamptz default now() not null;
alter table public."settings" drop constraint if exists "settings_owner_fkey";
alter table public."settings" add constraint "settings_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create unique index if not exists "settings_owner_name_key" on public."settings" ("owner", "name");
create index if not exists "settings_owner_edited_at_idx" on public."settings" ("owner", "edited_at");
create index if not exists "settings_owner_updated_at_idx" on public."settings" ("owner", "updated_at");
create index if not exists "settings_owner_created_at_idx" on public."settings" ("owner", "created_at");
create index if not exists "settings_owner_rev_id_idx" on public."settings" ("owner", "rev", "id");
create index if not exists "settings_rev_id_idx" on public."settings" ("rev", "id");
alter table public."settings" drop constraint if exists "name_length";
alter table public."settings" add constraint "name_length" check (length(name) between 1 and 100);
alter table public."settings" drop constraint if exists "value_size";
alter table public."settings" add constraint "value_size" check (length(cast(value as text)) <= 10000);
alter table public."settings" drop constraint if exists "clock_length";
alter table public."settings" add constraint "clock_length" check (length(clock) between 1 and 100);
create or replace function sync."before_settings"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."settings" for each row execute function sync."before_settings"();
create or replace function sync."after_settings"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'settings' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'settings' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'settings', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'settings', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_settings"() from public;
create or replace trigger after_insert after insert on public."settings" referencing new table as rows_after
  for each statement execute function sync."after_settings"();
create or replace trigger after_update after update on public."settings" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_settings"();
create or replace trigger after_delete after delete on public."settings" referencing old table as rows_before
  for each statement execute function sync."after_settings"();
alter table public."settings" enable row level security;
grant select, insert, update, delete on public."settings" to authenticated, service_role;
revoke all on public."settings" from anon;

create table if not exists public."consents" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "category" text not null,
  "version" integer not null,
  "text_hash" text not null,
  "text_shown" text not null,
  "is_given" boolean not null,
  "decided_at" timestamptz not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."consents" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."consents" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."consents" add column if not exists "category" text not null;
alter table public."consents" add column if not exists "version" integer not null;
alter table public."consents" add column if not exists "text_hash" text not null;
alter table public."consents" add column if not exists "text_shown" text not null;
alter table public."consents" add column if not exists "is_given" boolean not null;
alter table public."consents" add column if not exists "decided_at" timestamptz not null;
alter table public."consents" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."consents" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."consents" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."consents"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."consents" add column "created_at" timestamptz;
    alter table public."consents" disable trigger user;
    update public."consents" set "created_at" = "edited_at";
    alter table public."consents" enable trigger user;
    alter table public."consents" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."consents" add column if not exists "created_at" timestamptz default now() not null;
alter table public."consents" drop constraint if exists "consents_owner_fkey";
alter table public."consents" add constraint "consents_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create index if not exists "consents_owner_edited_at_idx" on public."consents" ("owner", "edited_at");
create index if not exists "consents_owner_updated_at_idx" on public."consents" ("owner", "updated_at");
create index if not exists "consents_owner_created_at_idx" on public."consents" ("owner", "created_at");
create index if not exists "consents_owner_rev_id_idx" on public."consents" ("owner", "rev", "id");
create index if not exists "consents_rev_id_idx" on public."consents" ("rev", "id");
alter table public."consents" drop constraint if exists "category_length";
alter table public."consents" add constraint "category_length" check (length(category) between 1 and 40);
alter table public."consents" drop constraint if exists "version_range";
alter table public."consents" add constraint "version_range" check (version between 1 and 1000000);
alter table public."consents" drop constraint if exists "text_hash_length";
alter table public."consents" add constraint "text_hash_length" check (length(text_hash) between 64 and 64);
alter table public."consents" drop constraint if exists "text_shown_length";
alter table public."consents" add constraint "text_shown_length" check (length(text_shown) between 1 and 20000);
create or replace function sync."before_consents"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new is distinct from old then
    if (new.category = old.category and new.version = old.version and new.text_hash = old.text_hash and new.text_shown = old.text_shown and new.is_given = old.is_given and new.decided_at = old.decided_at) is not true then
      raise exception using errcode = 'P0001', message = 'A decision about consent is never changed.',
        constraint = 'decided';
    end if;
  end if;
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."consents" for each row execute function sync."before_consents"();
create or replace function sync."after_consents"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'consents' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'consents' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'consents', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'consents', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_consents"() from public;
create or replace trigger after_insert after insert on public."consents" referencing new table as rows_after
  for each statement execute function sync."after_consents"();
create or replace trigger after_update after update on public."consents" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_consents"();
create or replace trigger after_delete after delete on public."consents" referencing old table as rows_before
  for each statement execute function sync."after_consents"();
alter table public."consents" enable row level security;
grant select, insert, update, delete on public."consents" to authenticated, service_role;
revoke all on public."consents" from anon;

create table if not exists public."store_transactions" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "signed_text" text not null,
  "signed_at" timestamptz not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."store_transactions" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."store_transactions" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."store_transactions" add column if not exists "signed_text" text not null;
alter table public."store_transactions" add column if not exists "signed_at" timestamptz not null;
alter table public."store_transactions" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."store_transactions" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."store_transactions" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."store_transactions"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."store_transactions" add column "created_at" timestamptz;
    alter table public."store_transactions" disable trigger user;
    update public."store_transactions" set "created_at" = "edited_at";
    alter table public."store_transactions" enable trigger user;
    alter table public."store_transactions" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."store_transactions" add column if not exists "created_at" timestamptz default now() not null;
alter table public."store_transactions" drop constraint if exists "store_transactions_owner_fkey";
alter table public."store_transactions" add constraint "store_transactions_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create index if not exists "store_transactions_owner_edited_at_idx" on public."store_transactions" ("owner", "edited_at");
create index if not exists "store_transactions_owner_updated_at_idx" on public."store_transactions" ("owner", "updated_at");
create index if not exists "store_transactions_owner_created_at_idx" on public."store_transactions" ("owner", "created_at");
create index if not exists "store_transactions_owner_rev_id_idx" on public."store_transactions" ("owner", "rev", "id");
create index if not exists "store_transactions_rev_id_idx" on public."store_transactions" ("rev", "id");
alter table public."store_transactions" drop constraint if exists "signed_text_length";
alter table public."store_transactions" add constraint "signed_text_length" check (length(signed_text) between 1 and 16384);
create or replace function sync."before_store_transactions"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new is distinct from old then
    if (new.signed_text = old.signed_text and new.signed_at = old.signed_at) is not true then
      raise exception using errcode = 'P0001', message = 'What a store has signed is never changed.',
        constraint = 'signed';
    end if;
  end if;
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."store_transactions" for each row execute function sync."before_store_transactions"();
create or replace function sync."after_store_transactions"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'store_transactions' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'store_transactions' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'store_transactions', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'store_transactions', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_store_transactions"() from public;
create or replace trigger after_insert after insert on public."store_transactions" referencing new table as rows_after
  for each statement execute function sync."after_store_transactions"();
create or replace trigger after_update after update on public."store_transactions" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_store_transactions"();
create or replace trigger after_delete after delete on public."store_transactions" referencing old table as rows_before
  for each statement execute function sync."after_store_transactions"();
alter table public."store_transactions" enable row level security;
grant select, insert, update, delete on public."store_transactions" to authenticated, service_role;
revoke all on public."store_transactions" from anon;

create table if not exists public."onboarding_progress" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "plan" text default 'volvox' not null,
  "step" text default 'former' not null,
  "rank" integer default 0 not null,
  "choices" text[],
  "reached_at" timestamptz default now() not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."onboarding_progress" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."onboarding_progress" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."onboarding_progress" add column if not exists "plan" text default 'volvox' not null;
alter table public."onboarding_progress" add column if not exists "step" text default 'former' not null;
alter table public."onboarding_progress" add column if not exists "rank" integer default 0 not null;
alter table public."onboarding_progress" add column if not exists "choices" text[];
alter table public."onboarding_progress" add column if not exists "reached_at" timestamptz default now() not null;
alter table public."onboarding_progress" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."onboarding_progress" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."onboarding_progress" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."onboarding_progress"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."onboarding_progress" add column "created_at" timestamptz;
    alter table public."onboarding_progress" disable trigger user;
    update public."onboarding_progress" set "created_at" = "edited_at";
    alter table public."onboarding_progress" enable trigger user;
    alter table public."onboarding_progress" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."onboarding_progress" add column if not exists "created_at" timestamptz default now() not null;
alter table public."onboarding_progress" drop constraint if exists "onboarding_progress_owner_fkey";
alter table public."onboarding_progress" add constraint "onboarding_progress_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create unique index if not exists "onboarding_progress_owner_plan_step_key" on public."onboarding_progress" ("owner", "plan", "step");
create index if not exists "onboarding_progress_owner_edited_at_idx" on public."onboarding_progress" ("owner", "edited_at");
create index if not exists "onboarding_progress_owner_updated_at_idx" on public."onboarding_progress" ("owner", "updated_at");
create index if not exists "onboarding_progress_owner_created_at_idx" on public."onboarding_progress" ("owner", "created_at");
create index if not exists "onboarding_progress_owner_rev_id_idx" on public."onboarding_progress" ("owner", "rev", "id");
create index if not exists "onboarding_progress_rev_id_idx" on public."onboarding_progress" ("rev", "id");
alter table public."onboarding_progress" drop constraint if exists "plan_length";
alter table public."onboarding_progress" add constraint "plan_length" check (length(plan) between 1 and 40);
alter table public."onboarding_progress" drop constraint if exists "step_length";
alter table public."onboarding_progress" add constraint "step_length" check (length(step) between 1 and 100);
alter table public."onboarding_progress" drop constraint if exists "rank_range";
alter table public."onboarding_progress" add constraint "rank_range" check (rank between 0 and 2);
alter table public."onboarding_progress" drop constraint if exists "choices_size";
alter table public."onboarding_progress" add constraint "choices_size" check (length(cast(choices as text)) <= 2000);
create or replace function sync."before_onboarding_progress"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."onboarding_progress" for each row execute function sync."before_onboarding_progress"();
create or replace function sync."after_onboarding_progress"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'onboarding_progress' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'onboarding_progress' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'onboarding_progress', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'onboarding_progress', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_onboarding_progress"() from public;
create or replace trigger after_insert after insert on public."onboarding_progress" referencing new table as rows_after
  for each statement execute function sync."after_onboarding_progress"();
create or replace trigger after_update after update on public."onboarding_progress" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_onboarding_progress"();
create or replace trigger after_delete after delete on public."onboarding_progress" referencing old table as rows_before
  for each statement execute function sync."after_onboarding_progress"();
alter table public."onboarding_progress" enable row level security;
grant select, insert, update, delete on public."onboarding_progress" to authenticated, service_role;
revoke all on public."onboarding_progress" from anon;

create table if not exists public."person_profiles" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "name" text,
  "about" text,
  "born_on" text,
  "photo_path" text,
  "phone" text,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."person_profiles" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."person_profiles" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."person_profiles" add column if not exists "name" text;
alter table public."person_profiles" add column if not exists "about" text;
alter table public."person_profiles" add column if not exists "born_on" text;
alter table public."person_profiles" add column if not exists "photo_path" text;
alter table public."person_profiles" add column if not exists "phone" text;
alter table public."person_profiles" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."person_profiles" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."person_profiles" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."person_profiles"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."person_profiles" add column "created_at" timestamptz;
    alter table public."person_profiles" disable trigger user;
    update public."person_profiles" set "created_at" = "edited_at";
    alter table public."person_profiles" enable trigger user;
    alter table public."person_profiles" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."person_profiles" add column if not exists "created_at" timestamptz default now() not null;
alter table public."person_profiles" drop constraint if exists "person_profiles_owner_fkey";
alter table public."person_profiles" add constraint "person_profiles_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create unique index if not exists "person_profiles_owner_key" on public."person_profiles" ("owner");
create index if not exists "person_profiles_owner_edited_at_idx" on public."person_profiles" ("owner", "edited_at");
create index if not exists "person_profiles_owner_updated_at_idx" on public."person_profiles" ("owner", "updated_at");
create index if not exists "person_profiles_owner_created_at_idx" on public."person_profiles" ("owner", "created_at");
create index if not exists "person_profiles_owner_rev_id_idx" on public."person_profiles" ("owner", "rev", "id");
create index if not exists "person_profiles_rev_id_idx" on public."person_profiles" ("rev", "id");
alter table public."person_profiles" drop constraint if exists "name_length";
alter table public."person_profiles" add constraint "name_length" check (length(name) between 1 and 100);
alter table public."person_profiles" drop constraint if exists "about_length";
alter table public."person_profiles" add constraint "about_length" check (length(about) between 0 and 5000);
alter table public."person_profiles" drop constraint if exists "born_on_length";
alter table public."person_profiles" add constraint "born_on_length" check (length(born_on) between 10 and 10);
alter table public."person_profiles" drop constraint if exists "photo_path_length";
alter table public."person_profiles" add constraint "photo_path_length" check (length(photo_path) between 1 and 1000);
alter table public."person_profiles" drop constraint if exists "phone_length";
alter table public."person_profiles" add constraint "phone_length" check (length(phone) between 9 and 16);
create or replace function sync."before_person_profiles"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."person_profiles" for each row execute function sync."before_person_profiles"();
create or replace function sync."after_person_profiles"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'person_profiles' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'person_profiles' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'person_profiles', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'person_profiles', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_person_profiles"() from public;
create or replace trigger after_insert after insert on public."person_profiles" referencing new table as rows_after
  for each statement execute function sync."after_person_profiles"();
create or replace trigger after_update after update on public."person_profiles" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_person_profiles"();
create or replace trigger after_delete after delete on public."person_profiles" referencing old table as rows_before
  for each statement execute function sync."after_person_profiles"();
alter table public."person_profiles" enable row level security;
grant select, insert, update, delete on public."person_profiles" to authenticated, service_role;
revoke all on public."person_profiles" from anon;

create table if not exists public."notifications" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "name" text not null,
  "kind" text not null,
  "body" text not null,
  "link" text not null,
  "action" text not null,
  "is_snoozable" boolean default false not null,
  "why" text not null,
  "sent_at" timestamptz not null,
  "is_read" boolean default false not null,
  "is_opened" boolean default false not null,
  "is_cleared" boolean default false not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."notifications" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."notifications" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."notifications" add column if not exists "name" text not null;
alter table public."notifications" add column if not exists "kind" text not null;
alter table public."notifications" add column if not exists "body" text not null;
alter table public."notifications" add column if not exists "link" text not null;
alter table public."notifications" add column if not exists "action" text not null;
alter table public."notifications" add column if not exists "is_snoozable" boolean default false not null;
alter table public."notifications" add column if not exists "why" text not null;
alter table public."notifications" add column if not exists "sent_at" timestamptz not null;
alter table public."notifications" add column if not exists "is_read" boolean default false not null;
alter table public."notifications" add column if not exists "is_opened" boolean default false not null;
alter table public."notifications" add column if not exists "is_cleared" boolean default false not null;
alter table public."notifications" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."notifications" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."notifications" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."notifications"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."notifications" add column "created_at" timestamptz;
    alter table public."notifications" disable trigger user;
    update public."notifications" set "created_at" = "edited_at";
    alter table public."notifications" enable trigger user;
    alter table public."notifications" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."notifications" add column if not exists "created_at" timestamptz default now() not null;
alter table public."notifications" drop constraint if exists "notifications_owner_fkey";
alter table public."notifications" add constraint "notifications_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create unique index if not exists "notifications_owner_name_key" on public."notifications" ("owner", "name");
create index if not exists "notifications_owner_edited_at_idx" on public."notifications" ("owner", "edited_at");
create index if not exists "notifications_owner_updated_at_idx" on public."notifications" ("owner", "updated_at");
create index if not exists "notifications_owner_created_at_idx" on public."notifications" ("owner", "created_at");
create index if not exists "notifications_owner_rev_id_idx" on public."notifications" ("owner", "rev", "id");
create index if not exists "notifications_rev_id_idx" on public."notifications" ("rev", "id");
alter table public."notifications" drop constraint if exists "name_length";
alter table public."notifications" add constraint "name_length" check (length(name) between 1 and 200);
alter table public."notifications" drop constraint if exists "kind_length";
alter table public."notifications" add constraint "kind_length" check (length(kind) between 1 and 100);
alter table public."notifications" drop constraint if exists "body_length";
alter table public."notifications" add constraint "body_length" check (length(body) between 1 and 1000);
alter table public."notifications" drop constraint if exists "link_length";
alter table public."notifications" add constraint "link_length" check (length(link) between 1 and 512);
alter table public."notifications" drop constraint if exists "action_length";
alter table public."notifications" add constraint "action_length" check (length(action) between 1 and 100);
alter table public."notifications" drop constraint if exists "why_length";
alter table public."notifications" add constraint "why_length" check (length(why) between 0 and 1000);
create or replace function sync."before_notifications"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."notifications" for each row execute function sync."before_notifications"();
create or replace function sync."after_notifications"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'notifications' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'notifications' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'notifications', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'notifications', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_notifications"() from public;
create or replace trigger after_insert after insert on public."notifications" referencing new table as rows_after
  for each statement execute function sync."after_notifications"();
create or replace trigger after_update after update on public."notifications" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_notifications"();
create or replace trigger after_delete after delete on public."notifications" referencing old table as rows_before
  for each statement execute function sync."after_notifications"();
alter table public."notifications" enable row level security;
grant select, insert, update, delete on public."notifications" to authenticated, service_role;
revoke all on public."notifications" from anon;

create table if not exists public."usage_days" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "day" date not null,
  "event" text not null,
  "times" integer not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."usage_days" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."usage_days" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."usage_days" add column if not exists "day" date not null;
alter table public."usage_days" add column if not exists "event" text not null;
alter table public."usage_days" add column if not exists "times" integer not null;
alter table public."usage_days" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."usage_days" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."usage_days" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."usage_days"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."usage_days" add column "created_at" timestamptz;
    alter table public."usage_days" disable trigger user;
    update public."usage_days" set "created_at" = "edited_at";
    alter table public."usage_days" enable trigger user;
    alter table public."usage_days" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."usage_days" add column if not exists "created_at" timestamptz default now() not null;
alter table public."usage_days" drop constraint if exists "usage_days_owner_fkey";
alter table public."usage_days" add constraint "usage_days_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create index if not exists "usage_days_owner_edited_at_idx" on public."usage_days" ("owner", "edited_at");
create index if not exists "usage_days_owner_updated_at_idx" on public."usage_days" ("owner", "updated_at");
create index if not exists "usage_days_owner_created_at_idx" on public."usage_days" ("owner", "created_at");
create index if not exists "usage_days_owner_rev_id_idx" on public."usage_days" ("owner", "rev", "id");
create index if not exists "usage_days_rev_id_idx" on public."usage_days" ("rev", "id");
alter table public."usage_days" drop constraint if exists "event_length";
alter table public."usage_days" add constraint "event_length" check (length(event) between 1 and 200);
alter table public."usage_days" drop constraint if exists "times_range";
alter table public."usage_days" add constraint "times_range" check (times between 1 and 1000000);
create or replace function sync."before_usage_days"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."usage_days" for each row execute function sync."before_usage_days"();
create or replace function sync."after_usage_days"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'usage_days' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'usage_days' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'usage_days', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'usage_days', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_usage_days"() from public;
create or replace trigger after_insert after insert on public."usage_days" referencing new table as rows_after
  for each statement execute function sync."after_usage_days"();
create or replace trigger after_update after update on public."usage_days" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_usage_days"();
create or replace trigger after_delete after delete on public."usage_days" referencing old table as rows_before
  for each statement execute function sync."after_usage_days"();
alter table public."usage_days" enable row level security;
grant select, insert, update, delete on public."usage_days" to authenticated, service_role;
revoke all on public."usage_days" from anon;

create table if not exists public."mood_entries" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "mood" integer not null,
  "feelings" text[],
  "note" text,
  "felt_at" timestamptz default now() not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."mood_entries" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."mood_entries" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."mood_entries" add column if not exists "mood" integer not null;
alter table public."mood_entries" add column if not exists "feelings" text[];
alter table public."mood_entries" add column if not exists "note" text;
alter table public."mood_entries" add column if not exists "felt_at" timestamptz default now() not null;
alter table public."mood_entries" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."mood_entries" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."mood_entries" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."mood_entries"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."mood_entries" add column "created_at" timestamptz;
    alter table public."mood_entries" disable trigger user;
    update public."mood_entries" set "created_at" = "edited_at";
    alter table public."mood_entries" enable trigger user;
    alter table public."mood_entries" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."mood_entries" add column if not exists "created_at" timestamptz default now() not null;
alter table public."mood_entries" drop constraint if exists "mood_entries_owner_fkey";
alter table public."mood_entries" add constraint "mood_entries_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create index if not exists "mood_entries_owner_edited_at_idx" on public."mood_entries" ("owner", "edited_at");
create index if not exists "mood_entries_owner_updated_at_idx" on public."mood_entries" ("owner", "updated_at");
create index if not exists "mood_entries_owner_created_at_idx" on public."mood_entries" ("owner", "created_at");
create index if not exists "mood_entries_owner_rev_id_idx" on public."mood_entries" ("owner", "rev", "id");
create index if not exists "mood_entries_rev_id_idx" on public."mood_entries" ("rev", "id");
alter table public."mood_entries" drop constraint if exists "mood_range";
alter table public."mood_entries" add constraint "mood_range" check (mood between 1 and 10);
alter table public."mood_entries" drop constraint if exists "feelings_size";
alter table public."mood_entries" add constraint "feelings_size" check (length(cast(feelings as text)) <= 2000);
alter table public."mood_entries" drop constraint if exists "note_length";
alter table public."mood_entries" add constraint "note_length" check (length(note) between 0 and 5000);
create or replace function sync."before_mood_entries"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."mood_entries" for each row execute function sync."before_mood_entries"();
create or replace function sync."after_mood_entries"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'mood_entries' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'mood_entries' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'mood_entries', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'mood_entries', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_mood_entries"() from public;
create or replace trigger after_insert after insert on public."mood_entries" referencing new table as rows_after
  for each statement execute function sync."after_mood_entries"();
create or replace trigger after_update after update on public."mood_entries" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_mood_entries"();
create or replace trigger after_delete after delete on public."mood_entries" referencing old table as rows_before
  for each statement execute function sync."after_mood_entries"();
alter table public."mood_entries" enable row level security;
grant select, insert, update, delete on public."mood_entries" to authenticated, service_role;
revoke all on public."mood_entries" from anon;

create table if not exists public."meals" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "kind" text not null,
  "description" text not null,
  "calories" integer,
  "protein_grams" double precision,
  "carbohydrate_grams" double precision,
  "fat_grams" double precision,
  "fibre_grams" double precision,
  "photo_path" text,
  "eaten_at" timestamptz default now() not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."meals" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."meals" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."meals" add column if not exists "kind" text not null;
alter table public."meals" add column if not exists "description" text not null;
alter table public."meals" add column if not exists "calories" integer;
alter table public."meals" add column if not exists "protein_grams" double precision;
alter table public."meals" add column if not exists "carbohydrate_grams" double precision;
alter table public."meals" add column if not exists "fat_grams" double precision;
alter table public."meals" add column if not exists "fibre_grams" double precision;
alter table public."meals" add column if not exists "photo_path" text;
alter table public."meals" add column if not exists "eaten_at" timestamptz default now() not null;
alter table public."meals" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."meals" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."meals" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."meals"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."meals" add column "created_at" timestamptz;
    alter table public."meals" disable trigger user;
    update public."meals" set "created_at" = "edited_at";
    alter table public."meals" enable trigger user;
    alter table public."meals" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."meals" add column if not exists "created_at" timestamptz default now() not null;
alter table public."meals" drop constraint if exists "meals_owner_fkey";
alter table public."meals" add constraint "meals_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create index if not exists "meals_owner_edited_at_idx" on public."meals" ("owner", "edited_at");
create index if not exists "meals_owner_updated_at_idx" on public."meals" ("owner", "updated_at");
create index if not exists "meals_owner_created_at_idx" on public."meals" ("owner", "created_at");
create index if not exists "meals_owner_rev_id_idx" on public."meals" ("owner", "rev", "id");
create index if not exists "meals_rev_id_idx" on public."meals" ("rev", "id");
alter table public."meals" drop constraint if exists "kind_word";
alter table public."meals" add constraint "kind_word" check (kind in ('breakfast', 'lunch', 'dinner', 'snack', 'drink'));
alter table public."meals" drop constraint if exists "description_length";
alter table public."meals" add constraint "description_length" check (length(description) between 1 and 2000);
alter table public."meals" drop constraint if exists "calories_range";
alter table public."meals" add constraint "calories_range" check (calories between 0 and 20000);
alter table public."meals" drop constraint if exists "protein_grams_range";
alter table public."meals" add constraint "protein_grams_range" check (protein_grams between 0 and 5000);
alter table public."meals" drop constraint if exists "carbohydrate_grams_range";
alter table public."meals" add constraint "carbohydrate_grams_range" check (carbohydrate_grams between 0 and 5000);
alter table public."meals" drop constraint if exists "fat_grams_range";
alter table public."meals" add constraint "fat_grams_range" check (fat_grams between 0 and 5000);
alter table public."meals" drop constraint if exists "fibre_grams_range";
alter table public."meals" add constraint "fibre_grams_range" check (fibre_grams between 0 and 5000);
alter table public."meals" drop constraint if exists "photo_path_length";
alter table public."meals" add constraint "photo_path_length" check (length(photo_path) between 1 and 1000);
create or replace function sync."before_meals"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."meals" for each row execute function sync."before_meals"();
create or replace function sync."after_meals"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'meals' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'meals' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'meals', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'meals', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_meals"() from public;
create or replace trigger after_insert after insert on public."meals" referencing new table as rows_after
  for each statement execute function sync."after_meals"();
create or replace trigger after_update after update on public."meals" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_meals"();
create or replace trigger after_delete after delete on public."meals" referencing old table as rows_before
  for each statement execute function sync."after_meals"();
alter table public."meals" enable row level security;
grant select, insert, update, delete on public."meals" to authenticated, service_role;
revoke all on public."meals" from anon;

create table if not exists public."activities" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "kind" text not null,
  "minutes" integer,
  "steps" integer,
  "metres" double precision,
  "calories" integer,
  "note" text,
  "started_at" timestamptz default now() not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."activities" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."activities" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."activities" add column if not exists "kind" text not null;
alter table public."activities" add column if not exists "minutes" integer;
alter table public."activities" add column if not exists "steps" integer;
alter table public."activities" add column if not exists "metres" double precision;
alter table public."activities" add column if not exists "calories" integer;
alter table public."activities" add column if not exists "note" text;
alter table public."activities" add column if not exists "started_at" timestamptz default now() not null;
alter table public."activities" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."activities" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."activities" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."activities"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."activities" add column "created_at" timestamptz;
    alter table public."activities" disable trigger user;
    update public."activities" set "created_at" = "edited_at";
    alter table public."activities" enable trigger user;
    alter table public."activities" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."activities" add column if not exists "created_at" timestamptz default now() not null;
alter table public."activities" drop constraint if exists "activities_owner_fkey";
alter table public."activities" add constraint "activities_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create index if not exists "activities_owner_edited_at_idx" on public."activities" ("owner", "edited_at");
create index if not exists "activities_owner_updated_at_idx" on public."activities" ("owner", "updated_at");
create index if not exists "activities_owner_created_at_idx" on public."activities" ("owner", "created_at");
create index if not exists "activities_owner_rev_id_idx" on public."activities" ("owner", "rev", "id");
create index if not exists "activities_rev_id_idx" on public."activities" ("rev", "id");
alter table public."activities" drop constraint if exists "kind_length";
alter table public."activities" add constraint "kind_length" check (length(kind) between 1 and 100);
alter table public."activities" drop constraint if exists "minutes_range";
alter table public."activities" add constraint "minutes_range" check (minutes between 0 and 2880);
alter table public."activities" drop constraint if exists "steps_range";
alter table public."activities" add constraint "steps_range" check (steps between 0 and 300000);
alter table public."activities" drop constraint if exists "metres_range";
alter table public."activities" add constraint "metres_range" check (metres between 0 and 2000000);
alter table public."activities" drop constraint if exists "calories_range";
alter table public."activities" add constraint "calories_range" check (calories between 0 and 20000);
alter table public."activities" drop constraint if exists "note_length";
alter table public."activities" add constraint "note_length" check (length(note) between 0 and 5000);
create or replace function sync."before_activities"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."activities" for each row execute function sync."before_activities"();
create or replace function sync."after_activities"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'activities' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'activities' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'activities', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'activities', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_activities"() from public;
create or replace trigger after_insert after insert on public."activities" referencing new table as rows_after
  for each statement execute function sync."after_activities"();
create or replace trigger after_update after update on public."activities" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_activities"();
create or replace trigger after_delete after delete on public."activities" referencing old table as rows_before
  for each statement execute function sync."after_activities"();
alter table public."activities" enable row level security;
grant select, insert, update, delete on public."activities" to authenticated, service_role;
revoke all on public."activities" from anon;

create table if not exists public."workouts" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "kind" text not null,
  "title" text,
  "minutes" integer not null,
  "effort" integer,
  "sets" jsonb,
  "note" text,
  "started_at" timestamptz default now() not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."workouts" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."workouts" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."workouts" add column if not exists "kind" text not null;
alter table public."workouts" add column if not exists "title" text;
alter table public."workouts" add column if not exists "minutes" integer not null;
alter table public."workouts" add column if not exists "effort" integer;
alter table public."workouts" add column if not exists "sets" jsonb;
alter table public."workouts" add column if not exists "note" text;
alter table public."workouts" add column if not exists "started_at" timestamptz default now() not null;
alter table public."workouts" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."workouts" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."workouts" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."workouts"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."workouts" add column "created_at" timestamptz;
    alter table public."workouts" disable trigger user;
    update public."workouts" set "created_at" = "edited_at";
    alter table public."workouts" enable trigger user;
    alter table public."workouts" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."workouts" add column if not exists "created_at" timestamptz default now() not null;
alter table public."workouts" drop constraint if exists "workouts_owner_fkey";
alter table public."workouts" add constraint "workouts_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create index if not exists "workouts_owner_edited_at_idx" on public."workouts" ("owner", "edited_at");
create index if not exists "workouts_owner_updated_at_idx" on public."workouts" ("owner", "updated_at");
create index if not exists "workouts_owner_created_at_idx" on public."workouts" ("owner", "created_at");
create index if not exists "workouts_owner_rev_id_idx" on public."workouts" ("owner", "rev", "id");
create index if not exists "workouts_rev_id_idx" on public."workouts" ("rev", "id");
alter table public."workouts" drop constraint if exists "kind_length";
alter table public."workouts" add constraint "kind_length" check (length(kind) between 1 and 100);
alter table public."workouts" drop constraint if exists "title_length";
alter table public."workouts" add constraint "title_length" check (length(title) between 1 and 500);
alter table public."workouts" drop constraint if exists "minutes_range";
alter table public."workouts" add constraint "minutes_range" check (minutes between 1 and 2880);
alter table public."workouts" drop constraint if exists "effort_range";
alter table public."workouts" add constraint "effort_range" check (effort between 1 and 10);
alter table public."workouts" drop constraint if exists "sets_size";
alter table public."workouts" add constraint "sets_size" check (length(cast(sets as text)) <= 50000);
alter table public."workouts" drop constraint if exists "note_length";
alter table public."workouts" add constraint "note_length" check (length(note) between 0 and 5000);
create or replace function sync."before_workouts"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."workouts" for each row execute function sync."before_workouts"();
create or replace function sync."after_workouts"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'workouts' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'workouts' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'workouts', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'workouts', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_workouts"() from public;
create or replace trigger after_insert after insert on public."workouts" referencing new table as rows_after
  for each statement execute function sync."after_workouts"();
create or replace trigger after_update after update on public."workouts" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_workouts"();
create or replace trigger after_delete after delete on public."workouts" referencing old table as rows_before
  for each statement execute function sync."after_workouts"();
alter table public."workouts" enable row level security;
grant select, insert, update, delete on public."workouts" to authenticated, service_role;
revoke all on public."workouts" from anon;

create table if not exists public."journal_entries" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "title" text,
  "body" text not null,
  "tags" text[],
  "written_at" timestamptz default now() not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."journal_entries" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."journal_entries" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."journal_entries" add column if not exists "title" text;
alter table public."journal_entries" add column if not exists "body" text not null;
alter table public."journal_entries" add column if not exists "tags" text[];
alter table public."journal_entries" add column if not exists "written_at" timestamptz default now() not null;
alter table public."journal_entries" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."journal_entries" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."journal_entries" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."journal_entries"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."journal_entries" add column "created_at" timestamptz;
    alter table public."journal_entries" disable trigger user;
    update public."journal_entries" set "created_at" = "edited_at";
    alter table public."journal_entries" enable trigger user;
    alter table public."journal_entries" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."journal_entries" add column if not exists "created_at" timestamptz default now() not null;
alter table public."journal_entries" drop constraint if exists "journal_entries_owner_fkey";
alter table public."journal_entries" add constraint "journal_entries_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create index if not exists "journal_entries_owner_edited_at_idx" on public."journal_entries" ("owner", "edited_at");
create index if not exists "journal_entries_owner_updated_at_idx" on public."journal_entries" ("owner", "updated_at");
create index if not exists "journal_entries_owner_created_at_idx" on public."journal_entries" ("owner", "created_at");
create index if not exists "journal_entries_owner_rev_id_idx" on public."journal_entries" ("owner", "rev", "id");
create index if not exists "journal_entries_rev_id_idx" on public."journal_entries" ("rev", "id");
alter table public."journal_entries" drop constraint if exists "title_length";
alter table public."journal_entries" add constraint "title_length" check (length(title) between 1 and 500);
alter table public."journal_entries" drop constraint if exists "body_length";
alter table public."journal_entries" add constraint "body_length" check (length(body) between 1 and 50000);
alter table public."journal_entries" drop constraint if exists "tags_size";
alter table public."journal_entries" add constraint "tags_size" check (length(cast(tags as text)) <= 2000);
create or replace function sync."before_journal_entries"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."journal_entries" for each row execute function sync."before_journal_entries"();
create or replace function sync."after_journal_entries"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'journal_entries' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'journal_entries' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'journal_entries', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'journal_entries', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_journal_entries"() from public;
create or replace trigger after_insert after insert on public."journal_entries" referencing new table as rows_after
  for each statement execute function sync."after_journal_entries"();
create or replace trigger after_update after update on public."journal_entries" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_journal_entries"();
create or replace trigger after_delete after delete on public."journal_entries" referencing old table as rows_before
  for each statement execute function sync."after_journal_entries"();
alter table public."journal_entries" enable row level security;
grant select, insert, update, delete on public."journal_entries" to authenticated, service_role;
revoke all on public."journal_entries" from anon;

create table if not exists public."habits" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "name" text not null,
  "cadence" text not null,
  "times" integer default 1 not null,
  "is_archived" boolean default false not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."habits" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."habits" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."habits" add column if not exists "name" text not null;
alter table public."habits" add column if not exists "cadence" text not null;
alter table public."habits" add column if not exists "times" integer default 1 not null;
alter table public."habits" add column if not exists "is_archived" boolean default false not null;
alter table public."habits" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."habits" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."habits" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."habits"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."habits" add column "created_at" timestamptz;
    alter table public."habits" disable trigger user;
    update public."habits" set "created_at" = "edited_at";
    alter table public."habits" enable trigger user;
    alter table public."habits" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."habits" add column if not exists "created_at" timestamptz default now() not null;
alter table public."habits" drop constraint if exists "habits_owner_fkey";
alter table public."habits" add constraint "habits_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create index if not exists "habits_owner_edited_at_idx" on public."habits" ("owner", "edited_at");
create index if not exists "habits_owner_updated_at_idx" on public."habits" ("owner", "updated_at");
create index if not exists "habits_owner_created_at_idx" on public."habits" ("owner", "created_at");
create index if not exists "habits_owner_rev_id_idx" on public."habits" ("owner", "rev", "id");
create index if not exists "habits_rev_id_idx" on public."habits" ("rev", "id");
alter table public."habits" drop constraint if exists "name_length";
alter table public."habits" add constraint "name_length" check (length(name) between 1 and 200);
alter table public."habits" drop constraint if exists "cadence_word";
alter table public."habits" add constraint "cadence_word" check (cadence in ('daily', 'weekly', 'monthly'));
alter table public."habits" drop constraint if exists "times_range";
alter table public."habits" add constraint "times_range" check (times between 1 and 100);
create or replace function sync."before_habits"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."habits" for each row execute function sync."before_habits"();
create or replace function sync."after_habits"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'habits' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'habits' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'habits', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'habits', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_habits"() from public;
create or replace trigger after_insert after insert on public."habits" referencing new table as rows_after
  for each statement execute function sync."after_habits"();
create or replace trigger after_update after update on public."habits" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_habits"();
create or replace trigger after_delete after delete on public."habits" referencing old table as rows_before
  for each statement execute function sync."after_habits"();
alter table public."habits" enable row level security;
grant select, insert, update, delete on public."habits" to authenticated, service_role;
revoke all on public."habits" from anon;

create table if not exists public."habit_entries" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "habit" uuid not null,
  "day" date not null,
  "times" integer default 1 not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."habit_entries" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."habit_entries" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."habit_entries" add column if not exists "habit" uuid not null;
alter table public."habit_entries" add column if not exists "day" date not null;
alter table public."habit_entries" add column if not exists "times" integer default 1 not null;
alter table public."habit_entries" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."habit_entries" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."habit_entries" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."habit_entries"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."habit_entries" add column "created_at" timestamptz;
    alter table public."habit_entries" disable trigger user;
    update public."habit_entries" set "created_at" = "edited_at";
    alter table public."habit_entries" enable trigger user;
    alter table public."habit_entries" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."habit_entries" add column if not exists "created_at" timestamptz default now() not null;
alter table public."habit_entries" drop constraint if exists "habit_entries_owner_fkey";
alter table public."habit_entries" add constraint "habit_entries_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
alter table public."habit_entries" drop constraint if exists "habit_entries_habit_fkey";
alter table public."habit_entries" add constraint "habit_entries_habit_fkey" foreign key ("habit") references public."habits" ("id") on delete cascade;
create unique index if not exists "habit_entries_habit_day_key" on public."habit_entries" ("habit", "day");
create index if not exists "habit_entries_owner_edited_at_idx" on public."habit_entries" ("owner", "edited_at");
create index if not exists "habit_entries_owner_updated_at_idx" on public."habit_entries" ("owner", "updated_at");
create index if not exists "habit_entries_owner_created_at_idx" on public."habit_entries" ("owner", "created_at");
create index if not exists "habit_entries_owner_rev_id_idx" on public."habit_entries" ("owner", "rev", "id");
create index if not exists "habit_entries_rev_id_idx" on public."habit_entries" ("rev", "id");
alter table public."habit_entries" drop constraint if exists "times_range";
alter table public."habit_entries" add constraint "times_range" check (times between 0 and 1000);
create or replace function sync."before_habit_entries"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."habit_entries" for each row execute function sync."before_habit_entries"();
create or replace function sync."after_habit_entries"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'habit_entries' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'habit_entries' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'habit_entries', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'habit_entries', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_habit_entries"() from public;
create or replace trigger after_insert after insert on public."habit_entries" referencing new table as rows_after
  for each statement execute function sync."after_habit_entries"();
create or replace trigger after_update after update on public."habit_entries" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_habit_entries"();
create or replace trigger after_delete after delete on public."habit_entries" referencing old table as rows_before
  for each statement execute function sync."after_habit_entries"();
alter table public."habit_entries" enable row level security;
grant select, insert, update, delete on public."habit_entries" to authenticated, service_role;
revoke all on public."habit_entries" from anon;

create table if not exists public."hydration_entries" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "millilitres" integer not null,
  "drink" text,
  "drunk_at" timestamptz default now() not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."hydration_entries" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."hydration_entries" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."hydration_entries" add column if not exists "millilitres" integer not null;
alter table public."hydration_entries" add column if not exists "drink" text;
alter table public."hydration_entries" add column if not exists "drunk_at" timestamptz default now() not null;
alter table public."hydration_entries" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."hydration_entries" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."hydration_entries" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."hydration_entries"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."hydration_entries" add column "created_at" timestamptz;
    alter table public."hydration_entries" disable trigger user;
    update public."hydration_entries" set "created_at" = "edited_at";
    alter table public."hydration_entries" enable trigger user;
    alter table public."hydration_entries" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."hydration_entries" add column if not exists "created_at" timestamptz default now() not null;
alter table public."hydration_entries" drop constraint if exists "hydration_entries_owner_fkey";
alter table public."hydration_entries" add constraint "hydration_entries_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create index if not exists "hydration_entries_owner_edited_at_idx" on public."hydration_entries" ("owner", "edited_at");
create index if not exists "hydration_entries_owner_updated_at_idx" on public."hydration_entries" ("owner", "updated_at");
create index if not exists "hydration_entries_owner_created_at_idx" on public."hydration_entries" ("owner", "created_at");
create index if not exists "hydration_entries_owner_rev_id_idx" on public."hydration_entries" ("owner", "rev", "id");
create index if not exists "hydration_entries_rev_id_idx" on public."hydration_entries" ("rev", "id");
alter table public."hydration_entries" drop constraint if exists "millilitres_range";
alter table public."hydration_entries" add constraint "millilitres_range" check (millilitres between 1 and 10000);
alter table public."hydration_entries" drop constraint if exists "drink_length";
alter table public."hydration_entries" add constraint "drink_length" check (length(drink) between 1 and 100);
create or replace function sync."before_hydration_entries"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."hydration_entries" for each row execute function sync."before_hydration_entries"();
create or replace function sync."after_hydration_entries"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'hydration_entries' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'hydration_entries' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'hydration_entries', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'hydration_entries', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_hydration_entries"() from public;
create or replace trigger after_insert after insert on public."hydration_entries" referencing new table as rows_after
  for each statement execute function sync."after_hydration_entries"();
create or replace trigger after_update after update on public."hydration_entries" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_hydration_entries"();
create or replace trigger after_delete after delete on public."hydration_entries" referencing old table as rows_before
  for each statement execute function sync."after_hydration_entries"();
alter table public."hydration_entries" enable row level security;
grant select, insert, update, delete on public."hydration_entries" to authenticated, service_role;
revoke all on public."hydration_entries" from anon;

create table if not exists public."energy_entries" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "energy" integer not null,
  "stress" integer,
  "note" text,
  "felt_at" timestamptz default now() not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."energy_entries" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."energy_entries" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."energy_entries" add column if not exists "energy" integer not null;
alter table public."energy_entries" add column if not exists "stress" integer;
alter table public."energy_entries" add column if not exists "note" text;
alter table public."energy_entries" add column if not exists "felt_at" timestamptz default now() not null;
alter table public."energy_entries" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."energy_entries" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."energy_entries" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."energy_entries"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."energy_entries" add column "created_at" timestamptz;
    alter table public."energy_entries" disable trigger user;
    update public."energy_entries" set "created_at" = "edited_at";
    alter table public."energy_entries" enable trigger user;
    alter table public."energy_entries" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."energy_entries" add column if not exists "created_at" timestamptz default now() not null;
alter table public."energy_entries" drop constraint if exists "energy_entries_owner_fkey";
alter table public."energy_entries" add constraint "energy_entries_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create index if not exists "energy_entries_owner_edited_at_idx" on public."energy_entries" ("owner", "edited_at");
create index if not exists "energy_entries_owner_updated_at_idx" on public."energy_entries" ("owner", "updated_at");
create index if not exists "energy_entries_owner_created_at_idx" on public."energy_entries" ("owner", "created_at");
create index if not exists "energy_entries_owner_rev_id_idx" on public."energy_entries" ("owner", "rev", "id");
create index if not exists "energy_entries_rev_id_idx" on public."energy_entries" ("rev", "id");
alter table public."energy_entries" drop constraint if exists "energy_range";
alter table public."energy_entries" add constraint "energy_range" check (energy between 1 and 10);
alter table public."energy_entries" drop constraint if exists "stress_range";
alter table public."energy_entries" add constraint "stress_range" check (stress between 1 and 10);
alter table public."energy_entries" drop constraint if exists "note_length";
alter table public."energy_entries" add constraint "note_length" check (length(note) between 0 and 5000);
create or replace function sync."before_energy_entries"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."energy_entries" for each row execute function sync."before_energy_entries"();
create or replace function sync."after_energy_entries"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'energy_entries' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'energy_entries' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'energy_entries', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'energy_entries', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_energy_entries"() from public;
create or replace trigger after_insert after insert on public."energy_entries" referencing new table as rows_after
  for each statement execute function sync."after_energy_entries"();
create or replace trigger after_update after update on public."energy_entries" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_energy_entries"();
create or replace trigger after_delete after delete on public."energy_entries" referencing old table as rows_before
  for each statement execute function sync."after_energy_entries"();
alter table public."energy_entries" enable row level security;
grant select, insert, update, delete on public."energy_entries" to authenticated, service_role;
revoke all on public."energy_entries" from anon;

create table if not exists public."sleep_entries" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "fell_asleep_at" timestamptz not null,
  "woke_at" timestamptz not null,
  "quality" integer,
  "stages" jsonb,
  "note" text,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."sleep_entries" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."sleep_entries" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."sleep_entries" add column if not exists "fell_asleep_at" timestamptz not null;
alter table public."sleep_entries" add column if not exists "woke_at" timestamptz not null;
alter table public."sleep_entries" add column if not exists "quality" integer;
alter table public."sleep_entries" add column if not exists "stages" jsonb;
alter table public."sleep_entries" add column if not exists "note" text;
alter table public."sleep_entries" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."sleep_entries" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."sleep_entries" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."sleep_entries"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."sleep_entries" add column "created_at" timestamptz;
    alter table public."sleep_entries" disable trigger user;
    update public."sleep_entries" set "created_at" = "edited_at";
    alter table public."sleep_entries" enable trigger user;
    alter table public."sleep_entries" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."sleep_entries" add column if not exists "created_at" timestamptz default now() not null;
alter table public."sleep_entries" drop constraint if exists "sleep_entries_owner_fkey";
alter table public."sleep_entries" add constraint "sleep_entries_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create index if not exists "sleep_entries_owner_edited_at_idx" on public."sleep_entries" ("owner", "edited_at");
create index if not exists "sleep_entries_owner_updated_at_idx" on public."sleep_entries" ("owner", "updated_at");
create index if not exists "sleep_entries_owner_created_at_idx" on public."sleep_entries" ("owner", "created_at");
create index if not exists "sleep_entries_owner_rev_id_idx" on public."sleep_entries" ("owner", "rev", "id");
create index if not exists "sleep_entries_rev_id_idx" on public."sleep_entries" ("rev", "id");
alter table public."sleep_entries" drop constraint if exists "wakes_after";
alter table public."sleep_entries" add constraint "wakes_after" check (woke_at > fell_asleep_at);
alter table public."sleep_entries" drop constraint if exists "quality_range";
alter table public."sleep_entries" add constraint "quality_range" check (quality between 1 and 10);
alter table public."sleep_entries" drop constraint if exists "stages_size";
alter table public."sleep_entries" add constraint "stages_size" check (length(cast(stages as text)) <= 20000);
alter table public."sleep_entries" drop constraint if exists "note_length";
alter table public."sleep_entries" add constraint "note_length" check (length(note) between 0 and 5000);
create or replace function sync."before_sleep_entries"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."sleep_entries" for each row execute function sync."before_sleep_entries"();
create or replace function sync."after_sleep_entries"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'sleep_entries' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'sleep_entries' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'sleep_entries', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'sleep_entries', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_sleep_entries"() from public;
create or replace trigger after_insert after insert on public."sleep_entries" referencing new table as rows_after
  for each statement execute function sync."after_sleep_entries"();
create or replace trigger after_update after update on public."sleep_entries" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_sleep_entries"();
create or replace trigger after_delete after delete on public."sleep_entries" referencing old table as rows_before
  for each statement execute function sync."after_sleep_entries"();
alter table public."sleep_entries" enable row level security;
grant select, insert, update, delete on public."sleep_entries" to authenticated, service_role;
revoke all on public."sleep_entries" from anon;

create table if not exists public."weight_entries" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "grams" integer not null,
  "weighed_at" timestamptz default now() not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."weight_entries" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."weight_entries" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."weight_entries" add column if not exists "grams" integer not null;
alter table public."weight_entries" add column if not exists "weighed_at" timestamptz default now() not null;
alter table public."weight_entries" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."weight_entries" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."weight_entries" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."weight_entries"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."weight_entries" add column "created_at" timestamptz;
    alter table public."weight_entries" disable trigger user;
    update public."weight_entries" set "created_at" = "edited_at";
    alter table public."weight_entries" enable trigger user;
    alter table public."weight_entries" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."weight_entries" add column if not exists "created_at" timestamptz default now() not null;
alter table public."weight_entries" drop constraint if exists "weight_entries_owner_fkey";
alter table public."weight_entries" add constraint "weight_entries_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create index if not exists "weight_entries_owner_edited_at_idx" on public."weight_entries" ("owner", "edited_at");
create index if not exists "weight_entries_owner_updated_at_idx" on public."weight_entries" ("owner", "updated_at");
create index if not exists "weight_entries_owner_created_at_idx" on public."weight_entries" ("owner", "created_at");
create index if not exists "weight_entries_owner_rev_id_idx" on public."weight_entries" ("owner", "rev", "id");
create index if not exists "weight_entries_rev_id_idx" on public."weight_entries" ("rev", "id");
alter table public."weight_entries" drop constraint if exists "grams_range";
alter table public."weight_entries" add constraint "grams_range" check (grams between 1000 and 700000);
create or replace function sync."before_weight_entries"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."weight_entries" for each row execute function sync."before_weight_entries"();
create or replace function sync."after_weight_entries"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'weight_entries' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'weight_entries' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'weight_entries', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'weight_entries', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_weight_entries"() from public;
create or replace trigger after_insert after insert on public."weight_entries" referencing new table as rows_after
  for each statement execute function sync."after_weight_entries"();
create or replace trigger after_update after update on public."weight_entries" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_weight_entries"();
create or replace trigger after_delete after delete on public."weight_entries" referencing old table as rows_before
  for each statement execute function sync."after_weight_entries"();
alter table public."weight_entries" enable row level security;
grant select, insert, update, delete on public."weight_entries" to authenticated, service_role;
revoke all on public."weight_entries" from anon;

create table if not exists public."daily_measures" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "day" date not null,
  "kind" text not null,
  "amount" double precision not null,
  "source" text not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."daily_measures" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."daily_measures" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."daily_measures" add column if not exists "day" date not null;
alter table public."daily_measures" add column if not exists "kind" text not null;
alter table public."daily_measures" add column if not exists "amount" double precision not null;
alter table public."daily_measures" add column if not exists "source" text not null;
alter table public."daily_measures" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."daily_measures" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."daily_measures" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."daily_measures"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."daily_measures" add column "created_at" timestamptz;
    alter table public."daily_measures" disable trigger user;
    update public."daily_measures" set "created_at" = "edited_at";
    alter table public."daily_measures" enable trigger user;
    alter table public."daily_measures" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."daily_measures" add column if not exists "created_at" timestamptz default now() not null;
alter table public."daily_measures" drop constraint if exists "daily_measures_owner_fkey";
alter table public."daily_measures" add constraint "daily_measures_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create unique index if not exists "daily_measures_owner_day_kind_source_key" on public."daily_measures" ("owner", "day", "kind", "source");
create index if not exists "daily_measures_owner_edited_at_idx" on public."daily_measures" ("owner", "edited_at");
create index if not exists "daily_measures_owner_updated_at_idx" on public."daily_measures" ("owner", "updated_at");
create index if not exists "daily_measures_owner_created_at_idx" on public."daily_measures" ("owner", "created_at");
create index if not exists "daily_measures_owner_rev_id_idx" on public."daily_measures" ("owner", "rev", "id");
create index if not exists "daily_measures_rev_id_idx" on public."daily_measures" ("rev", "id");
alter table public."daily_measures" drop constraint if exists "kind_length";
alter table public."daily_measures" add constraint "kind_length" check (length(kind) between 1 and 100);
alter table public."daily_measures" drop constraint if exists "amount_range";
alter table public."daily_measures" add constraint "amount_range" check (amount between 0 and 1000000000);
alter table public."daily_measures" drop constraint if exists "source_length";
alter table public."daily_measures" add constraint "source_length" check (length(source) between 1 and 100);
create or replace function sync."before_daily_measures"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."daily_measures" for each row execute function sync."before_daily_measures"();
create or replace function sync."after_daily_measures"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'daily_measures' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'daily_measures' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'daily_measures', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'daily_measures', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_daily_measures"() from public;
create or replace trigger after_insert after insert on public."daily_measures" referencing new table as rows_after
  for each statement execute function sync."after_daily_measures"();
create or replace trigger after_update after update on public."daily_measures" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_daily_measures"();
create or replace trigger after_delete after delete on public."daily_measures" referencing old table as rows_before
  for each statement execute function sync."after_daily_measures"();
alter table public."daily_measures" enable row level security;
grant select, insert, update, delete on public."daily_measures" to authenticated, service_role;
revoke all on public."daily_measures" from anon;

create table if not exists public."goals" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "pillar" text not null,
  "name" text not null,
  "target" double precision,
  "unit" text,
  "begins_on" date not null,
  "ends_on" date,
  "status" text default 'active' not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."goals" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."goals" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."goals" add column if not exists "pillar" text not null;
alter table public."goals" add column if not exists "name" text not null;
alter table public."goals" add column if not exists "target" double precision;
alter table public."goals" add column if not exists "unit" text;
alter table public."goals" add column if not exists "begins_on" date not null;
alter table public."goals" add column if not exists "ends_on" date;
alter table public."goals" add column if not exists "status" text default 'active' not null;
alter table public."goals" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."goals" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."goals" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."goals"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."goals" add column "created_at" timestamptz;
    alter table public."goals" disable trigger user;
    update public."goals" set "created_at" = "edited_at";
    alter table public."goals" enable trigger user;
    alter table public."goals" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."goals" add column if not exists "created_at" timestamptz default now() not null;
alter table public."goals" drop constraint if exists "goals_owner_fkey";
alter table public."goals" add constraint "goals_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create index if not exists "goals_owner_edited_at_idx" on public."goals" ("owner", "edited_at");
create index if not exists "goals_owner_updated_at_idx" on public."goals" ("owner", "updated_at");
create index if not exists "goals_owner_created_at_idx" on public."goals" ("owner", "created_at");
create index if not exists "goals_owner_rev_id_idx" on public."goals" ("owner", "rev", "id");
create index if not exists "goals_rev_id_idx" on public."goals" ("rev", "id");
alter table public."goals" drop constraint if exists "pillar_word";
alter table public."goals" add constraint "pillar_word" check (pillar in ('fitness', 'nutrition', 'wellbeing'));
alter table public."goals" drop constraint if exists "name_length";
alter table public."goals" add constraint "name_length" check (length(name) between 1 and 500);
alter table public."goals" drop constraint if exists "target_range";
alter table public."goals" add constraint "target_range" check (target between 0 and 1000000000);
alter table public."goals" drop constraint if exists "unit_length";
alter table public."goals" add constraint "unit_length" check (length(unit) between 1 and 50);
alter table public."goals" drop constraint if exists "ends_after";
alter table public."goals" add constraint "ends_after" check (ends_on >= begins_on);
alter table public."goals" drop constraint if exists "status_word";
alter table public."goals" add constraint "status_word" check (status in ('active', 'reached', 'given_up'));
create or replace function sync."before_goals"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."goals" for each row execute function sync."before_goals"();
create or replace function sync."after_goals"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'goals' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'goals' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'goals', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'goals', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_goals"() from public;
create or replace trigger after_insert after insert on public."goals" referencing new table as rows_after
  for each statement execute function sync."after_goals"();
create or replace trigger after_update after update on public."goals" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_goals"();
create or replace trigger after_delete after delete on public."goals" referencing old table as rows_before
  for each statement execute function sync."after_goals"();
alter table public."goals" enable row level security;
grant select, insert, update, delete on public."goals" to authenticated, service_role;
revoke all on public."goals" from anon;

create table if not exists public."own_measures" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "name" text not null,
  "kind" text not null,
  "unit" text,
  "lowest" double precision,
  "highest" double precision,
  "dose" double precision,
  "is_archived" boolean default false not null,
  "created_at" timestamptz default now() not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."own_measures" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."own_measures" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."own_measures" add column if not exists "name" text not null;
alter table public."own_measures" add column if not exists "kind" text not null;
alter table public."own_measures" add column if not exists "unit" text;
alter table public."own_measures" add column if not exists "lowest" double precision;
alter table public."own_measures" add column if not exists "highest" double precision;
alter table public."own_measures" add column if not exists "dose" double precision;
alter table public."own_measures" add column if not exists "is_archived" boolean default false not null;
alter table public."own_measures" add column if not exists "created_at" timestamptz default now() not null;
alter table public."own_measures" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."own_measures" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."own_measures" add column if not exists "updated_at" timestamptz default now() not null;
alter table public."own_measures" drop constraint if exists "own_measures_owner_fkey";
alter table public."own_measures" add constraint "own_measures_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create index if not exists "own_measures_owner_edited_at_idx" on public."own_measures" ("owner", "edited_at");
create index if not exists "own_measures_owner_updated_at_idx" on public."own_measures" ("owner", "updated_at");
create index if not exists "own_measures_owner_created_at_idx" on public."own_measures" ("owner", "created_at");
create index if not exists "own_measures_owner_rev_id_idx" on public."own_measures" ("owner", "rev", "id");
create index if not exists "own_measures_rev_id_idx" on public."own_measures" ("rev", "id");
alter table public."own_measures" drop constraint if exists "name_length";
alter table public."own_measures" add constraint "name_length" check (length(name) between 1 and 100);
alter table public."own_measures" drop constraint if exists "kind_word";
alter table public."own_measures" add constraint "kind_word" check (kind in ('scale', 'medicine', 'blood_pressure', 'number'));
alter table public."own_measures" drop constraint if exists "unit_length";
alter table public."own_measures" add constraint "unit_length" check (length(unit) between 1 and 20);
alter table public."own_measures" drop constraint if exists "lowest_range";
alter table public."own_measures" add constraint "lowest_range" check (lowest between -1000000000 and 1000000000);
alter table public."own_measures" drop constraint if exists "highest_range";
alter table public."own_measures" add constraint "highest_range" check (highest between -1000000000 and 1000000000);
alter table public."own_measures" drop constraint if exists "dose_range";
alter table public."own_measures" add constraint "dose_range" check (dose between 0 and 1000000);
create or replace function sync."before_own_measures"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."own_measures" for each row execute function sync."before_own_measures"();
create or replace function sync."after_own_measures"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'own_measures' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'own_measures' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'own_measures', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'own_measures', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_own_measures"() from public;
create or replace trigger after_insert after insert on public."own_measures" referencing new table as rows_after
  for each statement execute function sync."after_own_measures"();
create or replace trigger after_update after update on public."own_measures" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_own_measures"();
create or replace trigger after_delete after delete on public."own_measures" referencing old table as rows_before
  for each statement execute function sync."after_own_measures"();
alter table public."own_measures" enable row level security;
grant select, insert, update, delete on public."own_measures" to authenticated, service_role;
revoke all on public."own_measures" from anon;

create table if not exists public."own_readings" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "measure" uuid not null,
  "value" double precision,
  "second" double precision,
  "is_taken" boolean default true not null,
  "note" text,
  "measured_at" timestamptz default now() not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."own_readings" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."own_readings" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."own_readings" add column if not exists "measure" uuid not null;
alter table public."own_readings" add column if not exists "value" double precision;
alter table public."own_readings" add column if not exists "second" double precision;
alter table public."own_readings" add column if not exists "is_taken" boolean default true not null;
alter table public."own_readings" add column if not exists "note" text;
alter table public."own_readings" add column if not exists "measured_at" timestamptz default now() not null;
alter table public."own_readings" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."own_readings" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."own_readings" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."own_readings"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."own_readings" add column "created_at" timestamptz;
    alter table public."own_readings" disable trigger user;
    update public."own_readings" set "created_at" = "edited_at";
    alter table public."own_readings" enable trigger user;
    alter table public."own_readings" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."own_readings" add column if not exists "created_at" timestamptz default now() not null;
alter table public."own_readings" drop constraint if exists "own_readings_owner_fkey";
alter table public."own_readings" add constraint "own_readings_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
alter table public."own_readings" drop constraint if exists "own_readings_measure_fkey";
alter table public."own_readings" add constraint "own_readings_measure_fkey" foreign key ("measure") references public."own_measures" ("id") on delete cascade;
create index if not exists "own_readings_owner_edited_at_idx" on public."own_readings" ("owner", "edited_at");
create index if not exists "own_readings_owner_updated_at_idx" on public."own_readings" ("owner", "updated_at");
create index if not exists "own_readings_owner_created_at_idx" on public."own_readings" ("owner", "created_at");
create index if not exists "own_readings_owner_rev_id_idx" on public."own_readings" ("owner", "rev", "id");
create index if not exists "own_readings_rev_id_idx" on public."own_readings" ("rev", "id");
create index if not exists "own_readings_measure_idx" on public."own_readings" ("measure");
alter table public."own_readings" drop constraint if exists "value_range";
alter table public."own_readings" add constraint "value_range" check (value between -1000000000 and 1000000000);
alter table public."own_readings" drop constraint if exists "second_range";
alter table public."own_readings" add constraint "second_range" check (second between -1000000000 and 1000000000);
alter table public."own_readings" drop constraint if exists "note_length";
alter table public."own_readings" add constraint "note_length" check (length(note) between 0 and 5000);
create or replace function sync."before_own_readings"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."own_readings" for each row execute function sync."before_own_readings"();
create or replace function sync."after_own_readings"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'own_readings' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'own_readings' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'own_readings', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'own_readings', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_own_readings"() from public;
create or replace trigger after_insert after insert on public."own_readings" referencing new table as rows_after
  for each statement execute function sync."after_own_readings"();
create or replace trigger after_update after update on public."own_readings" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_own_readings"();
create or replace trigger after_delete after delete on public."own_readings" referencing old table as rows_before
  for each statement execute function sync."after_own_readings"();
alter table public."own_readings" enable row level security;
grant select, insert, update, delete on public."own_readings" to authenticated, service_role;
revoke all on public."own_readings" from anon;

create table if not exists public."sobriety_records" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "began_on" date not null,
  "ended_on" date,
  "substance" text,
  "note" text,
  "kind" text default 'start' not null,
  "corrects" uuid,
  "is_withdrawn" boolean default false not null,
  "recorded_at" timestamptz,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."sobriety_records" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."sobriety_records" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."sobriety_records" add column if not exists "began_on" date not null;
alter table public."sobriety_records" add column if not exists "ended_on" date;
alter table public."sobriety_records" add column if not exists "substance" text;
alter table public."sobriety_records" add column if not exists "note" text;
alter table public."sobriety_records" add column if not exists "kind" text default 'start' not null;
alter table public."sobriety_records" add column if not exists "corrects" uuid;
alter table public."sobriety_records" add column if not exists "is_withdrawn" boolean default false not null;
alter table public."sobriety_records" add column if not exists "recorded_at" timestamptz;
alter table public."sobriety_records" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."sobriety_records" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."sobriety_records" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."sobriety_records"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."sobriety_records" add column "created_at" timestamptz;
    alter table public."sobriety_records" disable trigger user;
    update public."sobriety_records" set "created_at" = "edited_at";
    alter table public."sobriety_records" enable trigger user;
    alter table public."sobriety_records" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."sobriety_records" add column if not exists "created_at" timestamptz default now() not null;
alter table public."sobriety_records" drop constraint if exists "sobriety_records_owner_fkey";
alter table public."sobriety_records" add constraint "sobriety_records_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create index if not exists "sobriety_records_owner_edited_at_idx" on public."sobriety_records" ("owner", "edited_at");
create index if not exists "sobriety_records_owner_updated_at_idx" on public."sobriety_records" ("owner", "updated_at");
create index if not exists "sobriety_records_owner_created_at_idx" on public."sobriety_records" ("owner", "created_at");
create index if not exists "sobriety_records_owner_rev_id_idx" on public."sobriety_records" ("owner", "rev", "id");
create index if not exists "sobriety_records_rev_id_idx" on public."sobriety_records" ("rev", "id");
alter table public."sobriety_records" drop constraint if exists "began_lately";
alter table public."sobriety_records" add constraint "began_lately" check (began_on >= '1900-01-01');
alter table public."sobriety_records" drop constraint if exists "ends_after";
alter table public."sobriety_records" add constraint "ends_after" check (ended_on >= began_on);
alter table public."sobriety_records" drop constraint if exists "substance_length";
alter table public."sobriety_records" add constraint "substance_length" check (length(substance) between 1 and 100);
alter table public."sobriety_records" drop constraint if exists "note_length";
alter table public."sobriety_records" add constraint "note_length" check (length(note) between 0 and 5000);
alter table public."sobriety_records" drop constraint if exists "kind_word";
alter table public."sobriety_records" add constraint "kind_word" check (kind in ('start', 'slip', 'correction'));
create or replace function sync."before_sobriety_records"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new is distinct from old then
    if (new.kind = old.kind and new.began_on = old.began_on and new.is_withdrawn = old.is_withdrawn and (new.corrects = old.corrects or (new.corrects is null and old.corrects is null))) is not true then
      raise exception using errcode = 'P0001', message = 'A recorded date stays as it is. A correction is an entry of its own.',
        constraint = 'recorded_once';
    end if;
  end if;
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."sobriety_records" for each row execute function sync."before_sobriety_records"();
create or replace function sync."after_sobriety_records"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'sobriety_records' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'sobriety_records' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'sobriety_records', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'sobriety_records', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_sobriety_records"() from public;
create or replace trigger after_insert after insert on public."sobriety_records" referencing new table as rows_after
  for each statement execute function sync."after_sobriety_records"();
create or replace trigger after_update after update on public."sobriety_records" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_sobriety_records"();
create or replace trigger after_delete after delete on public."sobriety_records" referencing old table as rows_before
  for each statement execute function sync."after_sobriety_records"();
alter table public."sobriety_records" enable row level security;
grant select, insert, update, delete on public."sobriety_records" to authenticated, service_role;
revoke all on public."sobriety_records" from anon;

create table if not exists public."reflections" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "day" date not null,
  "body" text not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."reflections" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."reflections" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."reflections" add column if not exists "day" date not null;
alter table public."reflections" add column if not exists "body" text not null;
alter table public."reflections" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."reflections" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."reflections" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."reflections"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."reflections" add column "created_at" timestamptz;
    alter table public."reflections" disable trigger user;
    update public."reflections" set "created_at" = "edited_at";
    alter table public."reflections" enable trigger user;
    alter table public."reflections" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."reflections" add column if not exists "created_at" timestamptz default now() not null;
alter table public."reflections" drop constraint if exists "reflections_owner_fkey";
alter table public."reflections" add constraint "reflections_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create index if not exists "reflections_owner_edited_at_idx" on public."reflections" ("owner", "edited_at");
create index if not exists "reflections_owner_updated_at_idx" on public."reflections" ("owner", "updated_at");
create index if not exists "reflections_owner_created_at_idx" on public."reflections" ("owner", "created_at");
create index if not exists "reflections_owner_rev_id_idx" on public."reflections" ("owner", "rev", "id");
create index if not exists "reflections_rev_id_idx" on public."reflections" ("rev", "id");
alter table public."reflections" drop constraint if exists "body_length";
alter table public."reflections" add constraint "body_length" check (length(body) between 1 and 20000);
create or replace function sync."before_reflections"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."reflections" for each row execute function sync."before_reflections"();
create or replace function sync."after_reflections"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'reflections' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'reflections' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'reflections', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'reflections', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_reflections"() from public;
create or replace trigger after_insert after insert on public."reflections" referencing new table as rows_after
  for each statement execute function sync."after_reflections"();
create or replace trigger after_update after update on public."reflections" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_reflections"();
create or replace trigger after_delete after delete on public."reflections" referencing old table as rows_before
  for each statement execute function sync."after_reflections"();
alter table public."reflections" enable row level security;
grant select, insert, update, delete on public."reflections" to authenticated, service_role;
revoke all on public."reflections" from anon;

create table if not exists public."milestones" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "sobriety_record" uuid not null,
  "days" integer not null,
  "reached_on" date not null,
  "note" text,
  "months" integer,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."milestones" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."milestones" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."milestones" add column if not exists "sobriety_record" uuid not null;
alter table public."milestones" add column if not exists "days" integer not null;
alter table public."milestones" add column if not exists "reached_on" date not null;
alter table public."milestones" add column if not exists "note" text;
alter table public."milestones" add column if not exists "months" integer;
alter table public."milestones" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."milestones" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."milestones" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."milestones"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."milestones" add column "created_at" timestamptz;
    alter table public."milestones" disable trigger user;
    update public."milestones" set "created_at" = "edited_at";
    alter table public."milestones" enable trigger user;
    alter table public."milestones" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."milestones" add column if not exists "created_at" timestamptz default now() not null;
alter table public."milestones" drop constraint if exists "milestones_owner_fkey";
alter table public."milestones" add constraint "milestones_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
alter table public."milestones" drop constraint if exists "milestones_sobriety_record_fkey";
alter table public."milestones" add constraint "milestones_sobriety_record_fkey" foreign key ("sobriety_record") references public."sobriety_records" ("id") on delete cascade;
create unique index if not exists "milestones_sobriety_record_days_key" on public."milestones" ("sobriety_record", "days");
create index if not exists "milestones_owner_edited_at_idx" on public."milestones" ("owner", "edited_at");
create index if not exists "milestones_owner_updated_at_idx" on public."milestones" ("owner", "updated_at");
create index if not exists "milestones_owner_created_at_idx" on public."milestones" ("owner", "created_at");
create index if not exists "milestones_owner_rev_id_idx" on public."milestones" ("owner", "rev", "id");
create index if not exists "milestones_rev_id_idx" on public."milestones" ("rev", "id");
alter table public."milestones" drop constraint if exists "days_range";
alter table public."milestones" add constraint "days_range" check (days between 1 and 40000);
alter table public."milestones" drop constraint if exists "note_length";
alter table public."milestones" add constraint "note_length" check (length(note) between 0 and 5000);
alter table public."milestones" drop constraint if exists "months_range";
alter table public."milestones" add constraint "months_range" check (months between 1 and 1200);
create or replace function sync."before_milestones"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."milestones" for each row execute function sync."before_milestones"();
create or replace function sync."after_milestones"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'milestones' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'milestones' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'milestones', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'milestones', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_milestones"() from public;
create or replace trigger after_insert after insert on public."milestones" referencing new table as rows_after
  for each statement execute function sync."after_milestones"();
create or replace trigger after_update after update on public."milestones" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_milestones"();
create or replace trigger after_delete after delete on public."milestones" referencing old table as rows_before
  for each statement execute function sync."after_milestones"();
alter table public."milestones" enable row level security;
grant select, insert, update, delete on public."milestones" to authenticated, service_role;
revoke all on public."milestones" from anon;

create table if not exists public."check_ins" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "day" date not null,
  "kind" text not null,
  "feeling" text,
  "checked_at" timestamptz default now() not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."check_ins" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."check_ins" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."check_ins" add column if not exists "day" date not null;
alter table public."check_ins" add column if not exists "kind" text not null;
alter table public."check_ins" add column if not exists "feeling" text;
alter table public."check_ins" add column if not exists "checked_at" timestamptz default now() not null;
alter table public."check_ins" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."check_ins" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."check_ins" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."check_ins"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."check_ins" add column "created_at" timestamptz;
    alter table public."check_ins" disable trigger user;
    update public."check_ins" set "created_at" = "edited_at";
    alter table public."check_ins" enable trigger user;
    alter table public."check_ins" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."check_ins" add column if not exists "created_at" timestamptz default now() not null;
alter table public."check_ins" drop constraint if exists "check_ins_owner_fkey";
alter table public."check_ins" add constraint "check_ins_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create unique index if not exists "check_ins_owner_day_kind_key" on public."check_ins" ("owner", "day", "kind");
create index if not exists "check_ins_owner_edited_at_idx" on public."check_ins" ("owner", "edited_at");
create index if not exists "check_ins_owner_updated_at_idx" on public."check_ins" ("owner", "updated_at");
create index if not exists "check_ins_owner_created_at_idx" on public."check_ins" ("owner", "created_at");
create index if not exists "check_ins_owner_rev_id_idx" on public."check_ins" ("owner", "rev", "id");
create index if not exists "check_ins_rev_id_idx" on public."check_ins" ("rev", "id");
alter table public."check_ins" drop constraint if exists "kind_word";
alter table public."check_ins" add constraint "kind_word" check (kind in ('pledge', 'review'));
alter table public."check_ins" drop constraint if exists "feeling_word";
alter table public."check_ins" add constraint "feeling_word" check (feeling in ('easy', 'mixed', 'hard'));
create or replace function sync."before_check_ins"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."check_ins" for each row execute function sync."before_check_ins"();
create or replace function sync."after_check_ins"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'check_ins' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'check_ins' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'check_ins', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'check_ins', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_check_ins"() from public;
create or replace trigger after_insert after insert on public."check_ins" referencing new table as rows_after
  for each statement execute function sync."after_check_ins"();
create or replace trigger after_update after update on public."check_ins" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_check_ins"();
create or replace trigger after_delete after delete on public."check_ins" referencing old table as rows_before
  for each statement execute function sync."after_check_ins"();
alter table public."check_ins" enable row level security;
grant select, insert, update, delete on public."check_ins" to authenticated, service_role;
revoke all on public."check_ins" from anon;

create table if not exists public."sobriety_plans" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "programme" text,
  "daily_hundredths" integer,
  "currency" text,
  "region" text,
  "contact_name" text,
  "contact_phone" text,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."sobriety_plans" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."sobriety_plans" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."sobriety_plans" add column if not exists "programme" text;
alter table public."sobriety_plans" add column if not exists "daily_hundredths" integer;
alter table public."sobriety_plans" add column if not exists "currency" text;
alter table public."sobriety_plans" add column if not exists "region" text;
alter table public."sobriety_plans" add column if not exists "contact_name" text;
alter table public."sobriety_plans" add column if not exists "contact_phone" text;
alter table public."sobriety_plans" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."sobriety_plans" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."sobriety_plans" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."sobriety_plans"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."sobriety_plans" add column "created_at" timestamptz;
    alter table public."sobriety_plans" disable trigger user;
    update public."sobriety_plans" set "created_at" = "edited_at";
    alter table public."sobriety_plans" enable trigger user;
    alter table public."sobriety_plans" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."sobriety_plans" add column if not exists "created_at" timestamptz default now() not null;
alter table public."sobriety_plans" drop constraint if exists "sobriety_plans_owner_fkey";
alter table public."sobriety_plans" add constraint "sobriety_plans_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create unique index if not exists "sobriety_plans_owner_key" on public."sobriety_plans" ("owner");
create index if not exists "sobriety_plans_owner_edited_at_idx" on public."sobriety_plans" ("owner", "edited_at");
create index if not exists "sobriety_plans_owner_updated_at_idx" on public."sobriety_plans" ("owner", "updated_at");
create index if not exists "sobriety_plans_owner_created_at_idx" on public."sobriety_plans" ("owner", "created_at");
create index if not exists "sobriety_plans_owner_rev_id_idx" on public."sobriety_plans" ("owner", "rev", "id");
create index if not exists "sobriety_plans_rev_id_idx" on public."sobriety_plans" ("rev", "id");
alter table public."sobriety_plans" drop constraint if exists "programme_length";
alter table public."sobriety_plans" add constraint "programme_length" check (length(programme) between 1 and 100);
alter table public."sobriety_plans" drop constraint if exists "daily_hundredths_range";
alter table public."sobriety_plans" add constraint "daily_hundredths_range" check (daily_hundredths between 1 and 100000000);
alter table public."sobriety_plans" drop constraint if exists "currency_length";
alter table public."sobriety_plans" add constraint "currency_length" check (length(currency) between 3 and 3);
alter table public."sobriety_plans" drop constraint if exists "region_length";
alter table public."sobriety_plans" add constraint "region_length" check (length(region) between 1 and 20);
alter table public."sobriety_plans" drop constraint if exists "contact_name_length";
alter table public."sobriety_plans" add constraint "contact_name_length" check (length(contact_name) between 1 and 100);
alter table public."sobriety_plans" drop constraint if exists "contact_phone_length";
alter table public."sobriety_plans" add constraint "contact_phone_length" check (length(contact_phone) between 1 and 40);
create or replace function sync."before_sobriety_plans"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."sobriety_plans" for each row execute function sync."before_sobriety_plans"();
create or replace function sync."after_sobriety_plans"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'sobriety_plans' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'sobriety_plans' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'sobriety_plans', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'sobriety_plans', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_sobriety_plans"() from public;
create or replace trigger after_insert after insert on public."sobriety_plans" referencing new table as rows_after
  for each statement execute function sync."after_sobriety_plans"();
create or replace trigger after_update after update on public."sobriety_plans" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_sobriety_plans"();
create or replace trigger after_delete after delete on public."sobriety_plans" referencing old table as rows_before
  for each statement execute function sync."after_sobriety_plans"();
alter table public."sobriety_plans" enable row level security;
grant select, insert, update, delete on public."sobriety_plans" to authenticated, service_role;
revoke all on public."sobriety_plans" from anon;

create table if not exists public."profiles" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "person" uuid default auth.uid() not null,
  "name" text,
  "role" text,
  "photo_path" text,
  "bio" text,
  "recovery_program" text,
  "sober_since" date,
  "region" text,
  "availability" text[],
  "preferences" jsonb,
  "time_zone" text,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."profiles" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."profiles" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."profiles" add column if not exists "person" uuid default auth.uid() not null;
alter table public."profiles" add column if not exists "name" text;
alter table public."profiles" add column if not exists "role" text;
alter table public."profiles" add column if not exists "photo_path" text;
alter table public."profiles" add column if not exists "bio" text;
alter table public."profiles" add column if not exists "recovery_program" text;
alter table public."profiles" add column if not exists "sober_since" date;
alter table public."profiles" add column if not exists "region" text;
alter table public."profiles" add column if not exists "availability" text[];
alter table public."profiles" add column if not exists "preferences" jsonb;
alter table public."profiles" add column if not exists "time_zone" text;
alter table public."profiles" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."profiles" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."profiles" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."profiles"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."profiles" add column "created_at" timestamptz;
    alter table public."profiles" disable trigger user;
    update public."profiles" set "created_at" = "edited_at";
    alter table public."profiles" enable trigger user;
    alter table public."profiles" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."profiles" add column if not exists "created_at" timestamptz default now() not null;
alter table public."profiles" drop constraint if exists "profiles_owner_fkey";
alter table public."profiles" add constraint "profiles_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
alter table public."profiles" drop constraint if exists "profiles_person_fkey";
alter table public."profiles" add constraint "profiles_person_fkey" foreign key ("person") references auth.users (id) on delete cascade;
create unique index if not exists "profiles_owner_key" on public."profiles" ("owner");
create index if not exists "profiles_rev_idx" on public."profiles" ("rev");
create index if not exists "profiles_owner_rev_id_idx" on public."profiles" ("owner", "rev", "id");
create index if not exists "profiles_rev_id_idx" on public."profiles" ("rev", "id");
create index if not exists "profiles_person_idx" on public."profiles" ("person");
alter table public."profiles" drop constraint if exists "person_is_owner";
alter table public."profiles" add constraint "person_is_owner" check (person = owner);
alter table public."profiles" drop constraint if exists "name_length";
alter table public."profiles" add constraint "name_length" check (length(name) between 1 and 100);
alter table public."profiles" drop constraint if exists "role_word";
alter table public."profiles" add constraint "role_word" check (role in ('sponsee', 'sponsor', 'both'));
alter table public."profiles" drop constraint if exists "photo_path_length";
alter table public."profiles" add constraint "photo_path_length" check (length(photo_path) between 1 and 1000);
alter table public."profiles" drop constraint if exists "bio_length";
alter table public."profiles" add constraint "bio_length" check (length(bio) between 0 and 5000);
alter table public."profiles" drop constraint if exists "recovery_program_length";
alter table public."profiles" add constraint "recovery_program_length" check (length(recovery_program) between 1 and 100);
alter table public."profiles" drop constraint if exists "region_length";
alter table public."profiles" add constraint "region_length" check (length(region) between 1 and 200);
alter table public."profiles" drop constraint if exists "availability_size";
alter table public."profiles" add constraint "availability_size" check (length(cast(availability as text)) <= 1000);
alter table public."profiles" drop constraint if exists "preferences_size";
alter table public."profiles" add constraint "preferences_size" check (length(cast(preferences as text)) <= 10000);
alter table public."profiles" drop constraint if exists "time_zone_length";
alter table public."profiles" add constraint "time_zone_length" check (length(time_zone) between 1 and 64);
create or replace function sync."before_profiles"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'INSERT' or new is distinct from old then
    if (new.sober_since is null or new.sober_since <= sync.tomorrow()) is not true then
      raise exception using errcode = 'P0001', message = 'A sober date cannot be in the future.',
        constraint = 'sober_date_is_past';
    end if;
    if (new.name is null or sync.is_line(new.name)) is not true then
      raise exception using errcode = 'P0001', message = 'A name cannot have characters that cannot be shown.',
        constraint = 'name_is_a_line';
    end if;
  end if;
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."profiles" for each row execute function sync."before_profiles"();
create or replace function sync."after_profiles"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'profiles' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'profiles' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'profiles', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'profiles', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_profiles"() from public;
create or replace trigger after_insert after insert on public."profiles" referencing new table as rows_after
  for each statement execute function sync."after_profiles"();
create or replace trigger after_update after update on public."profiles" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_profiles"();
create or replace trigger after_delete after delete on public."profiles" referencing old table as rows_before
  for each statement execute function sync."after_profiles"();
alter table public."profiles" enable row level security;
grant select, insert, update, delete on public."profiles" to authenticated, service_role;
revoke all on public."profiles" from anon;

create table if not exists public."candidates" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "person" uuid default auth.uid() not null,
  "name" text not null,
  "role" text not null,
  "recovery_program" text,
  "sober_since" date,
  "region" text,
  "availability" text[],
  "bio" text,
  "looks_for" text,
  "is_visible" boolean default false not null,
  "preferences" jsonb,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."candidates" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."candidates" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."candidates" add column if not exists "person" uuid default auth.uid() not null;
alter table public."candidates" add column if not exists "name" text not null;
alter table public."candidates" add column if not exists "role" text not null;
alter table public."candidates" add column if not exists "recovery_program" text;
alter table public."candidates" add column if not exists "sober_since" date;
alter table public."candidates" add column if not exists "region" text;
alter table public."candidates" add column if not exists "availability" text[];
alter table public."candidates" add column if not exists "bio" text;
alter table public."candidates" add column if not exists "looks_for" text;
alter table public."candidates" add column if not exists "is_visible" boolean default false not null;
alter table public."candidates" add column if not exists "preferences" jsonb;
alter table public."candidates" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."candidates" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."candidates" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."candidates"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."candidates" add column "created_at" timestamptz;
    alter table public."candidates" disable trigger user;
    update public."candidates" set "created_at" = "edited_at";
    alter table public."candidates" enable trigger user;
    alter table public."candidates" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."candidates" add column if not exists "created_at" timestamptz default now() not null;
alter table public."candidates" drop constraint if exists "candidates_owner_fkey";
alter table public."candidates" add constraint "candidates_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
alter table public."candidates" drop constraint if exists "candidates_person_fkey";
alter table public."candidates" add constraint "candidates_person_fkey" foreign key ("person") references auth.users (id) on delete cascade;
create unique index if not exists "candidates_owner_key" on public."candidates" ("owner");
create index if not exists "candidates_owner_edited_at_idx" on public."candidates" ("owner", "edited_at");
create index if not exists "candidates_owner_updated_at_idx" on public."candidates" ("owner", "updated_at");
create index if not exists "candidates_owner_created_at_idx" on public."candidates" ("owner", "created_at");
create index if not exists "candidates_is_visible_role_recovery_program_id_idx" on public."candidates" ("is_visible", "role", "recovery_program", "id");
create index if not exists "candidates_is_visible_role_id_idx" on public."candidates" ("is_visible", "role", "id");
create index if not exists "candidates_owner_rev_id_idx" on public."candidates" ("owner", "rev", "id");
create index if not exists "candidates_rev_id_idx" on public."candidates" ("rev", "id");
create index if not exists "candidates_person_idx" on public."candidates" ("person");
alter table public."candidates" drop constraint if exists "person_is_owner";
alter table public."candidates" add constraint "person_is_owner" check (person = owner);
alter table public."candidates" drop constraint if exists "name_length";
alter table public."candidates" add constraint "name_length" check (length(name) between 1 and 100);
alter table public."candidates" drop constraint if exists "role_length";
alter table public."candidates" add constraint "role_length" check (length(role) between 1 and 20);
alter table public."candidates" drop constraint if exists "role_known";
alter table public."candidates" add constraint "role_known" check (role in ('sponsor', 'sponsee', 'both'));
alter table public."candidates" drop constraint if exists "recovery_program_length";
alter table public."candidates" add constraint "recovery_program_length" check (length(recovery_program) between 1 and 100);
alter table public."candidates" drop constraint if exists "region_length";
alter table public."candidates" add constraint "region_length" check (length(region) between 1 and 200);
alter table public."candidates" drop constraint if exists "availability_size";
alter table public."candidates" add constraint "availability_size" check (length(cast(availability as text)) <= 1000);
alter table public."candidates" drop constraint if exists "bio_length";
alter table public."candidates" add constraint "bio_length" check (length(bio) between 0 and 2000);
alter table public."candidates" drop constraint if exists "looks_for_length";
alter table public."candidates" add constraint "looks_for_length" check (length(looks_for) between 0 and 2000);
alter table public."candidates" drop constraint if exists "preferences_size";
alter table public."candidates" add constraint "preferences_size" check (length(cast(preferences as text)) <= 10000);
create or replace function sync."before_candidates"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'INSERT' or new is distinct from old then
    if (new.sober_since is null or new.sober_since <= sync.tomorrow()) is not true then
      raise exception using errcode = 'P0001', message = 'A sober date cannot be in the future.',
        constraint = 'sober_date_is_past';
    end if;
    if (new.name is null or sync.is_line(new.name)) is not true then
      raise exception using errcode = 'P0001', message = 'A name cannot have characters that cannot be shown.',
        constraint = 'name_is_a_line';
    end if;
  end if;
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."candidates" for each row execute function sync."before_candidates"();
create or replace function sync."after_candidates"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'candidates' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'candidates' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'candidates', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'candidates', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_candidates"() from public;
create or replace trigger after_insert after insert on public."candidates" referencing new table as rows_after
  for each statement execute function sync."after_candidates"();
create or replace trigger after_update after update on public."candidates" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_candidates"();
create or replace trigger after_delete after delete on public."candidates" referencing old table as rows_before
  for each statement execute function sync."after_candidates"();
alter table public."candidates" enable row level security;
grant select, insert, update, delete on public."candidates" to authenticated, service_role;
revoke all on public."candidates" from anon;

create table if not exists public."blocks" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "blocked" uuid not null,
  "reason" text,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."blocks" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."blocks" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."blocks" add column if not exists "blocked" uuid not null;
alter table public."blocks" add column if not exists "reason" text;
alter table public."blocks" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."blocks" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."blocks" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."blocks"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."blocks" add column "created_at" timestamptz;
    alter table public."blocks" disable trigger user;
    update public."blocks" set "created_at" = "edited_at";
    alter table public."blocks" enable trigger user;
    alter table public."blocks" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."blocks" add column if not exists "created_at" timestamptz default now() not null;
alter table public."blocks" drop constraint if exists "blocks_owner_fkey";
alter table public."blocks" add constraint "blocks_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create unique index if not exists "blocks_owner_blocked_key" on public."blocks" ("owner", "blocked");
create index if not exists "blocks_owner_edited_at_idx" on public."blocks" ("owner", "edited_at");
create index if not exists "blocks_owner_updated_at_idx" on public."blocks" ("owner", "updated_at");
create index if not exists "blocks_owner_created_at_idx" on public."blocks" ("owner", "created_at");
create index if not exists "blocks_blocked_idx" on public."blocks" ("blocked");
create index if not exists "blocks_owner_rev_id_idx" on public."blocks" ("owner", "rev", "id");
create index if not exists "blocks_rev_id_idx" on public."blocks" ("rev", "id");
alter table public."blocks" drop constraint if exists "blocked_is_another";
alter table public."blocks" add constraint "blocked_is_another" check (blocked <> owner);
alter table public."blocks" drop constraint if exists "reason_length";
alter table public."blocks" add constraint "reason_length" check (length(reason) between 0 and 2000);
create or replace function sync."before_blocks"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."blocks" for each row execute function sync."before_blocks"();
create or replace function sync."after_blocks"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'blocks' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'blocks' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'blocks', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'blocks', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_blocks"() from public;
create or replace trigger after_insert after insert on public."blocks" referencing new table as rows_after
  for each statement execute function sync."after_blocks"();
create or replace trigger after_update after update on public."blocks" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_blocks"();
create or replace trigger after_delete after delete on public."blocks" referencing old table as rows_before
  for each statement execute function sync."after_blocks"();
alter table public."blocks" enable row level security;
grant select, insert, update, delete on public."blocks" to authenticated, service_role;
revoke all on public."blocks" from anon;

create table if not exists public."connection_requests" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "sender" uuid default auth.uid() not null,
  "recipient" uuid not null,
  "asks_for" text not null,
  "note" text,
  "status" text default 'pending' not null,
  "answered_at" timestamptz,
  "sent_at" timestamptz default now() not null,
  "claim" text,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."connection_requests" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."connection_requests" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."connection_requests" add column if not exists "sender" uuid default auth.uid() not null;
alter table public."connection_requests" add column if not exists "recipient" uuid not null;
alter table public."connection_requests" add column if not exists "asks_for" text not null;
alter table public."connection_requests" add column if not exists "note" text;
alter table public."connection_requests" add column if not exists "status" text default 'pending' not null;
alter table public."connection_requests" add column if not exists "answered_at" timestamptz;
alter table public."connection_requests" add column if not exists "sent_at" timestamptz default now() not null;
alter table public."connection_requests" add column if not exists "claim" text;
alter table public."connection_requests" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."connection_requests" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."connection_requests" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."connection_requests"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."connection_requests" add column "created_at" timestamptz;
    alter table public."connection_requests" disable trigger user;
    update public."connection_requests" set "created_at" = "edited_at";
    alter table public."connection_requests" enable trigger user;
    alter table public."connection_requests" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."connection_requests" add column if not exists "created_at" timestamptz default now() not null;
alter table public."connection_requests" drop constraint if exists "connection_requests_owner_fkey";
alter table public."connection_requests" add constraint "connection_requests_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
alter table public."connection_requests" drop constraint if exists "connection_requests_sender_fkey";
alter table public."connection_requests" add constraint "connection_requests_sender_fkey" foreign key ("sender") references auth.users (id) on delete cascade;
create unique index if not exists "connection_requests_claim_key" on public."connection_requests" ("claim");
create index if not exists "connection_requests_recipient_rev_idx" on public."connection_requests" ("recipient", "rev");
create index if not exists "connection_requests_sender_recipient_idx" on public."connection_requests" ("sender", "recipient");
create index if not exists "connection_requests_recipient_sender_idx" on public."connection_requests" ("recipient", "sender");
create index if not exists "connection_requests_sender_rev_id_idx" on public."connection_requests" ("sender", "rev", "id");
create index if not exists "connection_requests_rev_id_idx" on public."connection_requests" ("rev", "id");
create index if not exists "connection_requests_owner_idx" on public."connection_requests" ("owner");
alter table public."connection_requests" drop constraint if exists "sender_is_owner";
alter table public."connection_requests" add constraint "sender_is_owner" check (sender = owner);
alter table public."connection_requests" drop constraint if exists "recipient_is_another";
alter table public."connection_requests" add constraint "recipient_is_another" check (recipient <> sender);
alter table public."connection_requests" drop constraint if exists "asks_for_word";
alter table public."connection_requests" add constraint "asks_for_word" check (asks_for in ('sponsor', 'sponsee'));
alter table public."connection_requests" drop constraint if exists "note_length";
alter table public."connection_requests" add constraint "note_length" check (length(note) between 0 and 2000);
alter table public."connection_requests" drop constraint if exists "status_word";
alter table public."connection_requests" add constraint "status_word" check (status in ('pending', 'accepted', 'declined', 'withdrawn'));
alter table public."connection_requests" drop constraint if exists "claim_length";
alter table public."connection_requests" add constraint "claim_length" check (length(claim) between 1 and 100);
create or replace function sync."before_connection_requests"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new is distinct from old then
    if (auth.uid() is null or new.claim = old.claim or new.claim is null and old.claim is null) is not true then
      raise exception using errcode = 'P0001', message = 'A request that was sent stays as it is.',
        constraint = 'claimed_by_server';
    end if;
    if ((new.owner = old.owner or (new.owner is null and old.owner is null)) and (new.sender = old.sender or (new.sender is null and old.sender is null)) and (new.recipient = old.recipient or (new.recipient is null and old.recipient is null)) and (new.asks_for = old.asks_for or (new.asks_for is null and old.asks_for is null)) and (new.note = old.note or (new.note is null and old.note is null)) and (new.sent_at = old.sent_at or (new.sent_at is null and old.sent_at is null))) is not true then
      raise exception using errcode = 'P0001', message = 'A request that was sent stays as it is.',
        constraint = 'unchanged';
    end if;
    if (old.status = 'pending' or new.status = old.status) is not true then
      raise exception using errcode = 'P0001', message = 'This request has been answered already.',
        constraint = 'answered_once';
    end if;
    if (new.status = old.status or new.status not in ('accepted', 'declined') or new.recipient = auth.uid() or auth.uid() is null) is not true then
      raise exception using errcode = 'P0001', message = 'Only the one who was asked can accept or decline.',
        constraint = 'answered_by_recipient';
    end if;
    if (new.status = old.status or new.status <> 'withdrawn' or new.sender = auth.uid() or auth.uid() is null) is not true then
      raise exception using errcode = 'P0001', message = 'Only the one who asked can withdraw.',
        constraint = 'withdrawn_by_sender';
    end if;
  end if;
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."connection_requests" for each row execute function sync."before_connection_requests"();
create or replace function sync."after_connection_requests"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'connection_requests' and stone.id = row.id and stone.viewer in (row."sender");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'connection_requests' and stone.id = row.id and stone.viewer in (row."sender");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'connection_requests', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."sender"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."sender")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'connection_requests', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."sender"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_connection_requests"() from public;
create or replace trigger after_insert after insert on public."connection_requests" referencing new table as rows_after
  for each statement execute function sync."after_connection_requests"();
create or replace trigger after_update after update on public."connection_requests" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_connection_requests"();
create or replace trigger after_delete after delete on public."connection_requests" referencing old table as rows_before
  for each statement execute function sync."after_connection_requests"();
alter table public."connection_requests" enable row level security;
grant select, insert, update, delete on public."connection_requests" to authenticated, service_role;
revoke all on public."connection_requests" from anon;

create table if not exists public."connections" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "request" uuid not null,
  "sponsor" uuid not null,
  "sponsee" uuid not null,
  "status" text default 'active' not null,
  "began_at" timestamptz default now() not null,
  "ended_at" timestamptz,
  "ended_by" uuid,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."connections" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."connections" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."connections" add column if not exists "request" uuid not null;
alter table public."connections" add column if not exists "sponsor" uuid not null;
alter table public."connections" add column if not exists "sponsee" uuid not null;
alter table public."connections" add column if not exists "status" text default 'active' not null;
alter table public."connections" add column if not exists "began_at" timestamptz default now() not null;
alter table public."connections" add column if not exists "ended_at" timestamptz;
alter table public."connections" add column if not exists "ended_by" uuid;
alter table public."connections" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."connections" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."connections" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."connections"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."connections" add column "created_at" timestamptz;
    alter table public."connections" disable trigger user;
    update public."connections" set "created_at" = "edited_at";
    alter table public."connections" enable trigger user;
    alter table public."connections" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."connections" add column if not exists "created_at" timestamptz default now() not null;
alter table public."connections" drop constraint if exists "connections_owner_fkey";
alter table public."connections" add constraint "connections_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
alter table public."connections" drop constraint if exists "connections_request_fkey";
alter table public."connections" add constraint "connections_request_fkey" foreign key ("request") references public."connection_requests" ("id") on delete cascade;
create unique index if not exists "connections_request_key" on public."connections" ("request");
create index if not exists "connections_sponsor_sponsee_idx" on public."connections" ("sponsor", "sponsee");
create index if not exists "connections_sponsee_sponsor_idx" on public."connections" ("sponsee", "sponsor");
create index if not exists "connections_sponsor_rev_id_idx" on public."connections" ("sponsor", "rev", "id");
create index if not exists "connections_sponsee_rev_id_idx" on public."connections" ("sponsee", "rev", "id");
create index if not exists "connections_rev_id_idx" on public."connections" ("rev", "id");
create index if not exists "connections_owner_idx" on public."connections" ("owner");
alter table public."connections" drop constraint if exists "two_people";
alter table public."connections" add constraint "two_people" check (sponsor <> sponsee);
alter table public."connections" drop constraint if exists "status_word";
alter table public."connections" add constraint "status_word" check (status in ('active', 'ended'));
create or replace function sync."before_connections"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new is distinct from old then
    if (old.status = 'active') is not true then
      raise exception using errcode = 'P0001', message = 'This connection has already been ended.',
        constraint = 'ended_once';
    end if;
    if ((new.owner = old.owner or (new.owner is null and old.owner is null)) and (new.request = old.request or (new.request is null and old.request is null)) and (new.sponsor = old.sponsor or (new.sponsor is null and old.sponsor is null)) and (new.sponsee = old.sponsee or (new.sponsee is null and old.sponsee is null)) and (new.began_at = old.began_at or (new.began_at is null and old.began_at is null))) is not true then
      raise exception using errcode = 'P0001', message = 'A connection stays between the same two people.',
        constraint = 'unchanged';
    end if;
    if (old.status = 'ended' or new.status = 'active' and new.ended_by is null or new.status = 'ended' and new.ended_by is not null and new.ended_by = auth.uid() or auth.uid() is null) is not true then
      raise exception using errcode = 'P0001', message = 'A connection is ended in one''s own name.',
        constraint = 'ended_by_oneself';
    end if;
  end if;
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."connections" for each row execute function sync."before_connections"();
create or replace function sync."after_connections"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'connections' and stone.id = row.id and stone.viewer in (row."sponsor", row."sponsee");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'connections' and stone.id = row.id and stone.viewer in (row."sponsor", row."sponsee");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'connections', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."sponsor", row."sponsee"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."sponsor", after."sponsee")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'connections', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."sponsor", row."sponsee"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_connections"() from public;
create or replace trigger after_insert after insert on public."connections" referencing new table as rows_after
  for each statement execute function sync."after_connections"();
create or replace trigger after_update after update on public."connections" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_connections"();
create or replace trigger after_delete after delete on public."connections" referencing old table as rows_before
  for each statement execute function sync."after_connections"();
alter table public."connections" enable row level security;
grant select, insert, update, delete on public."connections" to authenticated, service_role;
revoke all on public."connections" from anon;

create table if not exists public."connection_check_ins" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "connection" uuid not null,
  "planner" uuid default auth.uid() not null,
  "partner" uuid not null,
  "planned_at" timestamptz not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."connection_check_ins" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."connection_check_ins" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."connection_check_ins" add column if not exists "connection" uuid not null;
alter table public."connection_check_ins" add column if not exists "planner" uuid default auth.uid() not null;
alter table public."connection_check_ins" add column if not exists "partner" uuid not null;
alter table public."connection_check_ins" add column if not exists "planned_at" timestamptz not null;
alter table public."connection_check_ins" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."connection_check_ins" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."connection_check_ins" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."connection_check_ins"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."connection_check_ins" add column "created_at" timestamptz;
    alter table public."connection_check_ins" disable trigger user;
    update public."connection_check_ins" set "created_at" = "edited_at";
    alter table public."connection_check_ins" enable trigger user;
    alter table public."connection_check_ins" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."connection_check_ins" add column if not exists "created_at" timestamptz default now() not null;
alter table public."connection_check_ins" drop constraint if exists "connection_check_ins_owner_fkey";
alter table public."connection_check_ins" add constraint "connection_check_ins_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
alter table public."connection_check_ins" drop constraint if exists "connection_check_ins_connection_fkey";
alter table public."connection_check_ins" add constraint "connection_check_ins_connection_fkey" foreign key ("connection") references public."connections" ("id") on delete cascade;
alter table public."connection_check_ins" drop constraint if exists "connection_check_ins_planner_fkey";
alter table public."connection_check_ins" add constraint "connection_check_ins_planner_fkey" foreign key ("planner") references auth.users (id) on delete cascade;
create index if not exists "connection_check_ins_planner_rev_id_idx" on public."connection_check_ins" ("planner", "rev", "id");
create index if not exists "connection_check_ins_partner_rev_id_idx" on public."connection_check_ins" ("partner", "rev", "id");
create index if not exists "connection_check_ins_rev_id_idx" on public."connection_check_ins" ("rev", "id");
create index if not exists "connection_check_ins_owner_idx" on public."connection_check_ins" ("owner");
create index if not exists "connection_check_ins_connection_idx" on public."connection_check_ins" ("connection");
alter table public."connection_check_ins" drop constraint if exists "planner_is_owner";
alter table public."connection_check_ins" add constraint "planner_is_owner" check (planner = owner);
alter table public."connection_check_ins" drop constraint if exists "partner_is_another";
alter table public."connection_check_ins" add constraint "partner_is_another" check (partner <> planner);
create or replace function sync."before_connection_check_ins"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new is distinct from old then
    if ((new.owner = old.owner or (new.owner is null and old.owner is null)) and (new.connection = old.connection or (new.connection is null and old.connection is null)) and (new.planner = old.planner or (new.planner is null and old.planner is null)) and (new.partner = old.partner or (new.partner is null and old.partner is null))) is not true then
      raise exception using errcode = 'P0001', message = 'A planned check-in stays between the same two people.',
        constraint = 'unchanged';
    end if;
  end if;
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."connection_check_ins" for each row execute function sync."before_connection_check_ins"();
create or replace function sync."after_connection_check_ins"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'connection_check_ins' and stone.id = row.id and stone.viewer in (row."planner", row."partner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'connection_check_ins' and stone.id = row.id and stone.viewer in (row."planner", row."partner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'connection_check_ins', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."planner", row."partner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."planner", after."partner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'connection_check_ins', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."planner", row."partner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_connection_check_ins"() from public;
create or replace trigger after_insert after insert on public."connection_check_ins" referencing new table as rows_after
  for each statement execute function sync."after_connection_check_ins"();
create or replace trigger after_update after update on public."connection_check_ins" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_connection_check_ins"();
create or replace trigger after_delete after delete on public."connection_check_ins" referencing old table as rows_before
  for each statement execute function sync."after_connection_check_ins"();
alter table public."connection_check_ins" enable row level security;
grant select, insert, update, delete on public."connection_check_ins" to authenticated, service_role;
revoke all on public."connection_check_ins" from anon;

create table if not exists public."message_keys" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "person" uuid default auth.uid() not null,
  "number" integer not null,
  "signing" text not null,
  "agreement" text not null,
  "signature" text not null,
  "announced_at" timestamptz default now() not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."message_keys" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."message_keys" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."message_keys" add column if not exists "person" uuid default auth.uid() not null;
alter table public."message_keys" add column if not exists "number" integer not null;
alter table public."message_keys" add column if not exists "signing" text not null;
alter table public."message_keys" add column if not exists "agreement" text not null;
alter table public."message_keys" add column if not exists "signature" text not null;
alter table public."message_keys" add column if not exists "announced_at" timestamptz default now() not null;
alter table public."message_keys" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."message_keys" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."message_keys" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."message_keys"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."message_keys" add column "created_at" timestamptz;
    alter table public."message_keys" disable trigger user;
    update public."message_keys" set "created_at" = "edited_at";
    alter table public."message_keys" enable trigger user;
    alter table public."message_keys" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."message_keys" add column if not exists "created_at" timestamptz default now() not null;
alter table public."message_keys" drop constraint if exists "message_keys_owner_fkey";
alter table public."message_keys" add constraint "message_keys_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
alter table public."message_keys" drop constraint if exists "message_keys_person_fkey";
alter table public."message_keys" add constraint "message_keys_person_fkey" foreign key ("person") references auth.users (id) on delete cascade;
create unique index if not exists "message_keys_owner_number_key" on public."message_keys" ("owner", "number");
create index if not exists "message_keys_rev_idx" on public."message_keys" ("rev");
create index if not exists "message_keys_person_rev_id_idx" on public."message_keys" ("person", "rev", "id");
create index if not exists "message_keys_rev_id_idx" on public."message_keys" ("rev", "id");
alter table public."message_keys" drop constraint if exists "person_is_owner";
alter table public."message_keys" add constraint "person_is_owner" check (person = owner);
alter table public."message_keys" drop constraint if exists "number_range";
alter table public."message_keys" add constraint "number_range" check (number between 1 and 9999);
alter table public."message_keys" drop constraint if exists "signing_length";
alter table public."message_keys" add constraint "signing_length" check (length(signing) between 44 and 44);
alter table public."message_keys" drop constraint if exists "agreement_length";
alter table public."message_keys" add constraint "agreement_length" check (length(agreement) between 44 and 44);
alter table public."message_keys" drop constraint if exists "signature_length";
alter table public."message_keys" add constraint "signature_length" check (length(signature) between 88 and 88);
create or replace function sync."before_message_keys"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."message_keys" for each row execute function sync."before_message_keys"();
create or replace function sync."after_message_keys"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'message_keys' and stone.id = row.id and stone.viewer in (row."person");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'message_keys' and stone.id = row.id and stone.viewer in (row."person");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'message_keys', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."person"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."person")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'message_keys', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."person"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_message_keys"() from public;
create or replace trigger after_insert after insert on public."message_keys" referencing new table as rows_after
  for each statement execute function sync."after_message_keys"();
create or replace trigger after_update after update on public."message_keys" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_message_keys"();
create or replace trigger after_delete after delete on public."message_keys" referencing old table as rows_before
  for each statement execute function sync."after_message_keys"();
alter table public."message_keys" enable row level security;
grant select, insert, update, delete on public."message_keys" to authenticated, service_role;
revoke all on public."message_keys" from anon;

create table if not exists public."messages" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "connection" uuid not null,
  "sender" uuid default auth.uid() not null,
  "recipient" uuid not null,
  "body" text not null,
  "sent_at" timestamptz default now() not null,
  "delivered_at" timestamptz,
  "read_at" timestamptz,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."messages" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."messages" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."messages" add column if not exists "connection" uuid not null;
alter table public."messages" add column if not exists "sender" uuid default auth.uid() not null;
alter table public."messages" add column if not exists "recipient" uuid not null;
alter table public."messages" add column if not exists "body" text not null;
alter table public."messages" add column if not exists "sent_at" timestamptz default now() not null;
alter table public."messages" add column if not exists "delivered_at" timestamptz;
alter table public."messages" add column if not exists "read_at" timestamptz;
alter table public."messages" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."messages" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."messages" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."messages"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."messages" add column "created_at" timestamptz;
    alter table public."messages" disable trigger user;
    update public."messages" set "created_at" = "edited_at";
    alter table public."messages" enable trigger user;
    alter table public."messages" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."messages" add column if not exists "created_at" timestamptz default now() not null;
alter table public."messages" drop constraint if exists "messages_owner_fkey";
alter table public."messages" add constraint "messages_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
alter table public."messages" drop constraint if exists "messages_connection_fkey";
alter table public."messages" add constraint "messages_connection_fkey" foreign key ("connection") references public."connections" ("id") on delete cascade;
alter table public."messages" drop constraint if exists "messages_sender_fkey";
alter table public."messages" add constraint "messages_sender_fkey" foreign key ("sender") references auth.users (id) on delete cascade;
create index if not exists "messages_recipient_rev_idx" on public."messages" ("recipient", "rev");
create index if not exists "messages_connection_sent_at_idx" on public."messages" ("connection", "sent_at");
create index if not exists "messages_sender_rev_id_idx" on public."messages" ("sender", "rev", "id");
create index if not exists "messages_rev_id_idx" on public."messages" ("rev", "id");
create index if not exists "messages_recipient_sender_idx" on public."messages" ("recipient", "sender");
create index if not exists "messages_owner_idx" on public."messages" ("owner");
alter table public."messages" drop constraint if exists "sender_is_owner";
alter table public."messages" add constraint "sender_is_owner" check (sender = owner);
alter table public."messages" drop constraint if exists "recipient_is_another";
alter table public."messages" add constraint "recipient_is_another" check (recipient <> sender);
alter table public."messages" drop constraint if exists "body_length";
alter table public."messages" add constraint "body_length" check (length(body) between 1 and 54668);
create or replace function sync."before_messages"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new is distinct from old then
    if ((new.owner = old.owner or (new.owner is null and old.owner is null)) and (new.connection = old.connection or (new.connection is null and old.connection is null)) and (new.sender = old.sender or (new.sender is null and old.sender is null)) and (new.recipient = old.recipient or (new.recipient is null and old.recipient is null)) and (new.body = old.body or (new.body is null and old.body is null)) and (new.sent_at = old.sent_at or (new.sent_at is null and old.sent_at is null))) is not true then
      raise exception using errcode = 'P0001', message = 'A message that was sent stays as it is.',
        constraint = 'unchanged';
    end if;
    if ((old.delivered_at is null or new.delivered_at is not null and new.delivered_at = old.delivered_at) and (old.read_at is null or new.read_at is not null and new.read_at = old.read_at)) is not true then
      raise exception using errcode = 'P0001', message = 'What was delivered or read stays so.',
        constraint = 'marked_once';
    end if;
  end if;
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."messages" for each row execute function sync."before_messages"();
create or replace function sync."after_messages"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'messages' and stone.id = row.id and stone.viewer in (row."sender");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'messages' and stone.id = row.id and stone.viewer in (row."sender");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'messages', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."sender"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."sender")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'messages', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."sender"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_messages"() from public;
create or replace trigger after_insert after insert on public."messages" referencing new table as rows_after
  for each statement execute function sync."after_messages"();
create or replace trigger after_update after update on public."messages" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_messages"();
create or replace trigger after_delete after delete on public."messages" referencing old table as rows_before
  for each statement execute function sync."after_messages"();
alter table public."messages" enable row level security;
grant select, insert, update, delete on public."messages" to authenticated, service_role;
revoke all on public."messages" from anon;

create table if not exists public."sponsor_tasks" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "connection" uuid not null,
  "giver" uuid default auth.uid() not null,
  "doer" uuid not null,
  "body" text not null,
  "due_on" date,
  "given_at" timestamptz default now() not null,
  "done_at" timestamptz,
  "note" text,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."sponsor_tasks" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."sponsor_tasks" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."sponsor_tasks" add column if not exists "connection" uuid not null;
alter table public."sponsor_tasks" add column if not exists "giver" uuid default auth.uid() not null;
alter table public."sponsor_tasks" add column if not exists "doer" uuid not null;
alter table public."sponsor_tasks" add column if not exists "body" text not null;
alter table public."sponsor_tasks" add column if not exists "due_on" date;
alter table public."sponsor_tasks" add column if not exists "given_at" timestamptz default now() not null;
alter table public."sponsor_tasks" add column if not exists "done_at" timestamptz;
alter table public."sponsor_tasks" add column if not exists "note" text;
alter table public."sponsor_tasks" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."sponsor_tasks" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."sponsor_tasks" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."sponsor_tasks"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."sponsor_tasks" add column "created_at" timestamptz;
    alter table public."sponsor_tasks" disable trigger user;
    update public."sponsor_tasks" set "created_at" = "edited_at";
    alter table public."sponsor_tasks" enable trigger user;
    alter table public."sponsor_tasks" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."sponsor_tasks" add column if not exists "created_at" timestamptz default now() not null;
alter table public."sponsor_tasks" drop constraint if exists "sponsor_tasks_owner_fkey";
alter table public."sponsor_tasks" add constraint "sponsor_tasks_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
alter table public."sponsor_tasks" drop constraint if exists "sponsor_tasks_connection_fkey";
alter table public."sponsor_tasks" add constraint "sponsor_tasks_connection_fkey" foreign key ("connection") references public."connections" ("id") on delete cascade;
alter table public."sponsor_tasks" drop constraint if exists "sponsor_tasks_giver_fkey";
alter table public."sponsor_tasks" add constraint "sponsor_tasks_giver_fkey" foreign key ("giver") references auth.users (id) on delete cascade;
create index if not exists "sponsor_tasks_doer_rev_idx" on public."sponsor_tasks" ("doer", "rev");
create index if not exists "sponsor_tasks_connection_idx" on public."sponsor_tasks" ("connection");
create index if not exists "sponsor_tasks_giver_rev_id_idx" on public."sponsor_tasks" ("giver", "rev", "id");
create index if not exists "sponsor_tasks_rev_id_idx" on public."sponsor_tasks" ("rev", "id");
create index if not exists "sponsor_tasks_doer_giver_idx" on public."sponsor_tasks" ("doer", "giver");
create index if not exists "sponsor_tasks_owner_idx" on public."sponsor_tasks" ("owner");
alter table public."sponsor_tasks" drop constraint if exists "giver_is_owner";
alter table public."sponsor_tasks" add constraint "giver_is_owner" check (giver = owner);
alter table public."sponsor_tasks" drop constraint if exists "doer_is_another";
alter table public."sponsor_tasks" add constraint "doer_is_another" check (doer <> giver);
alter table public."sponsor_tasks" drop constraint if exists "body_length";
alter table public."sponsor_tasks" add constraint "body_length" check (length(body) between 1 and 6668);
alter table public."sponsor_tasks" drop constraint if exists "note_length";
alter table public."sponsor_tasks" add constraint "note_length" check (length(note) between 1 and 6668);
create or replace function sync."before_sponsor_tasks"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new is distinct from old then
    if ((new.owner = old.owner or (new.owner is null and old.owner is null)) and (new.connection = old.connection or (new.connection is null and old.connection is null)) and (new.giver = old.giver or (new.giver is null and old.giver is null)) and (new.doer = old.doer or (new.doer is null and old.doer is null)) and (new.body = old.body or (new.body is null and old.body is null)) and (new.due_on = old.due_on or (new.due_on is null and old.due_on is null)) and (new.given_at = old.given_at or (new.given_at is null and old.given_at is null))) is not true then
      raise exception using errcode = 'P0001', message = 'A task that was given stays as it is.',
        constraint = 'unchanged';
    end if;
    if (old.done_at is null and new.done_at is not null) is not true then
      raise exception using errcode = 'P0001', message = 'This task is done already.',
        constraint = 'done_once';
    end if;
  end if;
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."sponsor_tasks" for each row execute function sync."before_sponsor_tasks"();
create or replace function sync."after_sponsor_tasks"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'sponsor_tasks' and stone.id = row.id and stone.viewer in (row."giver");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'sponsor_tasks' and stone.id = row.id and stone.viewer in (row."giver");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'sponsor_tasks', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."giver"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."giver")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'sponsor_tasks', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."giver"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_sponsor_tasks"() from public;
create or replace trigger after_insert after insert on public."sponsor_tasks" referencing new table as rows_after
  for each statement execute function sync."after_sponsor_tasks"();
create or replace trigger after_update after update on public."sponsor_tasks" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_sponsor_tasks"();
create or replace trigger after_delete after delete on public."sponsor_tasks" referencing old table as rows_before
  for each statement execute function sync."after_sponsor_tasks"();
alter table public."sponsor_tasks" enable row level security;
grant select, insert, update, delete on public."sponsor_tasks" to authenticated, service_role;
revoke all on public."sponsor_tasks" from anon;

create table if not exists public."todos" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "title" text not null,
  "notes" text,
  "color" text default 'blue' not null,
  "list_name" text,
  "due_on" date,
  "due_time" text,
  "repeats" text,
  "reminder_lead" integer,
  "parent_id" uuid,
  "event_id" uuid,
  "expense_id" uuid,
  "status" text default 'open' not null,
  "completed_at" timestamptz,
  "created_at" timestamptz default now() not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."todos" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."todos" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."todos" add column if not exists "title" text not null;
alter table public."todos" add column if not exists "notes" text;
alter table public."todos" add column if not exists "color" text default 'blue' not null;
alter table public."todos" add column if not exists "list_name" text;
alter table public."todos" add column if not exists "due_on" date;
alter table public."todos" add column if not exists "due_time" text;
alter table public."todos" add column if not exists "repeats" text;
alter table public."todos" add column if not exists "reminder_lead" integer;
alter table public."todos" add column if not exists "parent_id" uuid;
alter table public."todos" add column if not exists "event_id" uuid;
alter table public."todos" add column if not exists "expense_id" uuid;
alter table public."todos" add column if not exists "status" text default 'open' not null;
alter table public."todos" add column if not exists "completed_at" timestamptz;
alter table public."todos" add column if not exists "created_at" timestamptz default now() not null;
alter table public."todos" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."todos" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."todos" add column if not exists "updated_at" timestamptz default now() not null;
alter table public."todos" drop constraint if exists "todos_owner_fkey";
alter table public."todos" add constraint "todos_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create index if not exists "todos_owner_edited_at_idx" on public."todos" ("owner", "edited_at");
create index if not exists "todos_owner_updated_at_idx" on public."todos" ("owner", "updated_at");
create index if not exists "todos_owner_created_at_idx" on public."todos" ("owner", "created_at");
create index if not exists "todos_owner_rev_id_idx" on public."todos" ("owner", "rev", "id");
create index if not exists "todos_rev_id_idx" on public."todos" ("rev", "id");
alter table public."todos" drop constraint if exists "title_length";
alter table public."todos" add constraint "title_length" check (length(title) between 1 and 500);
alter table public."todos" drop constraint if exists "notes_length";
alter table public."todos" add constraint "notes_length" check (length(notes) between 0 and 20000);
alter table public."todos" drop constraint if exists "color_length";
alter table public."todos" add constraint "color_length" check (length(color) between 1 and 30);
alter table public."todos" drop constraint if exists "list_name_length";
alter table public."todos" add constraint "list_name_length" check (length(list_name) between 1 and 100);
alter table public."todos" drop constraint if exists "due_time_length";
alter table public."todos" add constraint "due_time_length" check (length(due_time) between 5 and 5);
alter table public."todos" drop constraint if exists "repeats_length";
alter table public."todos" add constraint "repeats_length" check (length(repeats) between 1 and 1000);
alter table public."todos" drop constraint if exists "reminder_lead_range";
alter table public."todos" add constraint "reminder_lead_range" check (reminder_lead between 0 and 40320);
alter table public."todos" drop constraint if exists "status_word";
alter table public."todos" add constraint "status_word" check (status in ('open', 'done'));
create or replace function sync."before_todos"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."todos" for each row execute function sync."before_todos"();
create or replace function sync."after_todos"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'todos' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'todos' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'todos', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'todos', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_todos"() from public;
create or replace trigger after_insert after insert on public."todos" referencing new table as rows_after
  for each statement execute function sync."after_todos"();
create or replace trigger after_update after update on public."todos" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_todos"();
create or replace trigger after_delete after delete on public."todos" referencing old table as rows_before
  for each statement execute function sync."after_todos"();
alter table public."todos" enable row level security;
grant select, insert, update, delete on public."todos" to authenticated, service_role;
revoke all on public."todos" from anon;

create table if not exists public."events" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "title" text not null,
  "description" text,
  "location" text,
  "starts_at" timestamptz not null,
  "ends_at" timestamptz not null,
  "is_all_day" boolean default false not null,
  "time_zone" text not null,
  "recurrence" text,
  "exceptions" text[],
  "source" text,
  "source_id" text,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."events" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."events" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."events" add column if not exists "title" text not null;
alter table public."events" add column if not exists "description" text;
alter table public."events" add column if not exists "location" text;
alter table public."events" add column if not exists "starts_at" timestamptz not null;
alter table public."events" add column if not exists "ends_at" timestamptz not null;
alter table public."events" add column if not exists "is_all_day" boolean default false not null;
alter table public."events" add column if not exists "time_zone" text not null;
alter table public."events" add column if not exists "recurrence" text;
alter table public."events" add column if not exists "exceptions" text[];
alter table public."events" add column if not exists "source" text;
alter table public."events" add column if not exists "source_id" text;
alter table public."events" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."events" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."events" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."events"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."events" add column "created_at" timestamptz;
    alter table public."events" disable trigger user;
    update public."events" set "created_at" = "edited_at";
    alter table public."events" enable trigger user;
    alter table public."events" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."events" add column if not exists "created_at" timestamptz default now() not null;
alter table public."events" drop constraint if exists "events_owner_fkey";
alter table public."events" add constraint "events_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create index if not exists "events_owner_edited_at_idx" on public."events" ("owner", "edited_at");
create index if not exists "events_owner_updated_at_idx" on public."events" ("owner", "updated_at");
create index if not exists "events_owner_created_at_idx" on public."events" ("owner", "created_at");
create index if not exists "events_owner_rev_id_idx" on public."events" ("owner", "rev", "id");
create index if not exists "events_rev_id_idx" on public."events" ("rev", "id");
alter table public."events" drop constraint if exists "title_length";
alter table public."events" add constraint "title_length" check (length(title) between 1 and 500);
alter table public."events" drop constraint if exists "description_length";
alter table public."events" add constraint "description_length" check (length(description) between 0 and 20000);
alter table public."events" drop constraint if exists "location_length";
alter table public."events" add constraint "location_length" check (length(location) between 1 and 1000);
alter table public."events" drop constraint if exists "ends_after";
alter table public."events" add constraint "ends_after" check (ends_at >= starts_at);
alter table public."events" drop constraint if exists "time_zone_length";
alter table public."events" add constraint "time_zone_length" check (length(time_zone) between 1 and 64);
alter table public."events" drop constraint if exists "recurrence_length";
alter table public."events" add constraint "recurrence_length" check (length(recurrence) between 1 and 1000);
alter table public."events" drop constraint if exists "exceptions_size";
alter table public."events" add constraint "exceptions_size" check (length(cast(exceptions as text)) <= 20000);
alter table public."events" drop constraint if exists "source_word";
alter table public."events" add constraint "source_word" check (source in ('google', 'apple', 'caldav'));
alter table public."events" drop constraint if exists "source_id_length";
alter table public."events" add constraint "source_id_length" check (length(source_id) between 1 and 1000);
create or replace function sync."before_events"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."events" for each row execute function sync."before_events"();
create or replace function sync."after_events"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'events' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'events' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'events', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'events', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_events"() from public;
create or replace trigger after_insert after insert on public."events" referencing new table as rows_after
  for each statement execute function sync."after_events"();
create or replace trigger after_update after update on public."events" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_events"();
create or replace trigger after_delete after delete on public."events" referencing old table as rows_before
  for each statement execute function sync."after_events"();
alter table public."events" enable row level security;
grant select, insert, update, delete on public."events" to authenticated, service_role;
revoke all on public."events" from anon;

create table if not exists public."expenses" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "amount" bigint not null,
  "currency" text not null,
  "category" text not null,
  "spent_on" date not null,
  "merchant" text,
  "description" text,
  "receipt_path" text,
  "receipt_text" text,
  "shares" jsonb,
  "paid_by" text,
  "repeats" text,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."expenses" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."expenses" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."expenses" add column if not exists "amount" bigint not null;
alter table public."expenses" add column if not exists "currency" text not null;
alter table public."expenses" add column if not exists "category" text not null;
alter table public."expenses" add column if not exists "spent_on" date not null;
alter table public."expenses" add column if not exists "merchant" text;
alter table public."expenses" add column if not exists "description" text;
alter table public."expenses" add column if not exists "receipt_path" text;
alter table public."expenses" add column if not exists "receipt_text" text;
alter table public."expenses" add column if not exists "shares" jsonb;
alter table public."expenses" add column if not exists "paid_by" text;
alter table public."expenses" add column if not exists "repeats" text;
alter table public."expenses" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."expenses" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."expenses" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."expenses"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."expenses" add column "created_at" timestamptz;
    alter table public."expenses" disable trigger user;
    update public."expenses" set "created_at" = "edited_at";
    alter table public."expenses" enable trigger user;
    alter table public."expenses" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."expenses" add column if not exists "created_at" timestamptz default now() not null;
alter table public."expenses" drop constraint if exists "expenses_owner_fkey";
alter table public."expenses" add constraint "expenses_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create index if not exists "expenses_owner_edited_at_idx" on public."expenses" ("owner", "edited_at");
create index if not exists "expenses_owner_updated_at_idx" on public."expenses" ("owner", "updated_at");
create index if not exists "expenses_owner_created_at_idx" on public."expenses" ("owner", "created_at");
create index if not exists "expenses_owner_rev_id_idx" on public."expenses" ("owner", "rev", "id");
create index if not exists "expenses_rev_id_idx" on public."expenses" ("rev", "id");
alter table public."expenses" drop constraint if exists "amount_range";
alter table public."expenses" add constraint "amount_range" check (amount between -1000000000000 and 1000000000000);
alter table public."expenses" drop constraint if exists "currency_length";
alter table public."expenses" add constraint "currency_length" check (length(currency) between 3 and 3);
alter table public."expenses" drop constraint if exists "currency_upper";
alter table public."expenses" add constraint "currency_upper" check (currency = upper(currency));
alter table public."expenses" drop constraint if exists "category_length";
alter table public."expenses" add constraint "category_length" check (length(category) between 1 and 100);
alter table public."expenses" drop constraint if exists "merchant_length";
alter table public."expenses" add constraint "merchant_length" check (length(merchant) between 1 and 500);
alter table public."expenses" drop constraint if exists "description_length";
alter table public."expenses" add constraint "description_length" check (length(description) between 0 and 5000);
alter table public."expenses" drop constraint if exists "receipt_path_length";
alter table public."expenses" add constraint "receipt_path_length" check (length(receipt_path) between 1 and 1000);
alter table public."expenses" drop constraint if exists "receipt_text_length";
alter table public."expenses" add constraint "receipt_text_length" check (length(receipt_text) between 1 and 5000);
alter table public."expenses" drop constraint if exists "shares_size";
alter table public."expenses" add constraint "shares_size" check (length(cast(shares as text)) <= 10000);
alter table public."expenses" drop constraint if exists "paid_by_length";
alter table public."expenses" add constraint "paid_by_length" check (length(paid_by) between 1 and 100);
alter table public."expenses" drop constraint if exists "repeats_length";
alter table public."expenses" add constraint "repeats_length" check (length(repeats) between 1 and 1000);
create or replace function sync."before_expenses"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."expenses" for each row execute function sync."before_expenses"();
create or replace function sync."after_expenses"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'expenses' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'expenses' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'expenses', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'expenses', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_expenses"() from public;
create or replace trigger after_insert after insert on public."expenses" referencing new table as rows_after
  for each statement execute function sync."after_expenses"();
create or replace trigger after_update after update on public."expenses" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_expenses"();
create or replace trigger after_delete after delete on public."expenses" referencing old table as rows_before
  for each statement execute function sync."after_expenses"();
alter table public."expenses" enable row level security;
grant select, insert, update, delete on public."expenses" to authenticated, service_role;
revoke all on public."expenses" from anon;

create table if not exists public."expense_budgets" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "category" text not null,
  "currency" text not null,
  "amount" bigint not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."expense_budgets" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."expense_budgets" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."expense_budgets" add column if not exists "category" text not null;
alter table public."expense_budgets" add column if not exists "currency" text not null;
alter table public."expense_budgets" add column if not exists "amount" bigint not null;
alter table public."expense_budgets" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."expense_budgets" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."expense_budgets" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."expense_budgets"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."expense_budgets" add column "created_at" timestamptz;
    alter table public."expense_budgets" disable trigger user;
    update public."expense_budgets" set "created_at" = "edited_at";
    alter table public."expense_budgets" enable trigger user;
    alter table public."expense_budgets" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."expense_budgets" add column if not exists "created_at" timestamptz default now() not null;
alter table public."expense_budgets" drop constraint if exists "expense_budgets_owner_fkey";
alter table public."expense_budgets" add constraint "expense_budgets_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create index if not exists "expense_budgets_owner_edited_at_idx" on public."expense_budgets" ("owner", "edited_at");
create index if not exists "expense_budgets_owner_updated_at_idx" on public."expense_budgets" ("owner", "updated_at");
create index if not exists "expense_budgets_owner_created_at_idx" on public."expense_budgets" ("owner", "created_at");
create index if not exists "expense_budgets_owner_rev_id_idx" on public."expense_budgets" ("owner", "rev", "id");
create index if not exists "expense_budgets_rev_id_idx" on public."expense_budgets" ("rev", "id");
alter table public."expense_budgets" drop constraint if exists "category_length";
alter table public."expense_budgets" add constraint "category_length" check (length(category) between 1 and 100);
alter table public."expense_budgets" drop constraint if exists "currency_length";
alter table public."expense_budgets" add constraint "currency_length" check (length(currency) between 3 and 3);
alter table public."expense_budgets" drop constraint if exists "amount_range";
alter table public."expense_budgets" add constraint "amount_range" check (amount between 0 and 1000000000000);
create or replace function sync."before_expense_budgets"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."expense_budgets" for each row execute function sync."before_expense_budgets"();
create or replace function sync."after_expense_budgets"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'expense_budgets' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'expense_budgets' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'expense_budgets', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'expense_budgets', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_expense_budgets"() from public;
create or replace trigger after_insert after insert on public."expense_budgets" referencing new table as rows_after
  for each statement execute function sync."after_expense_budgets"();
create or replace trigger after_update after update on public."expense_budgets" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_expense_budgets"();
create or replace trigger after_delete after delete on public."expense_budgets" referencing old table as rows_before
  for each statement execute function sync."after_expense_budgets"();
alter table public."expense_budgets" enable row level security;
grant select, insert, update, delete on public."expense_budgets" to authenticated, service_role;
revoke all on public."expense_budgets" from anon;

create table if not exists public."expense_settlements" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "person" text not null,
  "amount" bigint not null,
  "currency" text not null,
  "settled_on" date not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."expense_settlements" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."expense_settlements" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."expense_settlements" add column if not exists "person" text not null;
alter table public."expense_settlements" add column if not exists "amount" bigint not null;
alter table public."expense_settlements" add column if not exists "currency" text not null;
alter table public."expense_settlements" add column if not exists "settled_on" date not null;
alter table public."expense_settlements" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."expense_settlements" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."expense_settlements" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."expense_settlements"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."expense_settlements" add column "created_at" timestamptz;
    alter table public."expense_settlements" disable trigger user;
    update public."expense_settlements" set "created_at" = "edited_at";
    alter table public."expense_settlements" enable trigger user;
    alter table public."expense_settlements" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."expense_settlements" add column if not exists "created_at" timestamptz default now() not null;
alter table public."expense_settlements" drop constraint if exists "expense_settlements_owner_fkey";
alter table public."expense_settlements" add constraint "expense_settlements_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create index if not exists "expense_settlements_owner_edited_at_idx" on public."expense_settlements" ("owner", "edited_at");
create index if not exists "expense_settlements_owner_updated_at_idx" on public."expense_settlements" ("owner", "updated_at");
create index if not exists "expense_settlements_owner_created_at_idx" on public."expense_settlements" ("owner", "created_at");
create index if not exists "expense_settlements_owner_rev_id_idx" on public."expense_settlements" ("owner", "rev", "id");
create index if not exists "expense_settlements_rev_id_idx" on public."expense_settlements" ("rev", "id");
alter table public."expense_settlements" drop constraint if exists "person_length";
alter table public."expense_settlements" add constraint "person_length" check (length(person) between 1 and 100);
alter table public."expense_settlements" drop constraint if exists "amount_range";
alter table public."expense_settlements" add constraint "amount_range" check (amount between -1000000000000 and 1000000000000);
alter table public."expense_settlements" drop constraint if exists "currency_length";
alter table public."expense_settlements" add constraint "currency_length" check (length(currency) between 3 and 3);
create or replace function sync."before_expense_settlements"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."expense_settlements" for each row execute function sync."before_expense_settlements"();
create or replace function sync."after_expense_settlements"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'expense_settlements' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'expense_settlements' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'expense_settlements', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'expense_settlements', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_expense_settlements"() from public;
create or replace trigger after_insert after insert on public."expense_settlements" referencing new table as rows_after
  for each statement execute function sync."after_expense_settlements"();
create or replace trigger after_update after update on public."expense_settlements" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_expense_settlements"();
create or replace trigger after_delete after delete on public."expense_settlements" referencing old table as rows_before
  for each statement execute function sync."after_expense_settlements"();
alter table public."expense_settlements" enable row level security;
grant select, insert, update, delete on public."expense_settlements" to authenticated, service_role;
revoke all on public."expense_settlements" from anon;

create table if not exists public."exchange_rates" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "from_currency" text not null,
  "to_currency" text not null,
  "millionths" bigint not null,
  "valid_on" date not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."exchange_rates" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."exchange_rates" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."exchange_rates" add column if not exists "from_currency" text not null;
alter table public."exchange_rates" add column if not exists "to_currency" text not null;
alter table public."exchange_rates" add column if not exists "millionths" bigint not null;
alter table public."exchange_rates" add column if not exists "valid_on" date not null;
alter table public."exchange_rates" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."exchange_rates" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."exchange_rates" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."exchange_rates"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."exchange_rates" add column "created_at" timestamptz;
    alter table public."exchange_rates" disable trigger user;
    update public."exchange_rates" set "created_at" = "edited_at";
    alter table public."exchange_rates" enable trigger user;
    alter table public."exchange_rates" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."exchange_rates" add column if not exists "created_at" timestamptz default now() not null;
alter table public."exchange_rates" drop constraint if exists "exchange_rates_owner_fkey";
alter table public."exchange_rates" add constraint "exchange_rates_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create index if not exists "exchange_rates_owner_edited_at_idx" on public."exchange_rates" ("owner", "edited_at");
create index if not exists "exchange_rates_owner_updated_at_idx" on public."exchange_rates" ("owner", "updated_at");
create index if not exists "exchange_rates_owner_created_at_idx" on public."exchange_rates" ("owner", "created_at");
create index if not exists "exchange_rates_owner_rev_id_idx" on public."exchange_rates" ("owner", "rev", "id");
create index if not exists "exchange_rates_rev_id_idx" on public."exchange_rates" ("rev", "id");
alter table public."exchange_rates" drop constraint if exists "from_currency_length";
alter table public."exchange_rates" add constraint "from_currency_length" check (length(from_currency) between 3 and 3);
alter table public."exchange_rates" drop constraint if exists "to_currency_length";
alter table public."exchange_rates" add constraint "to_currency_length" check (length(to_currency) between 3 and 3);
alter table public."exchange_rates" drop constraint if exists "millionths_range";
alter table public."exchange_rates" add constraint "millionths_range" check (millionths between 1 and 1000000000000);
create or replace function sync."before_exchange_rates"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."exchange_rates" for each row execute function sync."before_exchange_rates"();
create or replace function sync."after_exchange_rates"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'exchange_rates' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'exchange_rates' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'exchange_rates', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'exchange_rates', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_exchange_rates"() from public;
create or replace trigger after_insert after insert on public."exchange_rates" referencing new table as rows_after
  for each statement execute function sync."after_exchange_rates"();
create or replace trigger after_update after update on public."exchange_rates" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_exchange_rates"();
create or replace trigger after_delete after delete on public."exchange_rates" referencing old table as rows_before
  for each statement execute function sync."after_exchange_rates"();
alter table public."exchange_rates" enable row level security;
grant select, insert, update, delete on public."exchange_rates" to authenticated, service_role;
revoke all on public."exchange_rates" from anon;

create table if not exists public."record_versions" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "kind" text not null,
  "record_id" uuid not null,
  "change" text not null,
  "fields" jsonb not null,
  "changed_at" timestamptz not null,
  "person" text,
  "device" text,
  "device_id" uuid not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."record_versions" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."record_versions" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."record_versions" add column if not exists "kind" text not null;
alter table public."record_versions" add column if not exists "record_id" uuid not null;
alter table public."record_versions" add column if not exists "change" text not null;
alter table public."record_versions" add column if not exists "fields" jsonb not null;
alter table public."record_versions" add column if not exists "changed_at" timestamptz not null;
alter table public."record_versions" add column if not exists "person" text;
alter table public."record_versions" add column if not exists "device" text;
alter table public."record_versions" add column if not exists "device_id" uuid not null;
alter table public."record_versions" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."record_versions" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."record_versions" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."record_versions"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."record_versions" add column "created_at" timestamptz;
    alter table public."record_versions" disable trigger user;
    update public."record_versions" set "created_at" = "edited_at";
    alter table public."record_versions" enable trigger user;
    alter table public."record_versions" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."record_versions" add column if not exists "created_at" timestamptz default now() not null;
alter table public."record_versions" drop constraint if exists "record_versions_owner_fkey";
alter table public."record_versions" add constraint "record_versions_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create index if not exists "record_versions_owner_edited_at_idx" on public."record_versions" ("owner", "edited_at");
create index if not exists "record_versions_owner_updated_at_idx" on public."record_versions" ("owner", "updated_at");
create index if not exists "record_versions_owner_created_at_idx" on public."record_versions" ("owner", "created_at");
create index if not exists "record_versions_owner_rev_id_idx" on public."record_versions" ("owner", "rev", "id");
create index if not exists "record_versions_rev_id_idx" on public."record_versions" ("rev", "id");
alter table public."record_versions" drop constraint if exists "kind_length";
alter table public."record_versions" add constraint "kind_length" check (length(kind) between 1 and 100);
alter table public."record_versions" drop constraint if exists "change_word";
alter table public."record_versions" add constraint "change_word" check (change in ('created', 'changed', 'deleted'));
alter table public."record_versions" drop constraint if exists "fields_size";
alter table public."record_versions" add constraint "fields_size" check (length(cast(fields as text)) <= 200000);
alter table public."record_versions" drop constraint if exists "person_length";
alter table public."record_versions" add constraint "person_length" check (length(person) between 0 and 200);
alter table public."record_versions" drop constraint if exists "device_length";
alter table public."record_versions" add constraint "device_length" check (length(device) between 0 and 200);
create or replace function sync."before_record_versions"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."record_versions" for each row execute function sync."before_record_versions"();
create or replace function sync."after_record_versions"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'record_versions' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'record_versions' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'record_versions', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'record_versions', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_record_versions"() from public;
create or replace trigger after_insert after insert on public."record_versions" referencing new table as rows_after
  for each statement execute function sync."after_record_versions"();
create or replace trigger after_update after update on public."record_versions" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_record_versions"();
create or replace trigger after_delete after delete on public."record_versions" referencing old table as rows_before
  for each statement execute function sync."after_record_versions"();
alter table public."record_versions" enable row level security;
grant select, insert, update, delete on public."record_versions" to authenticated, service_role;
revoke all on public."record_versions" from anon;

create table if not exists public."training_plans" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "status" text default 'proposed' not null,
  "runner" text not null,
  "seed" integer default 1 not null,
  "changes" text not null,
  "made_at" timestamptz default now() not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."training_plans" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."training_plans" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."training_plans" add column if not exists "status" text default 'proposed' not null;
alter table public."training_plans" add column if not exists "runner" text not null;
alter table public."training_plans" add column if not exists "seed" integer default 1 not null;
alter table public."training_plans" add column if not exists "changes" text not null;
alter table public."training_plans" add column if not exists "made_at" timestamptz default now() not null;
alter table public."training_plans" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."training_plans" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."training_plans" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."training_plans"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."training_plans" add column "created_at" timestamptz;
    alter table public."training_plans" disable trigger user;
    update public."training_plans" set "created_at" = "edited_at";
    alter table public."training_plans" enable trigger user;
    alter table public."training_plans" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."training_plans" add column if not exists "created_at" timestamptz default now() not null;
alter table public."training_plans" drop constraint if exists "training_plans_owner_fkey";
alter table public."training_plans" add constraint "training_plans_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create index if not exists "training_plans_owner_edited_at_idx" on public."training_plans" ("owner", "edited_at");
create index if not exists "training_plans_owner_updated_at_idx" on public."training_plans" ("owner", "updated_at");
create index if not exists "training_plans_owner_created_at_idx" on public."training_plans" ("owner", "created_at");
create index if not exists "training_plans_owner_rev_id_idx" on public."training_plans" ("owner", "rev", "id");
create index if not exists "training_plans_rev_id_idx" on public."training_plans" ("rev", "id");
alter table public."training_plans" drop constraint if exists "status_word";
alter table public."training_plans" add constraint "status_word" check (status in ('proposed', 'approved', 'replaced'));
alter table public."training_plans" drop constraint if exists "runner_length";
alter table public."training_plans" add constraint "runner_length" check (length(runner) between 2 and 20000);
alter table public."training_plans" drop constraint if exists "seed_range";
alter table public."training_plans" add constraint "seed_range" check (seed between 0 and 2000000000);
alter table public."training_plans" drop constraint if exists "changes_length";
alter table public."training_plans" add constraint "changes_length" check (length(changes) between 2 and 20000);
create or replace function sync."before_training_plans"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."training_plans" for each row execute function sync."before_training_plans"();
create or replace function sync."after_training_plans"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'training_plans' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'training_plans' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'training_plans', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'training_plans', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_training_plans"() from public;
create or replace trigger after_insert after insert on public."training_plans" referencing new table as rows_after
  for each statement execute function sync."after_training_plans"();
create or replace trigger after_update after update on public."training_plans" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_training_plans"();
create or replace trigger after_delete after delete on public."training_plans" referencing old table as rows_before
  for each statement execute function sync."after_training_plans"();
alter table public."training_plans" enable row level security;
grant select, insert, update, delete on public."training_plans" to authenticated, service_role;
revoke all on public."training_plans" from anon;

create table if not exists public."training_runs" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "ran_on" date not null,
  "activity" text default 'run' not null,
  "metres" integer not null,
  "seconds" integer,
  "effort" integer not null,
  "pain" integer default 0 not null,
  "note" text,
  "planned_metres" integer,
  "planned_kind" text,
  "source" text,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."training_runs" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."training_runs" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."training_runs" add column if not exists "ran_on" date not null;
alter table public."training_runs" add column if not exists "activity" text default 'run' not null;
alter table public."training_runs" add column if not exists "metres" integer not null;
alter table public."training_runs" add column if not exists "seconds" integer;
alter table public."training_runs" add column if not exists "effort" integer not null;
alter table public."training_runs" add column if not exists "pain" integer default 0 not null;
alter table public."training_runs" add column if not exists "note" text;
alter table public."training_runs" add column if not exists "planned_metres" integer;
alter table public."training_runs" add column if not exists "planned_kind" text;
alter table public."training_runs" add column if not exists "source" text;
alter table public."training_runs" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."training_runs" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."training_runs" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."training_runs"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."training_runs" add column "created_at" timestamptz;
    alter table public."training_runs" disable trigger user;
    update public."training_runs" set "created_at" = "edited_at";
    alter table public."training_runs" enable trigger user;
    alter table public."training_runs" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."training_runs" add column if not exists "created_at" timestamptz default now() not null;
alter table public."training_runs" drop constraint if exists "training_runs_owner_fkey";
alter table public."training_runs" add constraint "training_runs_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create index if not exists "training_runs_owner_edited_at_idx" on public."training_runs" ("owner", "edited_at");
create index if not exists "training_runs_owner_updated_at_idx" on public."training_runs" ("owner", "updated_at");
create index if not exists "training_runs_owner_created_at_idx" on public."training_runs" ("owner", "created_at");
create index if not exists "training_runs_owner_rev_id_idx" on public."training_runs" ("owner", "rev", "id");
create index if not exists "training_runs_rev_id_idx" on public."training_runs" ("rev", "id");
alter table public."training_runs" drop constraint if exists "activity_word";
alter table public."training_runs" add constraint "activity_word" check (activity in ('run', 'race', 'cycling', 'swimming', 'strength', 'other'));
alter table public."training_runs" drop constraint if exists "metres_range";
alter table public."training_runs" add constraint "metres_range" check (metres between 0 and 500000);
alter table public."training_runs" drop constraint if exists "seconds_range";
alter table public."training_runs" add constraint "seconds_range" check (seconds between 1 and 172800);
alter table public."training_runs" drop constraint if exists "effort_range";
alter table public."training_runs" add constraint "effort_range" check (effort between 1 and 10);
alter table public."training_runs" drop constraint if exists "pain_range";
alter table public."training_runs" add constraint "pain_range" check (pain between 0 and 10);
alter table public."training_runs" drop constraint if exists "note_length";
alter table public."training_runs" add constraint "note_length" check (length(note) between 1 and 500);
alter table public."training_runs" drop constraint if exists "planned_metres_range";
alter table public."training_runs" add constraint "planned_metres_range" check (planned_metres between 0 and 500000);
alter table public."training_runs" drop constraint if exists "planned_kind_length";
alter table public."training_runs" add constraint "planned_kind_length" check (length(planned_kind) between 1 and 30);
alter table public."training_runs" drop constraint if exists "source_length";
alter table public."training_runs" add constraint "source_length" check (length(source) between 1 and 60);
create or replace function sync."before_training_runs"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."training_runs" for each row execute function sync."before_training_runs"();
create or replace function sync."after_training_runs"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'training_runs' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'training_runs' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'training_runs', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'training_runs', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_training_runs"() from public;
create or replace trigger after_insert after insert on public."training_runs" referencing new table as rows_after
  for each statement execute function sync."after_training_runs"();
create or replace trigger after_update after update on public."training_runs" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_training_runs"();
create or replace trigger after_delete after delete on public."training_runs" referencing old table as rows_before
  for each statement execute function sync."after_training_runs"();
alter table public."training_runs" enable row level security;
grant select, insert, update, delete on public."training_runs" to authenticated, service_role;
revoke all on public."training_runs" from anon;

create table if not exists public."runners" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "identity" jsonb not null,
  "physical" jsonb not null,
  "running" jsonb not null,
  "goals" jsonb not null,
  "schedule" jsonb not null,
  "health" jsonb not null,
  "coaching" jsonb not null,
  "connections" jsonb not null,
  "inferred" jsonb not null,
  "data_completeness" integer default 0 not null,
  "stage" text default 'onboarding' not null,
  "changed_at" timestamptz default now() not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."runners" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."runners" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."runners" add column if not exists "identity" jsonb not null;
alter table public."runners" add column if not exists "physical" jsonb not null;
alter table public."runners" add column if not exists "running" jsonb not null;
alter table public."runners" add column if not exists "goals" jsonb not null;
alter table public."runners" add column if not exists "schedule" jsonb not null;
alter table public."runners" add column if not exists "health" jsonb not null;
alter table public."runners" add column if not exists "coaching" jsonb not null;
alter table public."runners" add column if not exists "connections" jsonb not null;
alter table public."runners" add column if not exists "inferred" jsonb not null;
alter table public."runners" add column if not exists "data_completeness" integer default 0 not null;
alter table public."runners" add column if not exists "stage" text default 'onboarding' not null;
alter table public."runners" add column if not exists "changed_at" timestamptz default now() not null;
alter table public."runners" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."runners" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."runners" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."runners"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."runners" add column "created_at" timestamptz;
    alter table public."runners" disable trigger user;
    update public."runners" set "created_at" = "edited_at";
    alter table public."runners" enable trigger user;
    alter table public."runners" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."runners" add column if not exists "created_at" timestamptz default now() not null;
alter table public."runners" drop constraint if exists "runners_owner_fkey";
alter table public."runners" add constraint "runners_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create index if not exists "runners_owner_edited_at_idx" on public."runners" ("owner", "edited_at");
create index if not exists "runners_owner_updated_at_idx" on public."runners" ("owner", "updated_at");
create index if not exists "runners_owner_created_at_idx" on public."runners" ("owner", "created_at");
create index if not exists "runners_owner_rev_id_idx" on public."runners" ("owner", "rev", "id");
create index if not exists "runners_rev_id_idx" on public."runners" ("rev", "id");
alter table public."runners" drop constraint if exists "identity_size";
alter table public."runners" add constraint "identity_size" check (length(cast(identity as text)) <= 10000);
alter table public."runners" drop constraint if exists "physical_size";
alter table public."runners" add constraint "physical_size" check (length(cast(physical as text)) <= 10000);
alter table public."runners" drop constraint if exists "running_size";
alter table public."runners" add constraint "running_size" check (length(cast(running as text)) <= 10000);
alter table public."runners" drop constraint if exists "goals_size";
alter table public."runners" add constraint "goals_size" check (length(cast(goals as text)) <= 10000);
alter table public."runners" drop constraint if exists "schedule_size";
alter table public."runners" add constraint "schedule_size" check (length(cast(schedule as text)) <= 10000);
alter table public."runners" drop constraint if exists "health_size";
alter table public."runners" add constraint "health_size" check (length(cast(health as text)) <= 10000);
alter table public."runners" drop constraint if exists "coaching_size";
alter table public."runners" add constraint "coaching_size" check (length(cast(coaching as text)) <= 10000);
alter table public."runners" drop constraint if exists "connections_size";
alter table public."runners" add constraint "connections_size" check (length(cast(connections as text)) <= 10000);
alter table public."runners" drop constraint if exists "inferred_size";
alter table public."runners" add constraint "inferred_size" check (length(cast(inferred as text)) <= 10000);
alter table public."runners" drop constraint if exists "data_completeness_range";
alter table public."runners" add constraint "data_completeness_range" check (data_completeness between 0 and 100);
alter table public."runners" drop constraint if exists "stage_word";
alter table public."runners" add constraint "stage_word" check (stage in ('onboarding', 'ready_for_plan'));
create or replace function sync."before_runners"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."runners" for each row execute function sync."before_runners"();
create or replace function sync."after_runners"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'runners' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'runners' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'runners', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'runners', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_runners"() from public;
create or replace trigger after_insert after insert on public."runners" referencing new table as rows_after
  for each statement execute function sync."after_runners"();
create or replace trigger after_update after update on public."runners" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_runners"();
create or replace trigger after_delete after delete on public."runners" referencing old table as rows_before
  for each statement execute function sync."after_runners"();
alter table public."runners" enable row level security;
grant select, insert, update, delete on public."runners" to authenticated, service_role;
revoke all on public."runners" from anon;

create table if not exists public."matches" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "candidate" uuid not null,
  "score" integer not null,
  "reasons" text[],
  "status" text default 'suggested' not null,
  "last_shown_at" timestamptz,
  "cools_until" timestamptz,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."matches" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."matches" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."matches" add column if not exists "candidate" uuid not null;
alter table public."matches" add column if not exists "score" integer not null;
alter table public."matches" add column if not exists "reasons" text[];
alter table public."matches" add column if not exists "status" text default 'suggested' not null;
alter table public."matches" add column if not exists "last_shown_at" timestamptz;
alter table public."matches" add column if not exists "cools_until" timestamptz;
alter table public."matches" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."matches" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."matches" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."matches"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."matches" add column "created_at" timestamptz;
    alter table public."matches" disable trigger user;
    update public."matches" set "created_at" = "edited_at";
    alter table public."matches" enable trigger user;
    alter table public."matches" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."matches" add column if not exists "created_at" timestamptz default now() not null;
alter table public."matches" drop constraint if exists "matches_owner_fkey";
alter table public."matches" add constraint "matches_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create unique index if not exists "matches_owner_candidate_key" on public."matches" ("owner", "candidate");
create index if not exists "matches_owner_edited_at_idx" on public."matches" ("owner", "edited_at");
create index if not exists "matches_owner_updated_at_idx" on public."matches" ("owner", "updated_at");
create index if not exists "matches_owner_created_at_idx" on public."matches" ("owner", "created_at");
create index if not exists "matches_owner_rev_id_idx" on public."matches" ("owner", "rev", "id");
create index if not exists "matches_rev_id_idx" on public."matches" ("rev", "id");
alter table public."matches" drop constraint if exists "score_range";
alter table public."matches" add constraint "score_range" check (score between 0 and 100);
alter table public."matches" drop constraint if exists "reasons_size";
alter table public."matches" add constraint "reasons_size" check (length(cast(reasons as text)) <= 5000);
alter table public."matches" drop constraint if exists "status_word";
alter table public."matches" add constraint "status_word" check (status in ('suggested', 'requested', 'declined', 'connected'));
alter table public."matches" drop constraint if exists "candidate_is_another";
alter table public."matches" add constraint "candidate_is_another" check (candidate <> owner);
create or replace function sync."before_matches"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."matches" for each row execute function sync."before_matches"();
create or replace function sync."after_matches"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'matches' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'matches' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'matches', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'matches', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_matches"() from public;
create or replace trigger after_insert after insert on public."matches" referencing new table as rows_after
  for each statement execute function sync."after_matches"();
create or replace trigger after_update after update on public."matches" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_matches"();
create or replace trigger after_delete after delete on public."matches" referencing old table as rows_before
  for each statement execute function sync."after_matches"();
alter table public."matches" enable row level security;
grant select, insert, update, delete on public."matches" to authenticated, service_role;
revoke all on public."matches" from anon;

create table if not exists public."connection_feedback" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "connection" uuid not null,
  "body" text not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."connection_feedback" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."connection_feedback" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."connection_feedback" add column if not exists "connection" uuid not null;
alter table public."connection_feedback" add column if not exists "body" text not null;
alter table public."connection_feedback" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."connection_feedback" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."connection_feedback" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."connection_feedback"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."connection_feedback" add column "created_at" timestamptz;
    alter table public."connection_feedback" disable trigger user;
    update public."connection_feedback" set "created_at" = "edited_at";
    alter table public."connection_feedback" enable trigger user;
    alter table public."connection_feedback" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."connection_feedback" add column if not exists "created_at" timestamptz default now() not null;
alter table public."connection_feedback" drop constraint if exists "connection_feedback_owner_fkey";
alter table public."connection_feedback" add constraint "connection_feedback_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
alter table public."connection_feedback" drop constraint if exists "connection_feedback_connection_fkey";
alter table public."connection_feedback" add constraint "connection_feedback_connection_fkey" foreign key ("connection") references public."connections" ("id") on delete cascade;
create index if not exists "connection_feedback_owner_edited_at_idx" on public."connection_feedback" ("owner", "edited_at");
create index if not exists "connection_feedback_owner_updated_at_idx" on public."connection_feedback" ("owner", "updated_at");
create index if not exists "connection_feedback_owner_created_at_idx" on public."connection_feedback" ("owner", "created_at");
create index if not exists "connection_feedback_owner_rev_id_idx" on public."connection_feedback" ("owner", "rev", "id");
create index if not exists "connection_feedback_rev_id_idx" on public."connection_feedback" ("rev", "id");
create index if not exists "connection_feedback_connection_idx" on public."connection_feedback" ("connection");
alter table public."connection_feedback" drop constraint if exists "body_length";
alter table public."connection_feedback" add constraint "body_length" check (length(body) between 1 and 5000);
create or replace function sync."before_connection_feedback"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."connection_feedback" for each row execute function sync."before_connection_feedback"();
create or replace function sync."after_connection_feedback"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'connection_feedback' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'connection_feedback' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'connection_feedback', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'connection_feedback', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_connection_feedback"() from public;
create or replace trigger after_insert after insert on public."connection_feedback" referencing new table as rows_after
  for each statement execute function sync."after_connection_feedback"();
create or replace trigger after_update after update on public."connection_feedback" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_connection_feedback"();
create or replace trigger after_delete after delete on public."connection_feedback" referencing old table as rows_before
  for each statement execute function sync."after_connection_feedback"();
alter table public."connection_feedback" enable row level security;
grant select, insert, update, delete on public."connection_feedback" to authenticated, service_role;
revoke all on public."connection_feedback" from anon;

create table if not exists public."reports" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "person" uuid not null,
  "kind" text not null,
  "body" text not null,
  "evidence" jsonb,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."reports" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."reports" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."reports" add column if not exists "person" uuid not null;
alter table public."reports" add column if not exists "kind" text not null;
alter table public."reports" add column if not exists "body" text not null;
alter table public."reports" add column if not exists "evidence" jsonb;
alter table public."reports" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."reports" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."reports" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."reports"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."reports" add column "created_at" timestamptz;
    alter table public."reports" disable trigger user;
    update public."reports" set "created_at" = "edited_at";
    alter table public."reports" enable trigger user;
    alter table public."reports" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."reports" add column if not exists "created_at" timestamptz default now() not null;
alter table public."reports" drop constraint if exists "reports_owner_fkey";
alter table public."reports" add constraint "reports_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create index if not exists "reports_owner_rev_id_idx" on public."reports" ("owner", "rev", "id");
create index if not exists "reports_rev_id_idx" on public."reports" ("rev", "id");
alter table public."reports" drop constraint if exists "kind_word";
alter table public."reports" add constraint "kind_word" check (kind in ('harassment', 'impersonation', 'selling', 'danger', 'other'));
alter table public."reports" drop constraint if exists "body_length";
alter table public."reports" add constraint "body_length" check (length(body) between 1 and 5000);
alter table public."reports" drop constraint if exists "evidence_size";
alter table public."reports" add constraint "evidence_size" check (length(cast(evidence as text)) <= 100000);
alter table public."reports" drop constraint if exists "person_is_another";
alter table public."reports" add constraint "person_is_another" check (person <> owner);
create or replace function sync."before_reports"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."reports" for each row execute function sync."before_reports"();
create or replace function sync."after_reports"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'reports' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'reports' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'reports', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'reports', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_reports"() from public;
create or replace trigger after_insert after insert on public."reports" referencing new table as rows_after
  for each statement execute function sync."after_reports"();
create or replace trigger after_update after update on public."reports" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_reports"();
create or replace trigger after_delete after delete on public."reports" referencing old table as rows_before
  for each statement execute function sync."after_reports"();
alter table public."reports" enable row level security;
grant select, insert, update, delete on public."reports" to authenticated, service_role;
revoke all on public."reports" from anon;

create table if not exists public."invitations" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "code_hash" text not null,
  "asks_for" text not null,
  "expires_at" timestamptz not null,
  "used_by" uuid,
  "used_at" timestamptz,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."invitations" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."invitations" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."invitations" add column if not exists "code_hash" text not null;
alter table public."invitations" add column if not exists "asks_for" text not null;
alter table public."invitations" add column if not exists "expires_at" timestamptz not null;
alter table public."invitations" add column if not exists "used_by" uuid;
alter table public."invitations" add column if not exists "used_at" timestamptz;
alter table public."invitations" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."invitations" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."invitations" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."invitations"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."invitations" add column "created_at" timestamptz;
    alter table public."invitations" disable trigger user;
    update public."invitations" set "created_at" = "edited_at";
    alter table public."invitations" enable trigger user;
    alter table public."invitations" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."invitations" add column if not exists "created_at" timestamptz default now() not null;
alter table public."invitations" drop constraint if exists "invitations_owner_fkey";
alter table public."invitations" add constraint "invitations_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create unique index if not exists "invitations_code_hash_key" on public."invitations" ("code_hash");
create index if not exists "invitations_owner_rev_id_idx" on public."invitations" ("owner", "rev", "id");
create index if not exists "invitations_rev_id_idx" on public."invitations" ("rev", "id");
alter table public."invitations" drop constraint if exists "code_hash_length";
alter table public."invitations" add constraint "code_hash_length" check (length(code_hash) between 64 and 64);
alter table public."invitations" drop constraint if exists "asks_for_word";
alter table public."invitations" add constraint "asks_for_word" check (asks_for in ('sponsor', 'sponsee'));
alter table public."invitations" drop constraint if exists "used_by_is_another";
alter table public."invitations" add constraint "used_by_is_another" check (used_by <> owner);
create or replace function sync."before_invitations"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new is distinct from old then
    if ((new.owner = old.owner or (new.owner is null and old.owner is null)) and (new.asks_for = old.asks_for or (new.asks_for is null and old.asks_for is null)) and (new.expires_at = old.expires_at or (new.expires_at is null and old.expires_at is null))) is not true then
      raise exception using errcode = 'P0001', message = 'An invitation stays as it was made.',
        constraint = 'unchanged';
    end if;
    if (old.used_by is null or new.used_by is not null and new.used_by = old.used_by) is not true then
      raise exception using errcode = 'P0001', message = 'This invitation was used already.',
        constraint = 'used_once';
    end if;
  end if;
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."invitations" for each row execute function sync."before_invitations"();
create or replace function sync."after_invitations"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'invitations' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'invitations' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'invitations', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'invitations', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_invitations"() from public;
create or replace trigger after_insert after insert on public."invitations" referencing new table as rows_after
  for each statement execute function sync."after_invitations"();
create or replace trigger after_update after update on public."invitations" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_invitations"();
create or replace trigger after_delete after delete on public."invitations" referencing old table as rows_before
  for each statement execute function sync."after_invitations"();
alter table public."invitations" enable row level security;
grant select, insert, update, delete on public."invitations" to authenticated, service_role;
revoke all on public."invitations" from anon;

create table if not exists public."whatsapp_links" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "phone" text,
  "mark" text,
  "verified_at" timestamptz,
  "pending" text,
  "code_hash" text,
  "asked_at" timestamptz,
  "asks" integer default 0 not null,
  "wrong" integer default 0 not null,
  "stopped_at" timestamptz,
  "sent_at" timestamptz,
  "notice" text,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."whatsapp_links" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."whatsapp_links" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."whatsapp_links" add column if not exists "phone" text;
alter table public."whatsapp_links" add column if not exists "mark" text;
alter table public."whatsapp_links" add column if not exists "verified_at" timestamptz;
alter table public."whatsapp_links" add column if not exists "pending" text;
alter table public."whatsapp_links" add column if not exists "code_hash" text;
alter table public."whatsapp_links" add column if not exists "asked_at" timestamptz;
alter table public."whatsapp_links" add column if not exists "asks" integer default 0 not null;
alter table public."whatsapp_links" add column if not exists "wrong" integer default 0 not null;
alter table public."whatsapp_links" add column if not exists "stopped_at" timestamptz;
alter table public."whatsapp_links" add column if not exists "sent_at" timestamptz;
alter table public."whatsapp_links" add column if not exists "notice" text;
alter table public."whatsapp_links" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."whatsapp_links" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."whatsapp_links" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."whatsapp_links"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."whatsapp_links" add column "created_at" timestamptz;
    alter table public."whatsapp_links" disable trigger user;
    update public."whatsapp_links" set "created_at" = "edited_at";
    alter table public."whatsapp_links" enable trigger user;
    alter table public."whatsapp_links" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."whatsapp_links" add column if not exists "created_at" timestamptz default now() not null;
alter table public."whatsapp_links" drop constraint if exists "whatsapp_links_owner_fkey";
alter table public."whatsapp_links" add constraint "whatsapp_links_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create unique index if not exists "whatsapp_links_owner_key" on public."whatsapp_links" ("owner");
create index if not exists "whatsapp_links_mark_idx" on public."whatsapp_links" ("mark");
create index if not exists "whatsapp_links_owner_rev_id_idx" on public."whatsapp_links" ("owner", "rev", "id");
create index if not exists "whatsapp_links_rev_id_idx" on public."whatsapp_links" ("rev", "id");
alter table public."whatsapp_links" drop constraint if exists "phone_length";
alter table public."whatsapp_links" add constraint "phone_length" check (length(phone) between 9 and 16);
alter table public."whatsapp_links" drop constraint if exists "pending_length";
alter table public."whatsapp_links" add constraint "pending_length" check (length(pending) between 9 and 16);
alter table public."whatsapp_links" drop constraint if exists "mark_length";
alter table public."whatsapp_links" add constraint "mark_length" check (length(mark) between 64 and 64);
alter table public."whatsapp_links" drop constraint if exists "code_hash_length";
alter table public."whatsapp_links" add constraint "code_hash_length" check (length(code_hash) between 64 and 64);
alter table public."whatsapp_links" drop constraint if exists "notice_length";
alter table public."whatsapp_links" add constraint "notice_length" check (length(notice) between 1 and 200);
alter table public."whatsapp_links" drop constraint if exists "asks_range";
alter table public."whatsapp_links" add constraint "asks_range" check (asks between 0 and 1000);
alter table public."whatsapp_links" drop constraint if exists "wrong_range";
alter table public."whatsapp_links" add constraint "wrong_range" check (wrong between 0 and 1000);
create or replace function sync."before_whatsapp_links"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."whatsapp_links" for each row execute function sync."before_whatsapp_links"();
create or replace function sync."after_whatsapp_links"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'whatsapp_links' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'whatsapp_links' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'whatsapp_links', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'whatsapp_links', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_whatsapp_links"() from public;
create or replace trigger after_insert after insert on public."whatsapp_links" referencing new table as rows_after
  for each statement execute function sync."after_whatsapp_links"();
create or replace trigger after_update after update on public."whatsapp_links" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_whatsapp_links"();
create or replace trigger after_delete after delete on public."whatsapp_links" referencing old table as rows_before
  for each statement execute function sync."after_whatsapp_links"();
alter table public."whatsapp_links" enable row level security;
grant select, insert, update, delete on public."whatsapp_links" to authenticated, service_role;
revoke all on public."whatsapp_links" from anon;

create table if not exists public."verified_purchases" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "app" text not null,
  "original" text not null,
  "statement" text not null,
  "signed_text" text,
  "version" integer default 1 not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."verified_purchases" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."verified_purchases" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."verified_purchases" add column if not exists "app" text not null;
alter table public."verified_purchases" add column if not exists "original" text not null;
alter table public."verified_purchases" add column if not exists "statement" text not null;
alter table public."verified_purchases" add column if not exists "signed_text" text;
alter table public."verified_purchases" add column if not exists "version" integer default 1 not null;
alter table public."verified_purchases" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."verified_purchases" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."verified_purchases" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."verified_purchases"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."verified_purchases" add column "created_at" timestamptz;
    alter table public."verified_purchases" disable trigger user;
    update public."verified_purchases" set "created_at" = "edited_at";
    alter table public."verified_purchases" enable trigger user;
    alter table public."verified_purchases" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."verified_purchases" add column if not exists "created_at" timestamptz default now() not null;
alter table public."verified_purchases" drop constraint if exists "verified_purchases_owner_fkey";
alter table public."verified_purchases" add constraint "verified_purchases_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create unique index if not exists "verified_purchases_app_original_statement_key" on public."verified_purchases" ("app", "original", "statement");
create index if not exists "verified_purchases_owner_app_idx" on public."verified_purchases" ("owner", "app");
create index if not exists "verified_purchases_owner_rev_id_idx" on public."verified_purchases" ("owner", "rev", "id");
create index if not exists "verified_purchases_rev_id_idx" on public."verified_purchases" ("rev", "id");
alter table public."verified_purchases" drop constraint if exists "app_length";
alter table public."verified_purchases" add constraint "app_length" check (length(app) between 1 and 200);
alter table public."verified_purchases" drop constraint if exists "original_length";
alter table public."verified_purchases" add constraint "original_length" check (length(original) between 1 and 200);
alter table public."verified_purchases" drop constraint if exists "statement_length";
alter table public."verified_purchases" add constraint "statement_length" check (length(statement) between 1 and 210);
alter table public."verified_purchases" drop constraint if exists "signed_text_length";
alter table public."verified_purchases" add constraint "signed_text_length" check (length(signed_text) between 1 and 16384);
alter table public."verified_purchases" drop constraint if exists "version_range";
alter table public."verified_purchases" add constraint "version_range" check (version between 1 and 1000000000);
create or replace function sync."before_verified_purchases"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."verified_purchases" for each row execute function sync."before_verified_purchases"();
create or replace function sync."after_verified_purchases"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'verified_purchases' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'verified_purchases' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'verified_purchases', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'verified_purchases', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_verified_purchases"() from public;
create or replace trigger after_insert after insert on public."verified_purchases" referencing new table as rows_after
  for each statement execute function sync."after_verified_purchases"();
create or replace trigger after_update after update on public."verified_purchases" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_verified_purchases"();
create or replace trigger after_delete after delete on public."verified_purchases" referencing old table as rows_before
  for each statement execute function sync."after_verified_purchases"();
alter table public."verified_purchases" enable row level security;
grant select, insert, update, delete on public."verified_purchases" to authenticated, service_role;
revoke all on public."verified_purchases" from anon;

create table if not exists public."family_places" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "app" text not null,
  "seat" integer not null,
  "code_hash" text not null,
  "made_at" timestamptz not null,
  "expires_at" timestamptz not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."family_places" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."family_places" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."family_places" add column if not exists "app" text not null;
alter table public."family_places" add column if not exists "seat" integer not null;
alter table public."family_places" add column if not exists "code_hash" text not null;
alter table public."family_places" add column if not exists "made_at" timestamptz not null;
alter table public."family_places" add column if not exists "expires_at" timestamptz not null;
alter table public."family_places" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."family_places" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."family_places" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."family_places"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."family_places" add column "created_at" timestamptz;
    alter table public."family_places" disable trigger user;
    update public."family_places" set "created_at" = "edited_at";
    alter table public."family_places" enable trigger user;
    alter table public."family_places" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."family_places" add column if not exists "created_at" timestamptz default now() not null;
alter table public."family_places" drop constraint if exists "family_places_owner_fkey";
alter table public."family_places" add constraint "family_places_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create unique index if not exists "family_places_owner_app_seat_key" on public."family_places" ("owner", "app", "seat");
create unique index if not exists "family_places_code_hash_key" on public."family_places" ("code_hash");
create index if not exists "family_places_owner_rev_id_idx" on public."family_places" ("owner", "rev", "id");
create index if not exists "family_places_rev_id_idx" on public."family_places" ("rev", "id");
alter table public."family_places" drop constraint if exists "app_length";
alter table public."family_places" add constraint "app_length" check (length(app) between 1 and 200);
alter table public."family_places" drop constraint if exists "code_hash_length";
alter table public."family_places" add constraint "code_hash_length" check (length(code_hash) between 64 and 64);
alter table public."family_places" drop constraint if exists "seat_range";
alter table public."family_places" add constraint "seat_range" check (seat between 1 and 100);
create or replace function sync."before_family_places"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."family_places" for each row execute function sync."before_family_places"();
create or replace function sync."after_family_places"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'family_places' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'family_places' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'family_places', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'family_places', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_family_places"() from public;
create or replace trigger after_insert after insert on public."family_places" referencing new table as rows_after
  for each statement execute function sync."after_family_places"();
create or replace trigger after_update after update on public."family_places" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_family_places"();
create or replace trigger after_delete after delete on public."family_places" referencing old table as rows_before
  for each statement execute function sync."after_family_places"();
alter table public."family_places" enable row level security;
grant select, insert, update, delete on public."family_places" to authenticated, service_role;
revoke all on public."family_places" from anon;

create table if not exists public."family_members" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "app" text not null,
  "place" uuid not null,
  "name" text not null,
  "joined_at" timestamptz not null,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."family_members" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."family_members" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."family_members" add column if not exists "app" text not null;
alter table public."family_members" add column if not exists "place" uuid not null;
alter table public."family_members" add column if not exists "name" text not null;
alter table public."family_members" add column if not exists "joined_at" timestamptz not null;
alter table public."family_members" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."family_members" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."family_members" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."family_members"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."family_members" add column "created_at" timestamptz;
    alter table public."family_members" disable trigger user;
    update public."family_members" set "created_at" = "edited_at";
    alter table public."family_members" enable trigger user;
    alter table public."family_members" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."family_members" add column if not exists "created_at" timestamptz default now() not null;
alter table public."family_members" drop constraint if exists "family_members_owner_fkey";
alter table public."family_members" add constraint "family_members_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
alter table public."family_members" drop constraint if exists "family_members_place_fkey";
alter table public."family_members" add constraint "family_members_place_fkey" foreign key ("place") references public."family_places" ("id") on delete cascade;
create unique index if not exists "family_members_place_key" on public."family_members" ("place");
create unique index if not exists "family_members_owner_app_key" on public."family_members" ("owner", "app");
create index if not exists "family_members_owner_rev_id_idx" on public."family_members" ("owner", "rev", "id");
create index if not exists "family_members_rev_id_idx" on public."family_members" ("rev", "id");
alter table public."family_members" drop constraint if exists "app_length";
alter table public."family_members" add constraint "app_length" check (length(app) between 1 and 200);
alter table public."family_members" drop constraint if exists "name_length";
alter table public."family_members" add constraint "name_length" check (length(name) between 1 and 60);
create or replace function sync."before_family_members"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."family_members" for each row execute function sync."before_family_members"();
create or replace function sync."after_family_members"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'family_members' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'family_members' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'family_members', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'family_members', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_family_members"() from public;
create or replace trigger after_insert after insert on public."family_members" referencing new table as rows_after
  for each statement execute function sync."after_family_members"();
create or replace trigger after_update after update on public."family_members" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_family_members"();
create or replace trigger after_delete after delete on public."family_members" referencing old table as rows_before
  for each statement execute function sync."after_family_members"();
alter table public."family_members" enable row level security;
grant select, insert, update, delete on public."family_members" to authenticated, service_role;
revoke all on public."family_members" from anon;

create table if not exists public."strava_links" (
  "id" uuid default gen_random_uuid() not null,
  "owner" uuid default auth.uid() not null,
  "sealed_tokens" text not null,
  "version" integer default 1 not null,
  "claimed_at" timestamptz,
  "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null,
  "edited_at" timestamptz default now() not null,
  "updated_at" timestamptz default now() not null,
  "created_at" timestamptz default now() not null,
  primary key ("id")
);
alter table public."strava_links" add column if not exists "id" uuid default gen_random_uuid() not null;
alter table public."strava_links" add column if not exists "owner" uuid default auth.uid() not null;
alter table public."strava_links" add column if not exists "sealed_tokens" text not null;
alter table public."strava_links" add column if not exists "version" integer default 1 not null;
alter table public."strava_links" add column if not exists "claimed_at" timestamptz;
alter table public."strava_links" add column if not exists "rev" xid8 default ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 not null;
alter table public."strava_links" add column if not exists "edited_at" timestamptz default now() not null;
alter table public."strava_links" add column if not exists "updated_at" timestamptz default now() not null;
do $body$ begin
  if not exists (select from pg_attribute where attrelid = 'public."strava_links"'::regclass
    and attname = 'created_at' and not attisdropped)
  then
    alter table public."strava_links" add column "created_at" timestamptz;
    alter table public."strava_links" disable trigger user;
    update public."strava_links" set "created_at" = "edited_at";
    alter table public."strava_links" enable trigger user;
    alter table public."strava_links" alter column "created_at" set default now(), alter column "created_at" set not null;
  end if;
end $body$;
alter table public."strava_links" add column if not exists "created_at" timestamptz default now() not null;
alter table public."strava_links" drop constraint if exists "strava_links_owner_fkey";
alter table public."strava_links" add constraint "strava_links_owner_fkey" foreign key ("owner") references auth.users (id) on delete cascade;
create unique index if not exists "strava_links_owner_key" on public."strava_links" ("owner");
create index if not exists "strava_links_owner_rev_id_idx" on public."strava_links" ("owner", "rev", "id");
create index if not exists "strava_links_rev_id_idx" on public."strava_links" ("rev", "id");
alter table public."strava_links" drop constraint if exists "sealed_tokens_length";
alter table public."strava_links" add constraint "sealed_tokens_length" check (length(sealed_tokens) between 1 and 60000);
alter table public."strava_links" drop constraint if exists "version_range";
alter table public."strava_links" add constraint "version_range" check (version between 1 and 1000000000);
create or replace function sync."before_strava_links"() returns trigger language plpgsql set search_path = 'public' as $body$
begin
  if tg_op = 'UPDATE' and new."rev" is not distinct from old."rev"
    or (new."rev"::text::bigint >> 20 = pg_current_xact_id()::text::bigint) is not true
  then
    new."rev" := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
  end if;
  new."updated_at" := clock_timestamp();
  new."created_at" := case tg_op when 'UPDATE' then old."created_at" else clock_timestamp() end;
  return new;
end $body$;
create or replace trigger before_change before insert or update on public."strava_links" for each row execute function sync."before_strava_links"();
create or replace function sync."after_strava_links"() returns trigger
language plpgsql security definer set search_path = '' as $body$
begin
  if tg_op = 'INSERT' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'strava_links' and stone.id = row.id and stone.viewer in (row."owner");
  elsif tg_op = 'UPDATE' then
    delete from sync.tombstones as stone using rows_after as row
    where stone.collection = 'strava_links' and stone.id = row.id and stone.viewer in (row."owner");
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'strava_links', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null and not exists (
      select from rows_after as after where after.id = row.id and viewer.id in (after."owner")
    )
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  else
    insert into sync.tombstones (collection, id, viewer)
    select distinct 'strava_links', row.id, viewer.id
    from rows_before as row cross join lateral unnest(array[row."owner"]::uuid[]) as viewer(id)
    where viewer.id is not null
    on conflict (viewer, collection, id) do update
      set rev = excluded.rev, at = excluded.at, is_look = false;
  end if;
  return null;
end $body$;
revoke all on function sync."after_strava_links"() from public;
create or replace trigger after_insert after insert on public."strava_links" referencing new table as rows_after
  for each statement execute function sync."after_strava_links"();
create or replace trigger after_update after update on public."strava_links" referencing old table as rows_before new table as rows_after
  for each statement execute function sync."after_strava_links"();
create or replace trigger after_delete after delete on public."strava_links" referencing old table as rows_before
  for each statement execute function sync."after_strava_links"();
alter table public."strava_links" enable row level security;
grant select, insert, update, delete on public."strava_links" to authenticated, service_role;
revoke all on public."strava_links" from anon;

-- Removes unique indexes that were declared once and are no longer.
do $$
declare name text;
begin
  for name in
    select owned.relname from pg_index
      join pg_class as owned on owned.oid = pg_index.indexrelid
      join pg_class as base on base.oid = pg_index.indrelid
    where pg_index.indisunique and not pg_index.indisprimary
      and base.relnamespace = 'public'::regnamespace and base.relname = any (array['settings', 'consents', 'store_transactions', 'onboarding_progress', 'person_profiles', 'notifications', 'usage_days', 'mood_entries', 'meals', 'activities', 'workouts', 'journal_entries', 'habits', 'habit_entries', 'hydration_entries', 'energy_entries', 'sleep_entries', 'weight_entries', 'daily_measures', 'goals', 'own_measures', 'own_readings', 'sobriety_records', 'reflections', 'milestones', 'check_ins', 'sobriety_plans', 'profiles', 'candidates', 'blocks', 'connection_requests', 'connections', 'connection_check_ins', 'message_keys', 'messages', 'sponsor_tasks', 'todos', 'events', 'expenses', 'expense_budgets', 'expense_settlements', 'exchange_rates', 'record_versions', 'training_plans', 'training_runs', 'runners', 'matches', 'connection_feedback', 'reports', 'invitations', 'whatsapp_links', 'verified_purchases', 'family_places', 'family_members', 'strava_links']::text[])
      and starts_with(owned.relname, base.relname || '_') and owned.relname like '%\_key'
      and owned.relname <> all (array['settings_owner_name_key', 'onboarding_progress_owner_plan_step_key', 'person_profiles_owner_key', 'notifications_owner_name_key', 'habit_entries_habit_day_key', 'daily_measures_owner_day_kind_source_key', 'milestones_sobriety_record_days_key', 'check_ins_owner_day_kind_key', 'sobriety_plans_owner_key', 'profiles_owner_key', 'candidates_owner_key', 'blocks_owner_blocked_key', 'connection_requests_claim_key', 'connections_request_key', 'message_keys_owner_number_key', 'matches_owner_candidate_key', 'invitations_code_hash_key', 'whatsapp_links_owner_key', 'verified_purchases_app_original_statement_key', 'family_places_owner_app_seat_key', 'family_places_code_hash_key', 'family_members_place_key', 'family_members_owner_app_key', 'strava_links_owner_key']::text[])
      and not exists (select from pg_constraint where conindid = owned.oid)
  loop
    execute format('drop index public.%I', name);
  end loop;
end $$;

drop policy if exists seen on public."settings";
create policy seen on public."settings" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."settings";
create policy inserted on public."settings" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."settings";
create policy updated on public."settings" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."settings";
create policy deleted on public."settings" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."settings";
create policy served on public."settings" to service_role using (true) with check (true);

drop policy if exists seen on public."consents";
create policy seen on public."consents" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."consents";
create policy inserted on public."consents" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."consents";
create policy updated on public."consents" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."consents";
create policy deleted on public."consents" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."consents";
create policy served on public."consents" to service_role using (true) with check (true);

drop policy if exists seen on public."store_transactions";
create policy seen on public."store_transactions" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."store_transactions";
create policy inserted on public."store_transactions" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."store_transactions";
create policy updated on public."store_transactions" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."store_transactions";
create policy deleted on public."store_transactions" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."store_transactions";
create policy served on public."store_transactions" to service_role using (true) with check (true);

drop policy if exists seen on public."onboarding_progress";
create policy seen on public."onboarding_progress" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."onboarding_progress";
create policy inserted on public."onboarding_progress" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."onboarding_progress";
create policy updated on public."onboarding_progress" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."onboarding_progress";
create policy deleted on public."onboarding_progress" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."onboarding_progress";
create policy served on public."onboarding_progress" to service_role using (true) with check (true);

drop policy if exists seen on public."person_profiles";
create policy seen on public."person_profiles" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."person_profiles";
create policy inserted on public."person_profiles" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."person_profiles";
create policy updated on public."person_profiles" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."person_profiles";
create policy deleted on public."person_profiles" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."person_profiles";
create policy served on public."person_profiles" to service_role using (true) with check (true);

drop policy if exists seen on public."notifications";
create policy seen on public."notifications" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."notifications";
create policy inserted on public."notifications" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."notifications";
create policy updated on public."notifications" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."notifications";
create policy deleted on public."notifications" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."notifications";
create policy served on public."notifications" to service_role using (true) with check (true);

drop policy if exists seen on public."usage_days";
create policy seen on public."usage_days" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."usage_days";
create policy inserted on public."usage_days" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."usage_days";
create policy updated on public."usage_days" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."usage_days";
create policy deleted on public."usage_days" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."usage_days";
create policy served on public."usage_days" to service_role using (true) with check (true);

drop policy if exists seen on public."mood_entries";
create policy seen on public."mood_entries" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."mood_entries";
create policy inserted on public."mood_entries" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."mood_entries";
create policy updated on public."mood_entries" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."mood_entries";
create policy deleted on public."mood_entries" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."mood_entries";
create policy served on public."mood_entries" to service_role using (true) with check (true);

drop policy if exists seen on public."meals";
create policy seen on public."meals" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."meals";
create policy inserted on public."meals" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."meals";
create policy updated on public."meals" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."meals";
create policy deleted on public."meals" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."meals";
create policy served on public."meals" to service_role using (true) with check (true);

drop policy if exists seen on public."activities";
create policy seen on public."activities" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."activities";
create policy inserted on public."activities" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."activities";
create policy updated on public."activities" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."activities";
create policy deleted on public."activities" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."activities";
create policy served on public."activities" to service_role using (true) with check (true);

drop policy if exists seen on public."workouts";
create policy seen on public."workouts" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."workouts";
create policy inserted on public."workouts" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."workouts";
create policy updated on public."workouts" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."workouts";
create policy deleted on public."workouts" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."workouts";
create policy served on public."workouts" to service_role using (true) with check (true);

drop policy if exists seen on public."journal_entries";
create policy seen on public."journal_entries" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."journal_entries";
create policy inserted on public."journal_entries" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."journal_entries";
create policy updated on public."journal_entries" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."journal_entries";
create policy deleted on public."journal_entries" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."journal_entries";
create policy served on public."journal_entries" to service_role using (true) with check (true);

drop policy if exists seen on public."habits";
create policy seen on public."habits" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."habits";
create policy inserted on public."habits" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."habits";
create policy updated on public."habits" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."habits";
create policy deleted on public."habits" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."habits";
create policy served on public."habits" to service_role using (true) with check (true);

drop policy if exists seen on public."habit_entries";
create policy seen on public."habit_entries" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."habit_entries";
create policy inserted on public."habit_entries" for insert to authenticated with check (owner = (select auth.uid()) and exists (select 1 from habits as h where h.id = habit and h.owner = (select auth.uid())));
drop policy if exists updated on public."habit_entries";
create policy updated on public."habit_entries" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()) and exists (select 1 from habits as h where h.id = habit and h.owner = (select auth.uid())));
drop policy if exists deleted on public."habit_entries";
create policy deleted on public."habit_entries" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."habit_entries";
create policy served on public."habit_entries" to service_role using (true) with check (true);

drop policy if exists seen on public."hydration_entries";
create policy seen on public."hydration_entries" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."hydration_entries";
create policy inserted on public."hydration_entries" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."hydration_entries";
create policy updated on public."hydration_entries" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."hydration_entries";
create policy deleted on public."hydration_entries" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."hydration_entries";
create policy served on public."hydration_entries" to service_role using (true) with check (true);

drop policy if exists seen on public."energy_entries";
create policy seen on public."energy_entries" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."energy_entries";
create policy inserted on public."energy_entries" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."energy_entries";
create policy updated on public."energy_entries" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."energy_entries";
create policy deleted on public."energy_entries" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."energy_entries";
create policy served on public."energy_entries" to service_role using (true) with check (true);

drop policy if exists seen on public."sleep_entries";
create policy seen on public."sleep_entries" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."sleep_entries";
create policy inserted on public."sleep_entries" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."sleep_entries";
create policy updated on public."sleep_entries" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."sleep_entries";
create policy deleted on public."sleep_entries" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."sleep_entries";
create policy served on public."sleep_entries" to service_role using (true) with check (true);

drop policy if exists seen on public."weight_entries";
create policy seen on public."weight_entries" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."weight_entries";
create policy inserted on public."weight_entries" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."weight_entries";
create policy updated on public."weight_entries" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."weight_entries";
create policy deleted on public."weight_entries" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."weight_entries";
create policy served on public."weight_entries" to service_role using (true) with check (true);

drop policy if exists seen on public."daily_measures";
create policy seen on public."daily_measures" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."daily_measures";
create policy inserted on public."daily_measures" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."daily_measures";
create policy updated on public."daily_measures" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."daily_measures";
create policy deleted on public."daily_measures" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."daily_measures";
create policy served on public."daily_measures" to service_role using (true) with check (true);

drop policy if exists seen on public."goals";
create policy seen on public."goals" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."goals";
create policy inserted on public."goals" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."goals";
create policy updated on public."goals" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."goals";
create policy deleted on public."goals" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."goals";
create policy served on public."goals" to service_role using (true) with check (true);

drop policy if exists seen on public."own_measures";
create policy seen on public."own_measures" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."own_measures";
create policy inserted on public."own_measures" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."own_measures";
create policy updated on public."own_measures" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."own_measures";
create policy deleted on public."own_measures" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."own_measures";
create policy served on public."own_measures" to service_role using (true) with check (true);

drop policy if exists seen on public."own_readings";
create policy seen on public."own_readings" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."own_readings";
create policy inserted on public."own_readings" for insert to authenticated with check (owner = (select auth.uid()) and exists (select 1 from own_measures as o where o.id = measure and o.owner = (select auth.uid())));
drop policy if exists updated on public."own_readings";
create policy updated on public."own_readings" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()) and exists (select 1 from own_measures as o where o.id = measure and o.owner = (select auth.uid())));
drop policy if exists deleted on public."own_readings";
create policy deleted on public."own_readings" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."own_readings";
create policy served on public."own_readings" to service_role using (true) with check (true);

drop policy if exists seen on public."sobriety_records";
create policy seen on public."sobriety_records" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."sobriety_records";
create policy inserted on public."sobriety_records" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."sobriety_records";
create policy updated on public."sobriety_records" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."sobriety_records";
create policy deleted on public."sobriety_records" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."sobriety_records";
create policy served on public."sobriety_records" to service_role using (true) with check (true);

drop policy if exists seen on public."reflections";
create policy seen on public."reflections" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."reflections";
create policy inserted on public."reflections" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."reflections";
create policy updated on public."reflections" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."reflections";
create policy deleted on public."reflections" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."reflections";
create policy served on public."reflections" to service_role using (true) with check (true);

drop policy if exists seen on public."milestones";
create policy seen on public."milestones" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."milestones";
create policy inserted on public."milestones" for insert to authenticated with check (owner = (select auth.uid()) and exists (select 1 from sobriety_records as s where s.id = sobriety_record and s.owner = (select auth.uid())));
drop policy if exists updated on public."milestones";
create policy updated on public."milestones" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()) and exists (select 1 from sobriety_records as s where s.id = sobriety_record and s.owner = (select auth.uid())));
drop policy if exists deleted on public."milestones";
create policy deleted on public."milestones" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."milestones";
create policy served on public."milestones" to service_role using (true) with check (true);

drop policy if exists seen on public."check_ins";
create policy seen on public."check_ins" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."check_ins";
create policy inserted on public."check_ins" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."check_ins";
create policy updated on public."check_ins" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."check_ins";
create policy deleted on public."check_ins" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."check_ins";
create policy served on public."check_ins" to service_role using (true) with check (true);

drop policy if exists seen on public."sobriety_plans";
create policy seen on public."sobriety_plans" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."sobriety_plans";
create policy inserted on public."sobriety_plans" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."sobriety_plans";
create policy updated on public."sobriety_plans" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."sobriety_plans";
create policy deleted on public."sobriety_plans" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."sobriety_plans";
create policy served on public."sobriety_plans" to service_role using (true) with check (true);

drop policy if exists seen on public."profiles";
create policy seen on public."profiles" for select to authenticated using (owner = (select auth.uid()) or (exists (select 1 from connections as c where c.status = 'active' and ((c.sponsor = (select auth.uid()) and c.sponsee = person) or (c.sponsee = (select auth.uid()) and c.sponsor = person))) and not exists (select 1 from blocks as b where b.owner = (select auth.uid()) and b.blocked = person)));
drop policy if exists inserted on public."profiles";
create policy inserted on public."profiles" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."profiles";
create policy updated on public."profiles" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."profiles";
create policy deleted on public."profiles" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."profiles";
create policy served on public."profiles" to service_role using (true) with check (true);

drop policy if exists seen on public."candidates";
create policy seen on public."candidates" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."candidates";
create policy inserted on public."candidates" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."candidates";
create policy updated on public."candidates" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."candidates";
create policy deleted on public."candidates" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."candidates";
create policy served on public."candidates" to service_role using (true) with check (true);

drop policy if exists seen on public."blocks";
create policy seen on public."blocks" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."blocks";
create policy inserted on public."blocks" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."blocks";
create policy updated on public."blocks" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."blocks";
create policy deleted on public."blocks" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."blocks";
create policy served on public."blocks" to service_role using (true) with check (true);

drop policy if exists seen on public."connection_requests";
create policy seen on public."connection_requests" for select to authenticated using (sender = (select auth.uid()) or (recipient = (select auth.uid()) and not exists (select 1 from blocks as b where b.owner = (select auth.uid()) and b.blocked = sender)));
drop policy if exists inserted on public."connection_requests";
drop policy if exists updated on public."connection_requests";
create policy updated on public."connection_requests" for update to authenticated using (sender = (select auth.uid()) or (recipient = (select auth.uid()) and not exists (select 1 from blocks as b where b.owner = (select auth.uid()) and b.blocked = sender))) with check (status <> 'accepted' and (sender = (select auth.uid()) or (recipient = (select auth.uid()) and not exists (select 1 from blocks as b where b.owner = (select auth.uid()) and b.blocked = sender))));
drop policy if exists deleted on public."connection_requests";
drop policy if exists served on public."connection_requests";
create policy served on public."connection_requests" to service_role using (true) with check (true);

drop policy if exists seen on public."connections";
create policy seen on public."connections" for select to authenticated using (sponsor = (select auth.uid()) or sponsee = (select auth.uid()));
drop policy if exists inserted on public."connections";
drop policy if exists updated on public."connections";
create policy updated on public."connections" for update to authenticated using (sponsor = (select auth.uid()) or sponsee = (select auth.uid())) with check (sponsor = (select auth.uid()) or sponsee = (select auth.uid()));
drop policy if exists deleted on public."connections";
drop policy if exists served on public."connections";
create policy served on public."connections" to service_role using (true) with check (true);

drop policy if exists seen on public."connection_check_ins";
create policy seen on public."connection_check_ins" for select to authenticated using (planner = (select auth.uid()) or partner = (select auth.uid()));
drop policy if exists inserted on public."connection_check_ins";
create policy inserted on public."connection_check_ins" for insert to authenticated with check (owner = (select auth.uid()) and planner = (select auth.uid()) and exists (select 1 from connections as c where c.status = 'active' and c.id = connection and ((c.sponsor = (select auth.uid()) and c.sponsee = partner) or (c.sponsee = (select auth.uid()) and c.sponsor = partner))));
drop policy if exists updated on public."connection_check_ins";
create policy updated on public."connection_check_ins" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."connection_check_ins";
create policy deleted on public."connection_check_ins" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."connection_check_ins";
create policy served on public."connection_check_ins" to service_role using (true) with check (true);

drop policy if exists seen on public."message_keys";
create policy seen on public."message_keys" for select to authenticated using (person = (select auth.uid()) or (exists (select 1 from connections as c where c.status = 'active' and ((c.sponsor = (select auth.uid()) and c.sponsee = person) or (c.sponsee = (select auth.uid()) and c.sponsor = person)))));
drop policy if exists inserted on public."message_keys";
create policy inserted on public."message_keys" for insert to authenticated with check (owner = (select auth.uid()) and person = (select auth.uid()));
drop policy if exists updated on public."message_keys";
drop policy if exists deleted on public."message_keys";
drop policy if exists served on public."message_keys";
create policy served on public."message_keys" to service_role using (true) with check (true);

drop policy if exists seen on public."messages";
create policy seen on public."messages" for select to authenticated using (sender = (select auth.uid()) or (recipient = (select auth.uid()) and not exists (select 1 from blocks as b where b.owner = (select auth.uid()) and b.blocked = sender)));
drop policy if exists inserted on public."messages";
create policy inserted on public."messages" for insert to authenticated with check (owner = (select auth.uid()) and sender = (select auth.uid()) and delivered_at is null and read_at is null and exists (select 1 from connections as c where c.status = 'active' and c.id = connection and ((c.sponsor = (select auth.uid()) and c.sponsee = recipient) or (c.sponsee = (select auth.uid()) and c.sponsor = recipient))) and not exists (select 1 from blocks as b where b.owner = (select auth.uid()) and b.blocked = recipient));
drop policy if exists updated on public."messages";
create policy updated on public."messages" for update to authenticated using (recipient = (select auth.uid()) and not exists (select 1 from blocks as b where b.owner = (select auth.uid()) and b.blocked = sender)) with check (recipient = (select auth.uid()) and not exists (select 1 from blocks as b where b.owner = (select auth.uid()) and b.blocked = sender));
drop policy if exists deleted on public."messages";
drop policy if exists served on public."messages";
create policy served on public."messages" to service_role using (true) with check (true);

drop policy if exists seen on public."sponsor_tasks";
create policy seen on public."sponsor_tasks" for select to authenticated using (giver = (select auth.uid()) or (doer = (select auth.uid()) and not exists (select 1 from blocks as b where b.owner = (select auth.uid()) and b.blocked = giver)));
drop policy if exists inserted on public."sponsor_tasks";
create policy inserted on public."sponsor_tasks" for insert to authenticated with check (owner = (select auth.uid()) and giver = (select auth.uid()) and done_at is null and note is null and exists (select 1 from connections as c where c.status = 'active' and c.id = connection and c.sponsor = (select auth.uid()) and ((c.sponsor = (select auth.uid()) and c.sponsee = doer) or (c.sponsee = (select auth.uid()) and c.sponsor = doer))) and not exists (select 1 from blocks as b where b.owner = (select auth.uid()) and b.blocked = doer));
drop policy if exists updated on public."sponsor_tasks";
create policy updated on public."sponsor_tasks" for update to authenticated using (doer = (select auth.uid()) and not exists (select 1 from blocks as b where b.owner = (select auth.uid()) and b.blocked = giver) and exists (select 1 from connections as c where c.status = 'active' and c.id = connection and ((c.sponsor = (select auth.uid()) and c.sponsee = giver) or (c.sponsee = (select auth.uid()) and c.sponsor = giver)))) with check (doer = (select auth.uid()) and not exists (select 1 from blocks as b where b.owner = (select auth.uid()) and b.blocked = giver) and exists (select 1 from connections as c where c.status = 'active' and c.id = connection and ((c.sponsor = (select auth.uid()) and c.sponsee = giver) or (c.sponsee = (select auth.uid()) and c.sponsor = giver))));
drop policy if exists deleted on public."sponsor_tasks";
create policy deleted on public."sponsor_tasks" for delete to authenticated using (giver = (select auth.uid()) and done_at is null);
drop policy if exists served on public."sponsor_tasks";
create policy served on public."sponsor_tasks" to service_role using (true) with check (true);

drop policy if exists seen on public."todos";
create policy seen on public."todos" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."todos";
create policy inserted on public."todos" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."todos";
create policy updated on public."todos" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."todos";
create policy deleted on public."todos" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."todos";
create policy served on public."todos" to service_role using (true) with check (true);

drop policy if exists seen on public."events";
create policy seen on public."events" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."events";
create policy inserted on public."events" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."events";
create policy updated on public."events" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."events";
create policy deleted on public."events" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."events";
create policy served on public."events" to service_role using (true) with check (true);

drop policy if exists seen on public."expenses";
create policy seen on public."expenses" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."expenses";
create policy inserted on public."expenses" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."expenses";
create policy updated on public."expenses" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."expenses";
create policy deleted on public."expenses" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."expenses";
create policy served on public."expenses" to service_role using (true) with check (true);

drop policy if exists seen on public."expense_budgets";
create policy seen on public."expense_budgets" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."expense_budgets";
create policy inserted on public."expense_budgets" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."expense_budgets";
create policy updated on public."expense_budgets" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."expense_budgets";
create policy deleted on public."expense_budgets" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."expense_budgets";
create policy served on public."expense_budgets" to service_role using (true) with check (true);

drop policy if exists seen on public."expense_settlements";
create policy seen on public."expense_settlements" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."expense_settlements";
create policy inserted on public."expense_settlements" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."expense_settlements";
create policy updated on public."expense_settlements" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."expense_settlements";
create policy deleted on public."expense_settlements" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."expense_settlements";
create policy served on public."expense_settlements" to service_role using (true) with check (true);

drop policy if exists seen on public."exchange_rates";
create policy seen on public."exchange_rates" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."exchange_rates";
create policy inserted on public."exchange_rates" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."exchange_rates";
create policy updated on public."exchange_rates" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."exchange_rates";
create policy deleted on public."exchange_rates" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."exchange_rates";
create policy served on public."exchange_rates" to service_role using (true) with check (true);

drop policy if exists seen on public."record_versions";
create policy seen on public."record_versions" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."record_versions";
create policy inserted on public."record_versions" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."record_versions";
create policy updated on public."record_versions" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."record_versions";
create policy deleted on public."record_versions" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."record_versions";
create policy served on public."record_versions" to service_role using (true) with check (true);

drop policy if exists seen on public."training_plans";
create policy seen on public."training_plans" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."training_plans";
create policy inserted on public."training_plans" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."training_plans";
create policy updated on public."training_plans" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."training_plans";
create policy deleted on public."training_plans" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."training_plans";
create policy served on public."training_plans" to service_role using (true) with check (true);

drop policy if exists seen on public."training_runs";
create policy seen on public."training_runs" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."training_runs";
create policy inserted on public."training_runs" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."training_runs";
create policy updated on public."training_runs" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."training_runs";
create policy deleted on public."training_runs" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."training_runs";
create policy served on public."training_runs" to service_role using (true) with check (true);

drop policy if exists seen on public."runners";
create policy seen on public."runners" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."runners";
create policy inserted on public."runners" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."runners";
create policy updated on public."runners" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."runners";
create policy deleted on public."runners" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."runners";
create policy served on public."runners" to service_role using (true) with check (true);

drop policy if exists seen on public."matches";
create policy seen on public."matches" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."matches";
create policy inserted on public."matches" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."matches";
create policy updated on public."matches" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."matches";
create policy deleted on public."matches" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."matches";
create policy served on public."matches" to service_role using (true) with check (true);

drop policy if exists seen on public."connection_feedback";
create policy seen on public."connection_feedback" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."connection_feedback";
create policy inserted on public."connection_feedback" for insert to authenticated with check (owner = (select auth.uid()));
drop policy if exists updated on public."connection_feedback";
create policy updated on public."connection_feedback" for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy if exists deleted on public."connection_feedback";
create policy deleted on public."connection_feedback" for delete to authenticated using (owner = (select auth.uid()));
drop policy if exists served on public."connection_feedback";
create policy served on public."connection_feedback" to service_role using (true) with check (true);

drop policy if exists seen on public."reports";
create policy seen on public."reports" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."reports";
drop policy if exists updated on public."reports";
drop policy if exists deleted on public."reports";
drop policy if exists served on public."reports";
create policy served on public."reports" to service_role using (true) with check (true);

drop policy if exists seen on public."invitations";
create policy seen on public."invitations" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."invitations";
drop policy if exists updated on public."invitations";
drop policy if exists deleted on public."invitations";
drop policy if exists served on public."invitations";
create policy served on public."invitations" to service_role using (true) with check (true);

drop policy if exists seen on public."whatsapp_links";
create policy seen on public."whatsapp_links" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."whatsapp_links";
drop policy if exists updated on public."whatsapp_links";
drop policy if exists deleted on public."whatsapp_links";
drop policy if exists served on public."whatsapp_links";
create policy served on public."whatsapp_links" to service_role using (true) with check (true);

drop policy if exists seen on public."verified_purchases";
create policy seen on public."verified_purchases" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."verified_purchases";
drop policy if exists updated on public."verified_purchases";
drop policy if exists deleted on public."verified_purchases";
drop policy if exists served on public."verified_purchases";
create policy served on public."verified_purchases" to service_role using (true) with check (true);

drop policy if exists seen on public."family_places";
create policy seen on public."family_places" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."family_places";
drop policy if exists updated on public."family_places";
drop policy if exists deleted on public."family_places";
drop policy if exists served on public."family_places";
create policy served on public."family_places" to service_role using (true) with check (true);

drop policy if exists seen on public."family_members";
create policy seen on public."family_members" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."family_members";
drop policy if exists updated on public."family_members";
drop policy if exists deleted on public."family_members";
drop policy if exists served on public."family_members";
create policy served on public."family_members" to service_role using (true) with check (true);

drop policy if exists seen on public."strava_links";
create policy seen on public."strava_links" for select to authenticated using (owner = (select auth.uid()));
drop policy if exists inserted on public."strava_links";
drop policy if exists updated on public."strava_links";
drop policy if exists deleted on public."strava_links";
drop policy if exists served on public."strava_links";
create policy served on public."strava_links" to service_role using (true) with check (true);

create or replace function sync.lock_subjects(people uuid[], alone boolean) returns void
language plpgsql set search_path = '' as $$
declare number integer;
begin
  for number in
    select distinct hashtext(person::text) & 1023 from unnest(people) as person where person is not null order by 1
  loop
    if alone then
      perform pg_advisory_xact_lock(73520118, number);
    else
      perform pg_advisory_xact_lock_shared(73520118, number);
    end if;
  end loop;
end $$;
revoke all on function sync.lock_subjects(uuid[], boolean) from public;
drop trigger if exists shares_before on public."settings";
drop trigger if exists shares_after on public."settings";
drop trigger if exists shared_before on public."settings";
drop trigger if exists shares_before on public."consents";
drop trigger if exists shares_after on public."consents";
drop trigger if exists shared_before on public."consents";
drop trigger if exists shares_before on public."store_transactions";
drop trigger if exists shares_after on public."store_transactions";
drop trigger if exists shared_before on public."store_transactions";
drop trigger if exists shares_before on public."onboarding_progress";
drop trigger if exists shares_after on public."onboarding_progress";
drop trigger if exists shared_before on public."onboarding_progress";
drop trigger if exists shares_before on public."person_profiles";
drop trigger if exists shares_after on public."person_profiles";
drop trigger if exists shared_before on public."person_profiles";
drop trigger if exists shares_before on public."notifications";
drop trigger if exists shares_after on public."notifications";
drop trigger if exists shared_before on public."notifications";
drop trigger if exists shares_before on public."usage_days";
drop trigger if exists shares_after on public."usage_days";
drop trigger if exists shared_before on public."usage_days";
drop trigger if exists shares_before on public."mood_entries";
drop trigger if exists shares_after on public."mood_entries";
drop trigger if exists shared_before on public."mood_entries";
drop trigger if exists shares_before on public."meals";
drop trigger if exists shares_after on public."meals";
drop trigger if exists shared_before on public."meals";
drop trigger if exists shares_before on public."activities";
drop trigger if exists shares_after on public."activities";
drop trigger if exists shared_before on public."activities";
drop trigger if exists shares_before on public."workouts";
drop trigger if exists shares_after on public."workouts";
drop trigger if exists shared_before on public."workouts";
drop trigger if exists shares_before on public."journal_entries";
drop trigger if exists shares_after on public."journal_entries";
drop trigger if exists shared_before on public."journal_entries";
drop trigger if exists shares_before on public."habits";
drop trigger if exists shares_after on public."habits";
drop trigger if exists shared_before on public."habits";
drop trigger if exists shares_before on public."habit_entries";
drop trigger if exists shares_after on public."habit_entries";
drop trigger if exists shared_before on public."habit_entries";
drop trigger if exists shares_before on public."hydration_entries";
drop trigger if exists shares_after on public."hydration_entries";
drop trigger if exists shared_before on public."hydration_entries";
drop trigger if exists shares_before on public."energy_entries";
drop trigger if exists shares_after on public."energy_entries";
drop trigger if exists shared_before on public."energy_entries";
drop trigger if exists shares_before on public."sleep_entries";
drop trigger if exists shares_after on public."sleep_entries";
drop trigger if exists shared_before on public."sleep_entries";
drop trigger if exists shares_before on public."weight_entries";
drop trigger if exists shares_after on public."weight_entries";
drop trigger if exists shared_before on public."weight_entries";
drop trigger if exists shares_before on public."daily_measures";
drop trigger if exists shares_after on public."daily_measures";
drop trigger if exists shared_before on public."daily_measures";
drop trigger if exists shares_before on public."goals";
drop trigger if exists shares_after on public."goals";
drop trigger if exists shared_before on public."goals";
drop trigger if exists shares_before on public."own_measures";
drop trigger if exists shares_after on public."own_measures";
drop trigger if exists shared_before on public."own_measures";
drop trigger if exists shares_before on public."own_readings";
drop trigger if exists shares_after on public."own_readings";
drop trigger if exists shared_before on public."own_readings";
drop trigger if exists shares_before on public."sobriety_records";
drop trigger if exists shares_after on public."sobriety_records";
drop trigger if exists shared_before on public."sobriety_records";
drop trigger if exists shares_before on public."reflections";
drop trigger if exists shares_after on public."reflections";
drop trigger if exists shared_before on public."reflections";
drop trigger if exists shares_before on public."milestones";
drop trigger if exists shares_after on public."milestones";
drop trigger if exists shared_before on public."milestones";
drop trigger if exists shares_before on public."check_ins";
drop trigger if exists shares_after on public."check_ins";
drop trigger if exists shared_before on public."check_ins";
drop trigger if exists shares_before on public."sobriety_plans";
drop trigger if exists shares_after on public."sobriety_plans";
drop trigger if exists shared_before on public."sobriety_plans";
drop trigger if exists shares_before on public."profiles";
drop trigger if exists shares_after on public."profiles";
create or replace function sync."shared_profiles"() returns trigger
language plpgsql security definer set search_path = 'public' as $body$
begin
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and row(new."owner", new."person") is distinct from row(old."owner", old."person") then
    perform sync.lock_subjects(array[new."person"]::uuid[], false);
  end if;
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and row(new."owner", new."person") is distinct from row(old."owner", old."person") then
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'profiles', old.id, gone.viewer, true from (select sharing.viewer from (select "sponsor" as viewer from "connections" where "sponsee" = old."person" union select "sponsee" as viewer from "connections" where "sponsor" = old."person") as sharing where sharing.viewer is not null and exists (select 1 from "profiles" where "id" = old."id" and (exists (select 1 from connections as c where c.status = 'active' and ((c.sponsor = sharing.viewer and c.sponsee = person) or (c.sponsee = sharing.viewer and c.sponsor = person))) and not exists (select 1 from blocks as b where b.owner = sharing.viewer and b.blocked = person)))) as gone
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;

  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $body$;
revoke all on function sync."shared_profiles"() from public;
create or replace trigger shared_before before insert or update or delete on public."profiles"
  for each row execute function sync."shared_profiles"();
drop trigger if exists shares_before on public."candidates";
drop trigger if exists shares_after on public."candidates";
drop trigger if exists shared_before on public."candidates";
create or replace function sync."shares_blocks"() returns trigger
language plpgsql security definer set search_path = 'public' as $body$
begin
  if tg_when = 'BEFORE' then
    perform sync.lock_subjects(array[old."blocked", new."blocked"]::uuid[], true);
  end if;
  if tg_op <> 'INSERT' then
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'profiles', found.id, old."owner", true from (select "id" from "profiles" where "person" = old."blocked" and (exists (select 1 from connections as c where c.status = 'active' and ((c.sponsor = old."owner" and c.sponsee = person) or (c.sponsee = old."owner" and c.sponsor = person))) and not exists (select 1 from blocks as b where b.owner = old."owner" and b.blocked = person)) limit 1001) as found
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'profiles', '00000000-0000-0000-0000-000000000000', old."owner", true
    where (select count(*) from (select "id" from "profiles" where "person" = old."blocked" and (exists (select 1 from connections as c where c.status = 'active' and ((c.sponsor = old."owner" and c.sponsee = person) or (c.sponsee = old."owner" and c.sponsor = person))) and not exists (select 1 from blocks as b where b.owner = old."owner" and b.blocked = person)) limit 1001) as found) > 1000
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'connection_requests', found.id, old."owner", true from (select "id" from "connection_requests" where "sender" = old."blocked" and ("recipient" = old."owner") and (recipient = old."owner" and not exists (select 1 from blocks as b where b.owner = old."owner" and b.blocked = sender)) limit 1001) as found
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'connection_requests', '00000000-0000-0000-0000-000000000000', old."owner", true
    where (select count(*) from (select "id" from "connection_requests" where "sender" = old."blocked" and ("recipient" = old."owner") and (recipient = old."owner" and not exists (select 1 from blocks as b where b.owner = old."owner" and b.blocked = sender)) limit 1001) as found) > 1000
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'messages', found.id, old."owner", true from (select "id" from "messages" where "sender" = old."blocked" and ("recipient" = old."owner") and (recipient = old."owner" and not exists (select 1 from blocks as b where b.owner = old."owner" and b.blocked = sender)) limit 1001) as found
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'messages', '00000000-0000-0000-0000-000000000000', old."owner", true
    where (select count(*) from (select "id" from "messages" where "sender" = old."blocked" and ("recipient" = old."owner") and (recipient = old."owner" and not exists (select 1 from blocks as b where b.owner = old."owner" and b.blocked = sender)) limit 1001) as found) > 1000
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'sponsor_tasks', found.id, old."owner", true from (select "id" from "sponsor_tasks" where "giver" = old."blocked" and ("doer" = old."owner") and (doer = old."owner" and not exists (select 1 from blocks as b where b.owner = old."owner" and b.blocked = giver)) limit 1001) as found
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'sponsor_tasks', '00000000-0000-0000-0000-000000000000', old."owner", true
    where (select count(*) from (select "id" from "sponsor_tasks" where "giver" = old."blocked" and ("doer" = old."owner") and (doer = old."owner" and not exists (select 1 from blocks as b where b.owner = old."owner" and b.blocked = giver)) limit 1001) as found) > 1000
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;
  end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and (new."blocked", new."owner") is distinct from (old."blocked", old."owner") then
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'profiles', found.id, new."owner", true from (select "id" from "profiles" where "person" = new."blocked" and (exists (select 1 from connections as c where c.status = 'active' and ((c.sponsor = new."owner" and c.sponsee = person) or (c.sponsee = new."owner" and c.sponsor = person))) and not exists (select 1 from blocks as b where b.owner = new."owner" and b.blocked = person)) limit 1001) as found
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'profiles', '00000000-0000-0000-0000-000000000000', new."owner", true
    where (select count(*) from (select "id" from "profiles" where "person" = new."blocked" and (exists (select 1 from connections as c where c.status = 'active' and ((c.sponsor = new."owner" and c.sponsee = person) or (c.sponsee = new."owner" and c.sponsor = person))) and not exists (select 1 from blocks as b where b.owner = new."owner" and b.blocked = person)) limit 1001) as found) > 1000
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'connection_requests', found.id, new."owner", true from (select "id" from "connection_requests" where "sender" = new."blocked" and ("recipient" = new."owner") and (recipient = new."owner" and not exists (select 1 from blocks as b where b.owner = new."owner" and b.blocked = sender)) limit 1001) as found
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'connection_requests', '00000000-0000-0000-0000-000000000000', new."owner", true
    where (select count(*) from (select "id" from "connection_requests" where "sender" = new."blocked" and ("recipient" = new."owner") and (recipient = new."owner" and not exists (select 1 from blocks as b where b.owner = new."owner" and b.blocked = sender)) limit 1001) as found) > 1000
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'messages', found.id, new."owner", true from (select "id" from "messages" where "sender" = new."blocked" and ("recipient" = new."owner") and (recipient = new."owner" and not exists (select 1 from blocks as b where b.owner = new."owner" and b.blocked = sender)) limit 1001) as found
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'messages', '00000000-0000-0000-0000-000000000000', new."owner", true
    where (select count(*) from (select "id" from "messages" where "sender" = new."blocked" and ("recipient" = new."owner") and (recipient = new."owner" and not exists (select 1 from blocks as b where b.owner = new."owner" and b.blocked = sender)) limit 1001) as found) > 1000
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'sponsor_tasks', found.id, new."owner", true from (select "id" from "sponsor_tasks" where "giver" = new."blocked" and ("doer" = new."owner") and (doer = new."owner" and not exists (select 1 from blocks as b where b.owner = new."owner" and b.blocked = giver)) limit 1001) as found
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'sponsor_tasks', '00000000-0000-0000-0000-000000000000', new."owner", true
    where (select count(*) from (select "id" from "sponsor_tasks" where "giver" = new."blocked" and ("doer" = new."owner") and (doer = new."owner" and not exists (select 1 from blocks as b where b.owner = new."owner" and b.blocked = giver)) limit 1001) as found) > 1000
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $body$;
revoke all on function sync."shares_blocks"() from public;
create or replace trigger shares_before before insert or update or delete on public."blocks"
  for each row execute function sync."shares_blocks"();
create or replace trigger shares_after after insert or update or delete on public."blocks"
  for each row execute function sync."shares_blocks"();
drop trigger if exists shared_before on public."blocks";
drop trigger if exists shares_before on public."connection_requests";
drop trigger if exists shares_after on public."connection_requests";
create or replace function sync."shared_connection_requests"() returns trigger
language plpgsql security definer set search_path = 'public' as $body$
begin
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and row(new."owner", new."sender", new."recipient") is distinct from row(old."owner", old."sender", old."recipient") then
    perform sync.lock_subjects(array[new."sender"]::uuid[], false);
  end if;
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and row(new."owner", new."sender", new."recipient") is distinct from row(old."owner", old."sender", old."recipient") then
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'connection_requests', old.id, gone.viewer, true from (select sharing.viewer from (select old."recipient" as viewer) as sharing where sharing.viewer is not null and exists (select 1 from "connection_requests" where "id" = old."id" and (recipient = sharing.viewer and not exists (select 1 from blocks as b where b.owner = sharing.viewer and b.blocked = sender)))) as gone
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;

  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $body$;
revoke all on function sync."shared_connection_requests"() from public;
create or replace trigger shared_before before insert or update or delete on public."connection_requests"
  for each row execute function sync."shared_connection_requests"();
create or replace function sync."shares_connections"() returns trigger
language plpgsql security definer set search_path = 'public' as $body$
begin
  if tg_when = 'BEFORE' then
    perform sync.lock_subjects(array[old."sponsee", new."sponsee", old."sponsor", new."sponsor"]::uuid[], true);
  end if;
  if tg_op <> 'INSERT' then
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'profiles', found.id, old."sponsor", true from (select "id" from "profiles" where "person" = old."sponsee" and (exists (select 1 from connections as c where c.status = 'active' and ((c.sponsor = old."sponsor" and c.sponsee = person) or (c.sponsee = old."sponsor" and c.sponsor = person))) and not exists (select 1 from blocks as b where b.owner = old."sponsor" and b.blocked = person)) limit 1001) as found
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'profiles', '00000000-0000-0000-0000-000000000000', old."sponsor", true
    where (select count(*) from (select "id" from "profiles" where "person" = old."sponsee" and (exists (select 1 from connections as c where c.status = 'active' and ((c.sponsor = old."sponsor" and c.sponsee = person) or (c.sponsee = old."sponsor" and c.sponsor = person))) and not exists (select 1 from blocks as b where b.owner = old."sponsor" and b.blocked = person)) limit 1001) as found) > 1000
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'profiles', found.id, old."sponsee", true from (select "id" from "profiles" where "person" = old."sponsor" and (exists (select 1 from connections as c where c.status = 'active' and ((c.sponsor = old."sponsee" and c.sponsee = person) or (c.sponsee = old."sponsee" and c.sponsor = person))) and not exists (select 1 from blocks as b where b.owner = old."sponsee" and b.blocked = person)) limit 1001) as found
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'profiles', '00000000-0000-0000-0000-000000000000', old."sponsee", true
    where (select count(*) from (select "id" from "profiles" where "person" = old."sponsor" and (exists (select 1 from connections as c where c.status = 'active' and ((c.sponsor = old."sponsee" and c.sponsee = person) or (c.sponsee = old."sponsee" and c.sponsor = person))) and not exists (select 1 from blocks as b where b.owner = old."sponsee" and b.blocked = person)) limit 1001) as found) > 1000
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'message_keys', found.id, old."sponsor", true from (select "id" from "message_keys" where "person" = old."sponsee" and (exists (select 1 from connections as c where c.status = 'active' and ((c.sponsor = old."sponsor" and c.sponsee = person) or (c.sponsee = old."sponsor" and c.sponsor = person)))) limit 1001) as found
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'message_keys', '00000000-0000-0000-0000-000000000000', old."sponsor", true
    where (select count(*) from (select "id" from "message_keys" where "person" = old."sponsee" and (exists (select 1 from connections as c where c.status = 'active' and ((c.sponsor = old."sponsor" and c.sponsee = person) or (c.sponsee = old."sponsor" and c.sponsor = person)))) limit 1001) as found) > 1000
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'message_keys', found.id, old."sponsee", true from (select "id" from "message_keys" where "person" = old."sponsor" and (exists (select 1 from connections as c where c.status = 'active' and ((c.sponsor = old."sponsee" and c.sponsee = person) or (c.sponsee = old."sponsee" and c.sponsor = person)))) limit 1001) as found
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'message_keys', '00000000-0000-0000-0000-000000000000', old."sponsee", true
    where (select count(*) from (select "id" from "message_keys" where "person" = old."sponsor" and (exists (select 1 from connections as c where c.status = 'active' and ((c.sponsor = old."sponsee" and c.sponsee = person) or (c.sponsee = old."sponsee" and c.sponsor = person)))) limit 1001) as found) > 1000
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;
  end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and (new."sponsee", new."sponsor") is distinct from (old."sponsee", old."sponsor") then
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'profiles', found.id, new."sponsor", true from (select "id" from "profiles" where "person" = new."sponsee" and (exists (select 1 from connections as c where c.status = 'active' and ((c.sponsor = new."sponsor" and c.sponsee = person) or (c.sponsee = new."sponsor" and c.sponsor = person))) and not exists (select 1 from blocks as b where b.owner = new."sponsor" and b.blocked = person)) limit 1001) as found
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'profiles', '00000000-0000-0000-0000-000000000000', new."sponsor", true
    where (select count(*) from (select "id" from "profiles" where "person" = new."sponsee" and (exists (select 1 from connections as c where c.status = 'active' and ((c.sponsor = new."sponsor" and c.sponsee = person) or (c.sponsee = new."sponsor" and c.sponsor = person))) and not exists (select 1 from blocks as b where b.owner = new."sponsor" and b.blocked = person)) limit 1001) as found) > 1000
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'profiles', found.id, new."sponsee", true from (select "id" from "profiles" where "person" = new."sponsor" and (exists (select 1 from connections as c where c.status = 'active' and ((c.sponsor = new."sponsee" and c.sponsee = person) or (c.sponsee = new."sponsee" and c.sponsor = person))) and not exists (select 1 from blocks as b where b.owner = new."sponsee" and b.blocked = person)) limit 1001) as found
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'profiles', '00000000-0000-0000-0000-000000000000', new."sponsee", true
    where (select count(*) from (select "id" from "profiles" where "person" = new."sponsor" and (exists (select 1 from connections as c where c.status = 'active' and ((c.sponsor = new."sponsee" and c.sponsee = person) or (c.sponsee = new."sponsee" and c.sponsor = person))) and not exists (select 1 from blocks as b where b.owner = new."sponsee" and b.blocked = person)) limit 1001) as found) > 1000
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'message_keys', found.id, new."sponsor", true from (select "id" from "message_keys" where "person" = new."sponsee" and (exists (select 1 from connections as c where c.status = 'active' and ((c.sponsor = new."sponsor" and c.sponsee = person) or (c.sponsee = new."sponsor" and c.sponsor = person)))) limit 1001) as found
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'message_keys', '00000000-0000-0000-0000-000000000000', new."sponsor", true
    where (select count(*) from (select "id" from "message_keys" where "person" = new."sponsee" and (exists (select 1 from connections as c where c.status = 'active' and ((c.sponsor = new."sponsor" and c.sponsee = person) or (c.sponsee = new."sponsor" and c.sponsor = person)))) limit 1001) as found) > 1000
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'message_keys', found.id, new."sponsee", true from (select "id" from "message_keys" where "person" = new."sponsor" and (exists (select 1 from connections as c where c.status = 'active' and ((c.sponsor = new."sponsee" and c.sponsee = person) or (c.sponsee = new."sponsee" and c.sponsor = person)))) limit 1001) as found
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'message_keys', '00000000-0000-0000-0000-000000000000', new."sponsee", true
    where (select count(*) from (select "id" from "message_keys" where "person" = new."sponsor" and (exists (select 1 from connections as c where c.status = 'active' and ((c.sponsor = new."sponsee" and c.sponsee = person) or (c.sponsee = new."sponsee" and c.sponsor = person)))) limit 1001) as found) > 1000
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $body$;
revoke all on function sync."shares_connections"() from public;
create or replace trigger shares_before before insert or update or delete on public."connections"
  for each row execute function sync."shares_connections"();
create or replace trigger shares_after after insert or update or delete on public."connections"
  for each row execute function sync."shares_connections"();
drop trigger if exists shared_before on public."connections";
drop trigger if exists shares_before on public."connection_check_ins";
drop trigger if exists shares_after on public."connection_check_ins";
drop trigger if exists shared_before on public."connection_check_ins";
drop trigger if exists shares_before on public."message_keys";
drop trigger if exists shares_after on public."message_keys";
create or replace function sync."shared_message_keys"() returns trigger
language plpgsql security definer set search_path = 'public' as $body$
begin
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and row(new."person") is distinct from row(old."person") then
    perform sync.lock_subjects(array[new."person"]::uuid[], false);
  end if;
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and row(new."person") is distinct from row(old."person") then
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'message_keys', old.id, gone.viewer, true from (select sharing.viewer from (select "sponsor" as viewer from "connections" where "sponsee" = old."person" union select "sponsee" as viewer from "connections" where "sponsor" = old."person") as sharing where sharing.viewer is not null and exists (select 1 from "message_keys" where "id" = old."id" and (exists (select 1 from connections as c where c.status = 'active' and ((c.sponsor = sharing.viewer and c.sponsee = person) or (c.sponsee = sharing.viewer and c.sponsor = person)))))) as gone
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;

  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $body$;
revoke all on function sync."shared_message_keys"() from public;
create or replace trigger shared_before before insert or update or delete on public."message_keys"
  for each row execute function sync."shared_message_keys"();
drop trigger if exists shares_before on public."messages";
drop trigger if exists shares_after on public."messages";
create or replace function sync."shared_messages"() returns trigger
language plpgsql security definer set search_path = 'public' as $body$
begin
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and row(new."owner", new."sender", new."recipient") is distinct from row(old."owner", old."sender", old."recipient") then
    perform sync.lock_subjects(array[new."sender"]::uuid[], false);
  end if;
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and row(new."owner", new."sender", new."recipient") is distinct from row(old."owner", old."sender", old."recipient") then
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'messages', old.id, gone.viewer, true from (select sharing.viewer from (select old."recipient" as viewer) as sharing where sharing.viewer is not null and exists (select 1 from "messages" where "id" = old."id" and (recipient = sharing.viewer and not exists (select 1 from blocks as b where b.owner = sharing.viewer and b.blocked = sender)))) as gone
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;

  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $body$;
revoke all on function sync."shared_messages"() from public;
create or replace trigger shared_before before insert or update or delete on public."messages"
  for each row execute function sync."shared_messages"();
drop trigger if exists shares_before on public."sponsor_tasks";
drop trigger if exists shares_after on public."sponsor_tasks";
create or replace function sync."shared_sponsor_tasks"() returns trigger
language plpgsql security definer set search_path = 'public' as $body$
begin
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and row(new."owner", new."giver", new."doer") is distinct from row(old."owner", old."giver", old."doer") then
    perform sync.lock_subjects(array[new."giver"]::uuid[], false);
  end if;
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and row(new."owner", new."giver", new."doer") is distinct from row(old."owner", old."giver", old."doer") then
    insert into sync.tombstones (collection, id, viewer, is_look)
    select 'sponsor_tasks', old.id, gone.viewer, true from (select sharing.viewer from (select old."doer" as viewer) as sharing where sharing.viewer is not null and exists (select 1 from "sponsor_tasks" where "id" = old."id" and (doer = sharing.viewer and not exists (select 1 from blocks as b where b.owner = sharing.viewer and b.blocked = giver)))) as gone
    on conflict (viewer, collection, id) do update
        set rev = excluded.rev, at = excluded.at, is_look = true;

  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $body$;
revoke all on function sync."shared_sponsor_tasks"() from public;
create or replace trigger shared_before before insert or update or delete on public."sponsor_tasks"
  for each row execute function sync."shared_sponsor_tasks"();
drop trigger if exists shares_before on public."todos";
drop trigger if exists shares_after on public."todos";
drop trigger if exists shared_before on public."todos";
drop trigger if exists shares_before on public."events";
drop trigger if exists shares_after on public."events";
drop trigger if exists shared_before on public."events";
drop trigger if exists shares_before on public."expenses";
drop trigger if exists shares_after on public."expenses";
drop trigger if exists shared_before on public."expenses";
drop trigger if exists shares_before on public."expense_budgets";
drop trigger if exists shares_after on public."expense_budgets";
drop trigger if exists shared_before on public."expense_budgets";
drop trigger if exists shares_before on public."expense_settlements";
drop trigger if exists shares_after on public."expense_settlements";
drop trigger if exists shared_before on public."expense_settlements";
drop trigger if exists shares_before on public."exchange_rates";
drop trigger if exists shares_after on public."exchange_rates";
drop trigger if exists shared_before on public."exchange_rates";
drop trigger if exists shares_before on public."record_versions";
drop trigger if exists shares_after on public."record_versions";
drop trigger if exists shared_before on public."record_versions";
drop trigger if exists shares_before on public."training_plans";
drop trigger if exists shares_after on public."training_plans";
drop trigger if exists shared_before on public."training_plans";
drop trigger if exists shares_before on public."training_runs";
drop trigger if exists shares_after on public."training_runs";
drop trigger if exists shared_before on public."training_runs";
drop trigger if exists shares_before on public."runners";
drop trigger if exists shares_after on public."runners";
drop trigger if exists shared_before on public."runners";
drop trigger if exists shares_before on public."matches";
drop trigger if exists shares_after on public."matches";
drop trigger if exists shared_before on public."matches";
drop trigger if exists shares_before on public."connection_feedback";
drop trigger if exists shares_after on public."connection_feedback";
drop trigger if exists shared_before on public."connection_feedback";
drop trigger if exists shares_before on public."reports";
drop trigger if exists shares_after on public."reports";
drop trigger if exists shared_before on public."reports";
drop trigger if exists shares_before on public."invitations";
drop trigger if exists shares_after on public."invitations";
drop trigger if exists shared_before on public."invitations";
drop trigger if exists shares_before on public."whatsapp_links";
drop trigger if exists shares_after on public."whatsapp_links";
drop trigger if exists shared_before on public."whatsapp_links";
drop trigger if exists shares_before on public."verified_purchases";
drop trigger if exists shares_after on public."verified_purchases";
drop trigger if exists shared_before on public."verified_purchases";
drop trigger if exists shares_before on public."family_places";
drop trigger if exists shares_after on public."family_places";
drop trigger if exists shared_before on public."family_places";
drop trigger if exists shares_before on public."family_members";
drop trigger if exists shares_after on public."family_members";
drop trigger if exists shared_before on public."family_members";
drop trigger if exists shares_before on public."strava_links";
drop trigger if exists shares_after on public."strava_links";
drop trigger if exists shared_before on public."strava_links";

delete from sync.collections where not (name = any (array['settings', 'consents', 'store_transactions', 'onboarding_progress', 'person_profiles', 'notifications', 'usage_days', 'mood_entries', 'meals', 'activities', 'workouts', 'journal_entries', 'habits', 'habit_entries', 'hydration_entries', 'energy_entries', 'sleep_entries', 'weight_entries', 'daily_measures', 'goals', 'own_measures', 'own_readings', 'sobriety_records', 'reflections', 'milestones', 'check_ins', 'sobriety_plans', 'profiles', 'candidates', 'blocks', 'connection_requests', 'connections', 'connection_check_ins', 'message_keys', 'messages', 'sponsor_tasks', 'todos', 'events', 'expenses', 'expense_budgets', 'expense_settlements', 'exchange_rates', 'record_versions', 'training_plans', 'training_runs', 'runners', 'matches', 'connection_feedback', 'reports', 'invitations', 'whatsapp_links', 'verified_purchases', 'family_places', 'family_members', 'strava_links']::text[]));
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('settings', 0, array['owner', 'name', 'value', 'clock', 'edited_at']::text[], false,
  0, array['insert', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('consents', 1, array['owner', 'category', 'version', 'text_hash', 'text_shown', 'is_given', 'decided_at', 'edited_at']::text[], false,
  1, array['insert', 'update', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('store_transactions', 2, array['owner', 'signed_text', 'signed_at', 'edited_at']::text[], false,
  2, array['insert', 'update', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('onboarding_progress', 3, array['owner', 'plan', 'step', 'rank', 'choices', 'reached_at', 'edited_at']::text[], false,
  3, array['insert', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('person_profiles', 4, array['owner', 'name', 'about', 'born_on', 'photo_path', 'phone', 'edited_at']::text[], false,
  4, array['insert', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('notifications', 5, array['owner', 'name', 'kind', 'body', 'link', 'action', 'is_snoozable', 'why', 'sent_at', 'is_read', 'is_opened', 'is_cleared', 'edited_at']::text[], false,
  5, array['insert', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('usage_days', 6, array['owner', 'day', 'event', 'times', 'edited_at']::text[], false,
  6, array['insert', 'update', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('mood_entries', 7, array['owner', 'mood', 'feelings', 'note', 'felt_at', 'edited_at']::text[], false,
  7, array['insert', 'update', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('meals', 8, array['owner', 'kind', 'description', 'calories', 'protein_grams', 'carbohydrate_grams', 'fat_grams', 'fibre_grams', 'photo_path', 'eaten_at', 'edited_at']::text[], false,
  8, array['insert', 'update', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('activities', 9, array['owner', 'kind', 'minutes', 'steps', 'metres', 'calories', 'note', 'started_at', 'edited_at']::text[], false,
  9, array['insert', 'update', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('workouts', 10, array['owner', 'kind', 'title', 'minutes', 'effort', 'sets', 'note', 'started_at', 'edited_at']::text[], false,
  10, array['insert', 'update', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('journal_entries', 11, array['owner', 'title', 'body', 'tags', 'written_at', 'edited_at']::text[], false,
  11, array['insert', 'update', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('habits', 12, array['owner', 'name', 'cadence', 'times', 'is_archived', 'edited_at']::text[], false,
  13, array['insert', 'update', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('habit_entries', 13, array['owner', 'habit', 'day', 'times', 'edited_at']::text[], false,
  13, array['insert', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('hydration_entries', 14, array['owner', 'millilitres', 'drink', 'drunk_at', 'edited_at']::text[], false,
  14, array['insert', 'update', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('energy_entries', 15, array['owner', 'energy', 'stress', 'note', 'felt_at', 'edited_at']::text[], false,
  15, array['insert', 'update', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('sleep_entries', 16, array['owner', 'fell_asleep_at', 'woke_at', 'quality', 'stages', 'note', 'edited_at']::text[], false,
  16, array['insert', 'update', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('weight_entries', 17, array['owner', 'grams', 'weighed_at', 'edited_at']::text[], false,
  17, array['insert', 'update', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('daily_measures', 18, array['owner', 'day', 'kind', 'amount', 'source', 'edited_at']::text[], false,
  18, array['insert', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('goals', 19, array['owner', 'pillar', 'name', 'target', 'unit', 'begins_on', 'ends_on', 'status', 'edited_at']::text[], false,
  19, array['insert', 'update', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('own_measures', 20, array['owner', 'name', 'kind', 'unit', 'lowest', 'highest', 'dose', 'is_archived', 'created_at', 'edited_at']::text[], false,
  21, array['insert', 'update', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('own_readings', 21, array['owner', 'measure', 'value', 'second', 'is_taken', 'note', 'measured_at', 'edited_at']::text[], false,
  21, array['insert', 'update', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('sobriety_records', 22, array['owner', 'began_on', 'ended_on', 'substance', 'note', 'kind', 'corrects', 'is_withdrawn', 'recorded_at', 'edited_at']::text[], false,
  24, array['insert', 'update', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('reflections', 23, array['owner', 'day', 'body', 'edited_at']::text[], false,
  23, array['insert', 'update', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('milestones', 24, array['owner', 'sobriety_record', 'days', 'reached_on', 'note', 'months', 'edited_at']::text[], false,
  24, array['insert', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('check_ins', 25, array['owner', 'day', 'kind', 'feeling', 'checked_at', 'edited_at']::text[], false,
  25, array['insert', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('sobriety_plans', 26, array['owner', 'programme', 'daily_hundredths', 'currency', 'region', 'contact_name', 'contact_phone', 'edited_at']::text[], false,
  26, array['insert', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('profiles', 27, array['owner', 'person', 'name', 'role', 'photo_path', 'bio', 'recovery_program', 'sober_since', 'region', 'availability', 'preferences', 'time_zone', 'edited_at']::text[], true,
  47, array[]::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('candidates', 28, array['owner', 'person', 'name', 'role', 'recovery_program', 'sober_since', 'region', 'availability', 'bio', 'looks_for', 'is_visible', 'preferences', 'edited_at']::text[], false,
  28, array['insert', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('blocks', 29, array['owner', 'blocked', 'reason', 'edited_at']::text[], false,
  47, array[]::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('connection_requests', 30, array['owner', 'sender', 'recipient', 'asks_for', 'note', 'status', 'answered_at', 'sent_at', 'claim', 'edited_at']::text[], true,
  47, array[]::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('connections', 31, array['owner', 'request', 'sponsor', 'sponsee', 'status', 'began_at', 'ended_at', 'ended_by', 'edited_at']::text[], false,
  47, array[]::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('connection_check_ins', 32, array['owner', 'connection', 'planner', 'partner', 'planned_at', 'edited_at']::text[], false,
  47, array['insert', 'update', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('message_keys', 33, array['owner', 'person', 'number', 'signing', 'agreement', 'signature', 'announced_at', 'edited_at']::text[], true,
  47, array[]::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('messages', 34, array['owner', 'connection', 'sender', 'recipient', 'body', 'sent_at', 'delivered_at', 'read_at', 'edited_at']::text[], true,
  47, array[]::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('sponsor_tasks', 35, array['owner', 'connection', 'giver', 'doer', 'body', 'due_on', 'given_at', 'done_at', 'note', 'edited_at']::text[], true,
  47, array[]::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('todos', 36, array['owner', 'title', 'notes', 'color', 'list_name', 'due_on', 'due_time', 'repeats', 'reminder_lead', 'parent_id', 'event_id', 'expense_id', 'status', 'completed_at', 'created_at', 'edited_at']::text[], false,
  36, array['insert', 'update', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('events', 37, array['owner', 'title', 'description', 'location', 'starts_at', 'ends_at', 'is_all_day', 'time_zone', 'recurrence', 'exceptions', 'source', 'source_id', 'edited_at']::text[], false,
  37, array['insert', 'update', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('expenses', 38, array['owner', 'amount', 'currency', 'category', 'spent_on', 'merchant', 'description', 'receipt_path', 'receipt_text', 'shares', 'paid_by', 'repeats', 'edited_at']::text[], false,
  38, array['insert', 'update', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('expense_budgets', 39, array['owner', 'category', 'currency', 'amount', 'edited_at']::text[], false,
  39, array['insert', 'update', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('expense_settlements', 40, array['owner', 'person', 'amount', 'currency', 'settled_on', 'edited_at']::text[], false,
  40, array['insert', 'update', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('exchange_rates', 41, array['owner', 'from_currency', 'to_currency', 'millionths', 'valid_on', 'edited_at']::text[], false,
  41, array['insert', 'update', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('record_versions', 42, array['owner', 'kind', 'record_id', 'change', 'fields', 'changed_at', 'person', 'device', 'device_id', 'edited_at']::text[], false,
  42, array['insert', 'update', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('training_plans', 43, array['owner', 'status', 'runner', 'seed', 'changes', 'made_at', 'edited_at']::text[], false,
  43, array['insert', 'update', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('training_runs', 44, array['owner', 'ran_on', 'activity', 'metres', 'seconds', 'effort', 'pain', 'note', 'planned_metres', 'planned_kind', 'source', 'edited_at']::text[], false,
  44, array['insert', 'update', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('runners', 45, array['owner', 'identity', 'physical', 'running', 'goals', 'schedule', 'health', 'coaching', 'connections', 'inferred', 'data_completeness', 'stage', 'changed_at', 'edited_at']::text[], false,
  45, array['insert', 'update', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('matches', 46, array['owner', 'candidate', 'score', 'reasons', 'status', 'last_shown_at', 'cools_until', 'edited_at']::text[], false,
  46, array['insert', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('connection_feedback', 47, array['owner', 'connection', 'body', 'edited_at']::text[], false,
  47, array['insert', 'update', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('reports', 48, array['owner', 'person', 'kind', 'body', 'evidence', 'edited_at']::text[], false,
  48, array['insert', 'update', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('invitations', 49, array['owner', 'code_hash', 'asks_for', 'expires_at', 'used_by', 'used_at', 'edited_at']::text[], false,
  49, array['insert', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('whatsapp_links', 50, array['owner', 'phone', 'mark', 'verified_at', 'pending', 'code_hash', 'asked_at', 'asks', 'wrong', 'stopped_at', 'sent_at', 'notice', 'edited_at']::text[], false,
  50, array['insert', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('verified_purchases', 51, array['owner', 'app', 'original', 'statement', 'signed_text', 'version', 'edited_at']::text[], false,
  51, array['insert', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('family_places', 52, array['owner', 'app', 'seat', 'code_hash', 'made_at', 'expires_at', 'edited_at']::text[], false,
  53, array['insert', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('family_members', 53, array['owner', 'app', 'place', 'name', 'joined_at', 'edited_at']::text[], false,
  53, array['insert', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;
insert into sync.collections (name, place, fields, is_shared, group_number, together)
values ('strava_links', 54, array['owner', 'sealed_tokens', 'version', 'claimed_at', 'edited_at']::text[], false,
  54, array['insert', 'delete']::text[])
on conflict (name) do update
  set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
    group_number = excluded.group_number, together = excluded.together;

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
  fresh xid8 := ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8;
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
  if not 'created_at' = any (writable) then
    fields := fields - 'created_at';
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

-- Returns the runs of a push, each as the places of its entries. Of a record a run contains one entry at most. An
-- entry that needs a closer look, such as one without a valid id, is a run of its own.
create or replace function sync.runs(entries jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
  with given as (
    select g.place::integer as place, g.entry, c.group_number, g.entry ->> 'collection' as name,
      lower(g.entry ->> 'id') as id, g.entry ->> 'kind' as kind, c.fields as writable,
      coalesce(g.entry ->> 'kind' = any (c.together), false)
        and coalesce(g.entry ->> 'id' ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$', false)
        and coalesce(jsonb_typeof(g.entry -> 'fields'), 'null') in ('object', 'null')
        and lower(coalesce(g.entry -> 'fields' ->> 'id', g.entry ->> 'id')) = lower(g.entry ->> 'id') as is_plain
    from jsonb_array_elements(entries) with ordinality as g(entry, place)
    left join sync.collections as c on c.name = g.entry ->> 'collection'
  ), shaped as (
    select g.*, case when not g.is_plain then null when g.kind = 'delete' then '{}' else (
      select case when bool_and(k = any (g.writable)) is not false then coalesce(array_agg(k order by k), '{}') end
      from jsonb_object_keys(case jsonb_typeof(g.entry -> 'fields') when 'object' then g.entry -> 'fields' else '{}' end) as k
      where k not in ('id', 'rev', 'updated_at')
    ) end as shape
    from given as g
  ), marked as (
    select s.*,
      s.shape is null or row_number() over record > 1
        or (s.name, s.kind, s.shape, s.entry ? 'edited_at') is distinct from
          lag((s.name, s.kind, s.shape, s.entry ? 'edited_at')) over in_group as is_first
    from shaped as s
    window record as (partition by s.name, s.id order by s.place),
      in_group as (partition by s.group_number order by s.place)
  ), numbered as (
    select m.place, m.group_number, sum(m.is_first::integer) over (partition by m.group_number order by m.place) as run
    from marked as m
  ), runs as (
    select jsonb_agg(n.place order by n.place) as places, min(n.place) as head from numbered as n
    group by n.group_number, n.run
  )
  select jsonb_agg(r.places order by r.head) from runs as r
  );
end $$;

-- Applies a run by one statement. Returns the results in the order of the entries, null for those that must be applied
-- one by one, as they conflict; null instead of all when the statement failed, and then nothing is changed.
create or replace function sync.apply_run(entries jsonb[]) returns json[]
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
declare
  me uuid := auth.uid();
  name text := entries[1] ->> 'collection';
  kind text := entries[1] ->> 'kind';
  writable text[];
  names text[];
  ops uuid[];
  ids uuid[];
  bases text[];
  fresh text[];
  news jsonb;
  done_ids uuid[];
  done_revs text[];
  code text;
begin
  select c.fields into writable from sync.collections as c where c.name = entries[1] ->> 'collection';
  -- New entries alone. Revisions are assigned in the order of the entries.
  select array_agg(n.op), array_agg(n.id), array_agg(n.base), array_agg(n.fresh::text), jsonb_agg(
      (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(n.fields) as f where f.key = any (writable))
      || case when n.entry ? 'edited_at' and 'edited_at' = any (writable)
        then jsonb_build_object('edited_at', n.entry -> 'edited_at') else '{}' end
      || jsonb_build_object('id', n.id, 'rev', n.fresh))
  into ops, ids, bases, fresh, news
  from (
    select e.*, ((pg_current_xact_id()::text::bigint << 20) | (nextval('sync.revisions') & 1048575))::text::xid8 as fresh from (
      select g.entry, (g.entry ->> 'op_id')::uuid as op, (g.entry ->> 'id')::uuid as id, g.entry ->> 'base' as base,
        case jsonb_typeof(g.entry -> 'fields') when 'object' then g.entry -> 'fields' else '{}' end as fields
      from unnest(entries) with ordinality as g(entry, place)
      -- Subqueries for single values: a join might read all that the person ever pushed.
      where (select o.op_id from sync.operations as o where o.person = me and o.op_id = (g.entry ->> 'op_id')::uuid) is null
        and (kind <> 'insert' or coalesce(coalesce(g.entry ->> 'base', '') = (
          select s.rev::text from sync.tombstones as s
          where s.viewer = me and s.collection = name and s.id = (g.entry ->> 'id')::uuid
        ), true))
      order by g.place offset 0
    ) as e
  ) as n;
  if ids is not null then
    begin
      select array_agg(k) into names from jsonb_object_keys(news -> 0) as k where k <> 'id';
      case kind
      when 'insert' then
        execute format(
          'with done as (
            insert into public.%1$I (id, %2$s)
            select new.id, %3$s from jsonb_populate_recordset(null::public.%1$I, $1) as new returning id, rev::text as made
          ) select array_agg(id), array_agg(made) from done', name,
          (select string_agg(format('%I', n), ', ') from unnest(names) as n),
          (select string_agg(format('new.%I', n), ', ') from unnest(names) as n))
        into done_ids, done_revs using news;
      when 'update' then
        execute format(
          'with done as (
            update public.%1$I as t set %2$s
            from jsonb_populate_recordset(null::public.%1$I, $1) as new
            join unnest($2, $3) as given(id, base) on given.id = new.id
            where t.id = new.id and t.rev::text = given.base returning t.id, t.rev::text as made
          ) select array_agg(id), array_agg(made) from done', name,
          (select string_agg(format('%1$I = new.%1$I', n), ', ') from unnest(names) as n))
        into done_ids, done_revs using news, ids, bases;
      when 'delete' then
        execute format(
          'with done as (
            delete from public.%1$I as t using unnest($1, $2) as given(id, base)
            where t.id = given.id and t.rev::text = given.base returning t.id
          ) select array_agg(id) from done', name)
        into done_ids using ids, bases;
        -- The tombstones are there when the statement has ended.
        select array_agg(d.id), array_agg(coalesce(
          (select s.rev::text from sync.tombstones as s where s.viewer = me and s.collection = name and s.id = d.id), g.fresh))
        into done_ids, done_revs
        from unnest(done_ids) as d(id) join unnest(ids, fresh) as g(id, fresh) on g.id = d.id;
      end case;
      -- A concurrent push of the same operations makes this fail, or the statement before it.
      insert into sync.operations (person, op_id, rev)
      select me, g.op, d.made::xid8 from unnest(done_ids, done_revs) as d(id, made)
      join unnest(ids, ops) as g(id, op) on g.id = d.id;
    exception when others then
      get stacked diagnostics code = returned_sqlstate;
      -- As in sync.apply: no entry caused this error.
      if left(code, 2) not in ('22', '23', '44', 'P0', 'PT', 'TB') and code <> '42501' then raise; end if;
      return null;
    end;
  end if;
  return (
    select array_agg(case when g.rev is not null then json_build_object('op_id', g.op,
      'outcome', case when g.op = any (ops) then 'applied' else 'already_applied' end, 'rev', g.rev) end order by g.place)
    from (
      select e.place, (e.entry ->> 'op_id')::uuid as op, (
        select o.rev::text from sync.operations as o where o.person = me and o.op_id = (e.entry ->> 'op_id')::uuid
      ) as rev
      from unnest(entries) with ordinality as e(entry, place)
    ) as g
  );
end $$;

-- Applies a run by as few statements as succeed; returns the results in the order of the entries.
create or replace function sync.apply_all(entries jsonb[]) returns json[]
language plpgsql set search_path = '' as $$
declare
  total constant integer := cardinality(entries);
  size constant integer := (total + 19) / 20;
  piece jsonb[];
  answers json[];
  part json[];
begin
  if total >= 4 then
    answers := sync.apply_run(entries);
  end if;
  if answers is null then
    answers := '{}';
    for head in 1..total by size loop
      piece := entries[head:head + size - 1];
      part := null;
      if size >= 4 then
        part := sync.apply_run(piece);
      end if;
      answers := answers || coalesce(part, array_fill(null::json, array[cardinality(piece)]));
    end loop;
  end if;
  for place in 1..total loop
    if answers[place] is null then
      answers[place] := sync.apply(entries[place]);
    end if;
  end loop;
  return answers;
end $$;

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
  if jsonb_array_length(entries) > 500 then
    raise exception using errcode = '54000', message = 'At most 500 entries at once.';
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
  if cardinality(given) < 4
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

-- For signed-in users only: a caller without a session gets one error, not a refusal for each entry.
revoke all on function sync.row_of(text, uuid), sync.stone_of(text, uuid), sync.conflict(jsonb, text, uuid), sync.refused(jsonb, text, text), sync.missed(jsonb, text, uuid, text), sync.apply(jsonb), public.sync_push(uuid, text, jsonb), sync.runs(jsonb), sync.apply_run(jsonb[]), sync.apply_all(jsonb[]) from public, anon, service_role;
grant execute on function sync.row_of(text, uuid), sync.stone_of(text, uuid), sync.conflict(jsonb, text, uuid), sync.refused(jsonb, text, text), sync.missed(jsonb, text, uuid, text), sync.apply(jsonb), public.sync_push(uuid, text, jsonb), sync.runs(jsonb), sync.apply_run(jsonb[]), sync.apply_all(jsonb[]) to authenticated;

-- Returns one page of a collection as comma-separated JSON objects, its end, and whether more follows. In a shared
-- collection a tombstone that only tells to look again is the row while the caller sees it, unless its own revision
-- or the first pull since `since` brings it; else its revision is `newest`, since the device may know a later one
-- than the tombstone's.
drop function if exists sync.page(text, xid8, uuid, xid8, integer);
create or replace function sync.page(
  collection text, is_shared boolean, from_rev xid8, from_id uuid, since xid8, horizon xid8, size integer, newest xid8,
  out count integer, out changes text, out to_rev xid8, out to_id uuid, out more boolean
)
language plpgsql set search_path = '' as $$
begin
  execute format($q$
    with present as (
      select t.rev, t.id, row_to_json(t)::text as content, t.rev as told from public.%1$I as t
      where (t.rev, t.id) > ($1, $2) and t.rev < $3 order by t.rev, t.id limit $4 + 1
    ), gone as (
      %2$s
      order by s.rev, s.id limit $4 + 1
    ), page as (
      select *, row_number() over (order by rev, id) as place
      from (select * from present union all select * from gone) as every order by rev, id limit $4 + 1
    )
    select count(*) filter (where place <= $4), string_agg(
      '{"collection":' || to_json(%1$L::text) || ',"id":"' || id || '","rev":"' || told || '","deleted":'
      || case when content is null then 'true}' else 'false,"row":' || content || '}' end, ',' order by place)
      filter (where place <= $4),
      (array_agg(rev order by place) filter (where place <= $4))[$4],
      (array_agg(id order by place) filter (where place <= $4))[$4], count(*) > $4
    from page $q$, collection, case when is_shared then format($q$
      select s.rev, s.id, seen.content,
        coalesce(seen.rev, case when s.is_look then $5 else s.rev end) as told
      from sync.tombstones as s left join lateral (
        select t.rev, row_to_json(t)::text as content from public.%1$I as t where t.id = s.id
      ) as seen on true
      where s.collection = %1$L and (s.rev, s.id) > ($1, $2) and s.rev < $3 and s.id <> %2$L
        and (seen.rev is null or (seen.rev, s.id) <= ($1, $2) and s.rev >= $6) $q$, collection, '00000000-0000-0000-0000-000000000000')
    else format($q$
      select s.rev, s.id, null::text as content, s.rev as told from sync.tombstones as s
      where s.collection = %L and (s.rev, s.id) > ($1, $2) and s.rev < $3 $q$, collection) end)
  into count, changes, to_rev, to_id, more using from_rev, from_id, horizon, size, newest, since;
end $$;

-- Returns whether rows visible to the caller are committed at or above the horizon: they are not read yet, because
-- an older transaction is open.
create or replace function sync.is_held(collections text[], horizon xid8) returns boolean
language plpgsql set search_path = '' as $$
declare
  name text;
  held boolean;
begin
  foreach name in array collections loop
    execute format('select exists (select from public.%I as t where t.rev >= $1)', name) into held using horizon;
    if held then return true; end if;
  end loop;
  return exists (
    select from sync.tombstones as s
    where s.viewer = auth.uid() and s.collection = any (collections) and s.rev >= horizon
  );
end $$;

-- Returns the revision below which every transaction of this database has ended. Transactions of other databases in
-- the cluster, which `pg_snapshot_xmin` waits for, cannot have written here and are ignored.
create or replace function sync.horizon() returns xid8
language plpgsql set search_path = '' as $$
declare
  seen pg_snapshot := pg_current_snapshot();
  oldest xid8;
begin
  select x into oldest from pg_snapshot_xip(seen) as x
  where not exists (
    select from pg_locks as l join pg_stat_activity as a on a.pid = l.pid
    where l.locktype = 'transactionid' and l.mode = 'ExclusiveLock' and l.granted
      and l.transactionid = (x::text::bigint & 4294967295)::text::xid
      and a.datid <> (select d.oid from pg_database as d where d.datname = current_database())
  )
  order by x limit 1;
  oldest := coalesce(oldest, pg_snapshot_xmax(seen));
  return (oldest::text::bigint << 20)::text::xid8;
end $$;

create or replace function public.sync_pull(
  device uuid default null, epoch text default null, cursors jsonb default '{}', "limit" integer default 500
) returns json
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
declare
  state record;
  horizon xid8 := (pg_snapshot_xmin(pg_current_snapshot())::text::bigint << 20)::text::xid8;
  room integer := coalesce("limit", 500);
  names text[];
  name text;
  piece text[];
  page record;
  answers text[] := '{}';
  places jsonb := '{}';
  resync text[] := '{}';
  more boolean := false;
  future xid8;
  is_shared boolean;
  last_id constant uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
begin
  if auth.uid() is null then
    raise exception using errcode = '42501', message = 'permission denied for function sync_pull';
  elsif not room between 1 and 1000 then
    raise exception using errcode = '22023', message = 'limit is a number from 1 to 1000.';
  end if;
  select s.epoch, s.purged into state from sync.state as s;
  if jsonb_typeof(cursors) is distinct from 'object' then
    raise exception using errcode = '22023', message = 'cursors must be an object.';
  end if;
  if (select count(*) from jsonb_object_keys(cursors)) > 100 then
    raise exception using errcode = '54000', message = 'At most 100 collections at once.';
  end if;
  for name in select k from jsonb_object_keys(cursors) as k where not exists (select from sync.collections as c where c.name = k) loop
    -- PostgREST raises its own error codes in this form.
    raise sqlstate 'PGRST' using
      message = json_build_object('code', 'PGRST205',
        'message', format('Could not find the table ''public.%s'' in the schema cache', name))::text,
      detail = '{"status":404,"headers":{}}';
  end loop;
  select coalesce(array_agg(c.name order by c.place), '{}') into names from sync.collections as c where cursors ? c.name;

  -- Waits for short transactions, so that a change announced a moment ago is included.
  for round in 1..50 loop
    exit when not sync.is_held(names, horizon);
    perform pg_sleep(case round when 1 then 0 else 0.005 end);
    horizon := sync.horizon();
  end loop;

  future := (pg_snapshot_xmax(pg_current_snapshot())::text::bigint << 20)::text::xid8;
  foreach name in array names loop
    piece := null;
    select c.is_shared into is_shared from sync.collections as c where c.name = name;
    if room = 0 then
      -- The page is full; this collection follows in the next one.
      more := true;
      places := places || jsonb_build_object(name, cursors -> name);
      continue;
    elsif cursors ->> name is not null then
      piece := string_to_array(cursors ->> name, '.');
      if epoch <> state.epoch or array_length(piece, 1) is distinct from 3 or piece[1] !~ '^[0-9]{1,19}$' or piece[3] !~ '^[0-9]{1,19}$'
        or piece[2] !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then
        piece := null;
      elsif greatest(piece[1]::numeric, piece[3]::numeric) <= state.purged::text::numeric
        or piece[1]::numeric >= future::text::numeric
      then
        -- Tombstones since this cursor are purged, or the cursor lies in the future.
        piece := null;
      elsif is_shared and exists (
        select from sync.tombstones as s where s.viewer = auth.uid() and s.collection = name
          and s.id = '00000000-0000-0000-0000-000000000000' and s.rev >= piece[3]::xid8 and s.rev < horizon
      ) then
        -- More rows appeared or disappeared since then than were noted one by one.
        piece := null;
      end if;
      if piece is null then
        resync := resync || name;
      end if;
    end if;
    piece := coalesce(piece, array['0', '00000000-0000-0000-0000-000000000000', horizon::text]);
    select * into page from sync.page(
      name, is_shared, piece[1]::xid8, piece[2]::uuid, piece[3]::xid8, horizon, room, (future::text::bigint - 1)::text::xid8);
    if page.count > 0 then
      answers := answers || page.changes;
      room := room - page.count;
    end if;
    if page.more then
      more := true;
      if page.count > 0 then
        piece := array[page.to_rev::text, page.to_id::text, piece[3]];
      end if;
    else
      -- Everything below the horizon is read, including rows the caller cannot see.
      piece := array[
        greatest(horizon::text::bigint - 1, piece[1]::bigint)::text, last_id::text,
        greatest(horizon::text::bigint, piece[3]::bigint)::text];
    end if;
    places := places || jsonb_build_object(name, array_to_string(piece, '.'));
  end loop;
  return ('{"epoch":' || to_json(state.epoch) || ',"changes":[' || array_to_string(answers, ',') || '],"cursors":'
    || places || ',"more":' || more || ',"resync":' || to_json(resync) || '}')::json;
end $$;

revoke all on function sync.page(text, boolean, xid8, uuid, xid8, xid8, integer, xid8), sync.is_held(text[], xid8),
  sync.horizon(), public.sync_pull(uuid, text, jsonb, integer) from public, anon, service_role;
grant execute on function sync.page(text, boolean, xid8, uuid, xid8, xid8, integer, xid8), sync.is_held(text[], xid8),
  sync.horizon(), public.sync_pull(uuid, text, jsonb, integer) to authenticated;

-- Adds the tables to the publication of Supabase Realtime.
do $$
declare name text;
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
  foreach name in array array['settings', 'consents', 'store_transactions', 'onboarding_progress', 'person_profiles', 'notifications', 'usage_days', 'mood_entries', 'meals', 'activities', 'workouts', 'journal_entries', 'habits', 'habit_entries', 'hydration_entries', 'energy_entries', 'sleep_entries', 'weight_entries', 'daily_measures', 'goals', 'own_measures', 'own_readings', 'sobriety_records', 'reflections', 'milestones', 'check_ins', 'sobriety_plans', 'profiles', 'candidates', 'blocks', 'connection_requests', 'connections', 'connection_check_ins', 'message_keys', 'messages', 'sponsor_tasks', 'todos', 'events', 'expenses', 'expense_budgets', 'expense_settlements', 'exchange_rates', 'record_versions', 'training_plans', 'training_runs', 'runners', 'matches', 'connection_feedback', 'reports', 'invitations', 'whatsapp_links', 'verified_purchases', 'family_places', 'family_members', 'strava_links']::text[] loop
    if not exists (
      select from pg_publication_tables
      where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = name
    ) then
      execute format('alter publication supabase_realtime add table public.%I', name);
    end if;
  end loop;
end $$;
