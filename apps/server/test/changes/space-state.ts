/**
 * What a space stores, as answers show it: for tests that compare what the change log tells with the tables. Custom values are read from
 * the tables of values, and not from the texts that are made of them.
 */
import type { EntityType, Field } from '@headwater/catalog';
import { Decimal } from 'decimal.js';
import type { ServerDeps } from '../../src/http/server-deps.js';
import type { ProjectionMember } from '../../src/plan/projection/projection.js';
import { linkBaseParts } from '../../src/plan/relations/record-links.js';
import { namesScope, scopedBinder } from '../../src/sql/binder.js';
import { hasNoColumn, tableName } from '../../src/sql/columns.js';
import { customValues } from '../../src/sql/custom-values/custom-value.js';
import { recordsOf } from '../../src/sql/record-source.js';
import { compileProjection } from '../../src/sql/select/compile-projection.js';

/** JSON whose numbers are texts that have all digits, such as `#12.5`. */
export type Shown = unknown;

export interface RecordState {
  /** As the log names it. */
  readonly entityType: string;
  readonly id: string;
  readonly revision: number;
  /** Each member that is stored, but for those that change with every write, as JSON. */
  readonly text: string;
}

/** Records, deleted ones included, by the table and the id. */
export type SpaceState = ReadonlyMap<string, RecordState>;

/** Change with every write, or show how far a job has come. */
const apart: ReadonlySet<string> = new Set(['id', 'modified', 'revision', 'background_work', 'recomputation']);

export function stateKey(entityType: EntityType, id: string): string {
  return `${tableName(entityType)} ${id}`;
}

/** @returns all records of the space, those too whose fields or entity types are deleted */
export async function readState({ db, stores }: ServerDeps, space: string): Promise<SpaceState> {
  const catalog = (await stores.of(space)).withDeleted();
  const { dialect } = db;
  const state = new Map<string, RecordState>();
  // Those of a shared table first: the entity type that it was made for has what is left.
  const entityTypes = catalog.entityTypes
    .filter(({ union }) => !union)
    .sort((a, b) => Number(a.storedIn === undefined) - Number(b.storedIn === undefined));
  for (const entityType of entityTypes) {
    const scope = { space, linkBase: linkBaseParts.join(space), client: null };
    const binder = scopedBinder(dialect, scope);
    const members = entityType.fields.flatMap(memberOf);
    const projection = { entityType, style: 'v100', members, includeDeleted: true, cacheKey: undefined } as const;
    const context = { dialect, binder, entityType: (name: string) => catalog.existing(name), isOfMany: false };
    const text = dialect.jsonText(compileProjection(context, projection, 'r'));
    const where = `${binder.inSpace('r')} AND ${namesScope(dialect, scope)}`;
    const rows = await db.read(
      binder.statement(
        `SELECT r.id AS id, r."revision" AS revision, ${text} AS j FROM ${recordsOf(dialect, entityType)} r WHERE ${where}`,
      ),
    );
    for (const { id, revision, j } of rows) {
      const key = stateKey(entityType, String(id));
      if (state.has(key)) continue;
      state.set(key, { entityType: entityType.name, id: String(id), revision: Number(revision), text: String(j) });
    }
  }
  return state;
}

function memberOf(field: Field): ProjectionMember[] {
  if (field.hidden === true || apart.has(field.name) || field.kind === 'rows') return [];
  if (hasNoColumn(field) && customValues(field).length === 0) return [];
  if (field.kind === 'value') return [{ kind: 'value', as: field.name, field }];
  if (field.kind === 'reference') return [{ kind: 'reference-id', as: field.name, field }];
  const parts = (['base_value', 'currency_id', 'value_foreign'] as const).map(
    (part) => ({ kind: 'amount', as: part, part }) as const,
  );
  return [{ kind: 'money', as: field.name, field, parts }];
}

const textOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Reads JSON without losing digits of numbers. */
export function parseShown(text: string): Shown {
  const quoted = text.replace(textOrNumber, (part) =>
    part.startsWith('"') ? part : `"#${new Decimal(part).toFixed()}"`,
  );
  return JSON.parse(quoted) as Shown;
}
