/**
 * The tables that are the service's own: the directory of spaces, their keys, counters and settings. Each migration is history
 * and never changes; the tables of records come from the catalog (align-tables.ts).
 */
import type { Knex } from 'knex';
import { waitBriefly } from './change-tables.js';

interface Migration {
  readonly name: string;
  up(knex: Knex): Promise<void>;
}

const migrations: readonly Migration[] = [
  {
    name: '001-directory',
    async up(knex) {
      await knex.schema.createTable('spaces', (table) => {
        table.text('space_id').primary();
        table.text('name').notNullable();
        // Every change of a record of the space takes the next number.
        table.bigInteger('revision').notNullable().defaultTo(0);
        // Which system fields its Field records describe.
        table.text('fields_version');
        table.text('created_at').notNullable();
      });
      await knex.schema.createTable('api_keys', (table) => {
        table.text('space_id').notNullable();
        table.text('token').notNullable();
        table.text('password_hash').notNullable();
        table.text('label');
        table.boolean('read_only').notNullable().defaultTo(false);
        table.text('expires_at');
        table.text('revoked_at');
        table.text('created_at').notNullable();
        table.primary(['space_id', 'token']);
      });
      await knex.schema.createTable('space_counters', (table) => {
        table.text('space_id').notNullable();
        table.text('name').notNullable();
        table.bigInteger('value').notNullable();
        table.primary(['space_id', 'name']);
      });
      await knex.schema.createTable('settings', (table) => {
        table.text('name').primary();
        table.text('value').notNullable();
      });
    },
  },
  {
    name: '002-keys-of-users',
    async up(knex) {
      await knex.schema.alterTable('api_keys', (table) => {
        // The user for whom the key asks. No foreign key: records are deleted by a mark, and their tables are not there yet.
        table.uuid('client_id');
      });
      await knex.schema.alterTable('spaces', (table) => {
        // It says more than which fields a space has: which seed data and descriptions of the service.
        table.renameColumn('fields_version', 'catalog_version');
      });
    },
  },
  {
    name: '003-idempotency-keys',
    async up(knex) {
      await knex.schema.createTable('idempotency_keys', (table) => {
        table.text('space_id').notNullable();
        table.text('key').notNullable();
        table.text('request_digest').notNullable();
        // Null until the transaction that took the key ends.
        table.integer('status');
        table.text('headers');
        table.text('body');
        table.text('created_at').notNullable();
        table.primary(['space_id', 'key']);
        table.index(['space_id', 'created_at']);
      });
    },
  },
  {
    name: '004-duplicate-keys',
    async up(knex) {
      await knex.schema.createTable('duplicate_keys', (table) => {
        table.text('space_id').notNullable();
        table.text('entity_type').notNullable();
        table.text('key').notNullable();
        // An id as text, which every database puts in the same order.
        table.text('record_id').notNullable();
        // Another record has the key too.
        table.boolean('shared').notNullable();
        table.primary(['space_id', 'entity_type', 'key', 'record_id']);
      });
      // The type comes after the record: a database without statistics would else take this index for one by key as well.
      await knex.raw(
        'CREATE UNIQUE INDEX "duplicate_keys_record" ON "duplicate_keys" ("space_id", "record_id", "entity_type", "key")',
      );
      await knex.raw(
        'CREATE INDEX "duplicate_keys_shared" ON "duplicate_keys" ("space_id", "entity_type", "record_id", "key") WHERE "shared"',
      );
      await knex.schema.createTable('duplicate_progress', (table) => {
        table.text('space_id').notNullable();
        table.text('entity_type').notNullable();
        // How the keys were made; made in another way, they are of no use.
        table.text('method').notNullable();
        // The last change whose keys are there: revision and id of the record.
        table.bigInteger('revision').notNullable();
        table.text('record_id').notNullable();
        table.primary(['space_id', 'entity_type']);
      });
    },
  },
  {
    name: '005-metadata-revision',
    async up(knex) {
      await knex.schema.alterTable('spaces', (table) => {
        // The revision of the last change of what the space itself has defined: its fields and entities.
        table.bigInteger('metadata_revision').notNullable().defaultTo(0);
      });
    },
  },
  {
    name: '006-recomputations',
    async up(knex) {
      await knex.schema.createTable('recomputations', (table) => {
        table.text('space_id').notNullable();
        // The entity type whose fields have changed, and the ids of these as a JSON array.
        table.text('entity_type').notNullable();
        table.text('field_ids').notNullable();
        table.bigInteger('wanted_at').notNullable();
        // The chunks of records that are to be written, as JSON; null until they are known.
        table.text('passes');
        table.integer('passes_done').notNullable();
        // The last record that was looked at.
        table.text('position');
        table.bigInteger('done').notNullable();
        table.bigInteger('total').notNullable();
        // The process at work, and until when, in milliseconds since 1970, it may be believed to be alive.
        table.text('holder');
        table.bigInteger('held_until');
        table.primary(['space_id', 'entity_type']);
      });
    },
  },
  {
    name: '007-follow-ups',
    async up(knex) {
      await knex.schema.createTable('follow_ups', (table) => {
        table.text('space_id').notNullable();
        // The Field or Entity record whose change is carried out, what people call that, and how it is done, as JSON.
        table.uuid('record_id').notNullable();
        table.text('entity_type').notNullable();
        table.text('action').notNullable();
        table.text('steps').notNullable();
        table.bigInteger('left_at').notNullable();
        table.integer('steps_done').notNullable();
        // The last record that was looked at in the step under way.
        table.text('position');
        table.bigInteger('done').notNullable();
        // Null until they are counted.
        table.bigInteger('total');
        // As in recomputations.
        table.text('holder');
        table.bigInteger('held_until');
        table.primary(['space_id', 'record_id']);
      });
    },
  },
  {
    name: '008-jobs',
    async up(knex) {
      await knex.schema.createTable('jobs', (table) => {
        table.text('space_id').notNullable();
        // The changed Field or Entity record, or the entity type whose values are recomputed.
        table.text('subject').notNullable();
        table.text('action').notNullable();
        // The records that show the progress, as a JSON array of ids.
        table.text('record_ids').notNullable();
        // The revision of the space at which it was enqueued.
        table.bigInteger('revision').notNullable();
        // What is done one after another, as JSON; null until it is planned.
        table.text('steps');
        table.integer('steps_done').notNullable();
        // The last record of the current step that was processed.
        table.text('position');
        table.bigInteger('done').notNullable();
        // Null until it is counted.
        table.bigInteger('total');
        // The process at work, and until when, in milliseconds since 1970, nobody else may take the job.
        table.text('lease_owner');
        table.bigInteger('leased_until');
        table.primary(['space_id', 'subject']);
      });
      for (const row of await knex('recomputations')) await knex('jobs').insert(jobOfRecomputation(row));
      for (const row of await knex('follow_ups')) await knex('jobs').insert(jobOfFollowUp(row));
      // Not of a space: the server sweeps all files.
      const sweep = { space_id: '', subject: 'files', action: 'sweep-files', record_ids: '[]', revision: 0 };
      await knex('jobs').insert({ ...sweep, steps: '[]', steps_done: 0, done: 0 });
      await knex.schema.dropTable('recomputations');
      await knex.schema.dropTable('follow_ups');
    },
  },
  {
    name: '009-rate-usage',
    async up(knex) {
      await knex.schema.createTable('rate_usage', (table) => {
        table.text('space_id').notNullable();
        // The token of a key; empty: all keys of the space.
        table.text('subject').notNullable();
        table.text('measure').notNullable();
        // Since 1970; what was used in earlier ones is of no use.
        table.bigInteger('minute').notNullable();
        table.bigInteger('used').notNullable();
        table.primary(['space_id', 'subject', 'measure']);
      });
    },
  },
  {
    name: '010-fewer-text-indexes',
    async up(knex) {
      // Each made a new record a tenth dearer, for filters that nobody is known to send.
      const ofBoth = ['email1', 'country_folded', 'email2_folded', 'phone1_folded', 'phone2_folded', 'zip_code_folded'];
      const names = [
        ...['accounts', 'contacts'].flatMap((table) => ofBoth.map((part) => `${table}_${part}`)),
        ...['contacts_first_name_folded', 'contacts_formatted_name_folded'],
      ];
      for (const name of names) await knex.raw(`DROP INDEX IF EXISTS "${name}"`);
    },
  },
  {
    name: '011-collections',
    async up(knex) {
      await knex.schema.createTable('collections', (table) => {
        table.text('space_id').notNullable();
        table.text('table_name').notNullable();
        // Of records in a table that entity types share; empty elsewhere.
        table.text('kind').notNullable();
        table.bigInteger('living').notNullable();
        table.bigInteger('deleted').notNullable();
        // Of the last change of one of them.
        table.bigInteger('revision').notNullable();
        table.primary(['space_id', 'table_name', 'kind']);
      });
      for (const table of await recordTables(knex)) {
        const kind = kindColumns[table] === undefined ? "''" : `COALESCE("${kindColumns[table]}", '')`;
        const numbers = ['0 ELSE 1', '1 ELSE 0'].map((values) => `sum(CASE WHEN is_deleted THEN ${values} END)`);
        await knex.raw(
          'INSERT INTO collections (space_id, table_name, kind, living, deleted, revision) ' +
            `SELECT space_id, '${table}', ${kind}, ${numbers.join(', ')}, max(revision) FROM "${table}" GROUP BY space_id, 3`,
        );
      }
    },
  },
  {
    name: '012-changes',
    async up(knex) {
      await knex.schema.createTable('changes', (table) => {
        table.text('space_id').notNullable();
        table.bigInteger('revision').notNullable();
        // Rises within the revision, with gaps.
        table.bigInteger('position').notNullable();
        table.text('entity_type').notNullable();
        table.uuid('record_id').notNullable();
        table.text('act').notNullable();
        // Each changed member with its value before and after, as JSON.
        table.text('members');
        // The records that it belongs to as a row.
        table.uuid('owner_id');
        table.uuid('other_owner_id');
        table.specificType('changed_at', isPostgres(knex) ? 'timestamp(6)' : 'text').notNullable();
        table.text('token').notNullable();
        table.uuid('client_id');
        table.text('request_id');
        table.text('idempotency_key');
        table.primary(['space_id', 'revision', 'position']);
        table.index(['space_id', 'record_id', 'revision', 'position'], 'changes_record');
        table.index(['space_id', 'entity_type', 'revision', 'position'], 'changes_type');
      });
      for (const owner of ['owner', 'other_owner']) {
        await knex.raw(
          `CREATE INDEX "changes_${owner}" ON "changes" ("space_id", "${owner}_id", "revision", "position") ` +
            `WHERE "${owner}_id" IS NOT NULL`,
        );
      }
      await knex.schema.alterTable('spaces', (table) => {
        // The log has what was changed after this revision.
        table.bigInteger('logged_from').notNullable().defaultTo(0);
      });
      await knex('spaces').update({ logged_from: knex.ref('revision') });
    },
  },
  {
    name: '013-webhooks',
    async up(knex) {
      await knex.schema.alterTable('changes', (table) => {
        table.text('skip_key');
      });
      await knex.schema.createTable('webhook_states', (table) => {
        table.text('space_id').notNullable();
        table.uuid('webhook_id').notNullable();
        // The place in the change log up to which all is delivered; without a position: behind the whole revision.
        table.bigInteger('revision').notNullable();
        table.bigInteger('position');
        // The message that is being sent, or sent again, and the place of its last change.
        table.text('message_id');
        table.bigInteger('message_revision');
        table.bigInteger('message_position');
        table.integer('failures').notNullable().defaultTo(0);
        // In milliseconds since 1970.
        table.bigInteger('failing_since');
        table.bigInteger('next_attempt_at').notNullable().defaultTo(0);
        table.text('lease_owner');
        table.bigInteger('leased_until');
        table.primary(['space_id', 'webhook_id']);
      });
      await knex.schema.createTable('webhook_deliveries', (table) => {
        table.text('space_id').notNullable();
        table.uuid('id').notNullable();
        table.uuid('webhook_id').notNullable();
        table.text('message_id').notNullable();
        table.text('kind').notNullable();
        table.integer('attempt').notNullable();
        table.integer('changes').notNullable();
        // The place behind which its changes begin.
        table.bigInteger('revision').notNullable();
        table.bigInteger('position');
        table.specificType('started_at', isPostgres(knex) ? 'timestamp(6)' : 'text').notNullable();
        table.integer('duration_ms').notNullable();
        table.integer('status');
        table.text('answer');
        table.text('error');
        table.primary(['space_id', 'id']);
        table.index(['space_id', 'webhook_id', 'id'], 'webhook_deliveries_webhook');
        table.index(['space_id', 'revision'], 'webhook_deliveries_revision');
      });
    },
  },
  {
    name: '014-sweep-changes',
    async up(knex) {
      // As that of files: not of a space.
      const sweep = { space_id: '', subject: 'changes', action: 'sweep-changes', record_ids: '[]', revision: 0 };
      await knex('jobs').insert({ ...sweep, steps: '[]', steps_done: 0, done: 0 });
    },
  },
  {
    name: '015-scopes-of-keys',
    async up(knex) {
      await knex.schema.alterTable('api_keys', (table) => {
        // A JSON array of texts such as `Accounts:read,create`; null: everything, or what `read_only` says.
        table.text('scopes');
      });
    },
  },
  {
    name: '016-networks-and-rotation',
    async up(knex) {
      await knex.schema.alterTable('api_keys', (table) => {
        // A JSON array of addresses and networks; null: any.
        table.text('networks');
        // The password before the last rotation, and until when it opens the space, too.
        table.text('old_password_hash');
        table.text('old_until');
      });
    },
  },
  {
    name: '017-former-spaces',
    async up(knex) {
      await knex.schema.createTable('former_spaces', (table) => {
        // Not in the directory: deleted, or not yet restored.
        table.text('space_id').notNullable().primary();
        // Of its last change: a space of the same name goes on from there.
        table.bigInteger('revision').notNullable().defaultTo(0);
        // What is under way, `restore` or `delete`; null: its rows are gone.
        table.text('work');
        // The process at work, and until when, in milliseconds since 1970, nobody else may take it over.
        table.text('lease_owner');
        table.bigInteger('leased_until').notNullable().defaultTo(0);
      });
    },
  },
  {
    name: '020-keys-as-users',
    async up(knex) {
      await knex.schema.alterTable('api_keys', (table) => {
        // The key may no more than its user.
        table.boolean('as_user').notNullable().defaultTo(false);
      });
    },
  },
  {
    name: '021-makers-of-keys',
    async up(knex) {
      await knex.schema.alterTable('api_keys', (table) => {
        // The token of the key that made it; null: the operator of the service.
        table.string('created_by');
      });
    },
  },
  {
    name: '022-hidden-fields-of-keys',
    async up(knex) {
      await knex.schema.alterTable('api_keys', (table) => {
        // A JSON array of names such as `Accounts.comments`; null: none.
        table.text('hidden_fields');
      });
    },
  },
];

const kindColumns: Readonly<Record<string, string>> = {
  custom_entities: 'kind',
  custom_entity_types: 'entity_api_name',
  data_relations: 'kind',
  custom_entity_relation_data: 'kind',
};

function isPostgres(knex: Knex): boolean {
  return knex.client.config.client === 'pg';
}

/** @returns the tables of records that the database has as yet */
async function recordTables(knex: Knex): Promise<string[]> {
  const rows: readonly StoredRow[] = isPostgres(knex)
    ? (
        await knex.raw(
          'SELECT c.table_name AS name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name) ' +
            "WHERE c.table_schema = current_schema() AND c.column_name = 'is_deleted' AND t.table_type = 'BASE TABLE'",
        )
      ).rows
    : await knex.raw(
        "SELECT m.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' AND c.name = 'is_deleted'",
      );
  return rows.map(({ name }) => String(name));
}

type StoredRow = Readonly<Record<string, unknown>>;

function jobOfRecomputation(row: StoredRow) {
  const passes = JSON.parse(String(row.passes)) as object[] | null;
  return {
    ...progressOf(row),
    subject: row.entity_type,
    action: 'recompute-values',
    record_ids: row.field_ids,
    revision: row.wanted_at,
    steps: passes && JSON.stringify(passes.map((pass) => ({ do: 'recompute', ...pass }))),
    steps_done: row.passes_done,
    total: passes && row.total,
  };
}

function jobOfFollowUp(row: StoredRow) {
  const steps = JSON.parse(String(row.steps)) as (StoredRow & { readonly do: string })[];
  const renamed = steps.map(({ do: name, kind, keeper, ...step }) => ({
    do: name === 'hold' ? 'claim' : name,
    ...(keeper !== undefined && { storedIn: keeper }),
    ...(kind !== undefined && { entityType: kind }),
    ...step,
  }));
  return {
    ...progressOf(row),
    subject: row.record_id,
    action: row.action,
    record_ids: JSON.stringify([row.record_id]),
    revision: row.left_at,
    steps: JSON.stringify(renamed),
    steps_done: row.steps_done,
    total: row.total,
  };
}

function progressOf({ space_id, position, done, holder, held_until }: StoredRow) {
  return { space_id, position, done, lease_owner: holder, leased_until: held_until };
}

/** As Knex names it. */
export const migrationTable = 'knex_migrations';

/** In order. */
export const migrationNames: readonly string[] = migrations.map(({ name }) => name);

/** Name of the last migration: databases in which it was the last one have the same tables of the service itself. */
export const schemaVersion = migrationNames.at(-1) ?? '';

/** For `knex.migrate`: migrations as code instead of files. */
export const migrationSource: Knex.MigrationSource<Migration> = {
  getMigrations: async () => [...migrations],
  getMigrationName: (migration) => migration.name,
  getMigration: async ({ up }) => ({
    up: async (knex) => {
      // Servers of the version before write meanwhile.
      if (isPostgres(knex)) await waitBriefly(knex);
      await up(knex);
    },
    down: async () => {},
  }),
};
