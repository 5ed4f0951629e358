/**
 * The answer to a write, put together of what the write has stored: the database is asked only for what it has not, such as links to rows.
 * What a member shows is what the projection would read of it. Pure.
 */
import type { Catalog, ValueField, ValueType } from '@headwater/catalog';
import type { Operand } from '../../../plan/list/predicate.js';
import type { Projection, ProjectionMember } from '../../../plan/projection/projection.js';
import type { StatementScope } from '../../../sql/binder.js';
import { customLayout } from '../../../sql/custom-values/custom-layout.js';
import type { Stamp } from '../../../sql/write/compile-rows.js';
import type { Draft } from '../draft.js';
import { fieldLists } from '../field-lists.js';

/** A record as one write has left it. */
export interface KnownRecord {
  readonly draft: Draft;
  readonly stamp: Stamp;
}

/** @returns the JSON text of a member; undefined: the database has to be asked */
type MemberWriter = (record: KnownRecord, scope: StatementScope) => string | undefined;

interface KnownMember {
  /** Its name and the colon, behind a comma where another one is ahead. */
  readonly start: string;
  readonly as: string;
  readonly write: MemberWriter | undefined;
}

/** The members of a projection; undefined where one of them is more than the texts that are put together here. */
const membersOf = new WeakMap<Projection, readonly KnownMember[] | null>();
/** The members that the database is asked for, of projections that are kept. */
const partsOf = new WeakMap<Projection, Map<string, Projection>>();

/** An answer in which some members may be missing. */
export interface KnownAnswer {
  /** What reads the missing ones; undefined: none is missing. */
  readonly rest: Projection | undefined;
  /** @param rest the text of the record that `rest` reads */
  text(rest: string | undefined): string;
}

/** @param projection planned by the catalog @returns undefined where the record has to be read as a whole */
export function knownAnswer(
  catalog: Catalog,
  projection: Projection,
  record: KnownRecord,
  scope: StatementScope,
): KnownAnswer | undefined {
  const members = knownMembers(catalog, projection);
  if (!members || record.draft.get('is_deleted') === true) return undefined;
  const missing: string[] = [];
  /** The text around the missing members. */
  const around: string[] = [];
  let text = '{';
  for (const { start, as, write } of members) {
    const value = write?.(record, scope);
    text += start;
    if (value !== undefined) {
      text += value;
      continue;
    }
    missing.push(as);
    around.push(text);
    text = '';
  }
  const end = `${text}}`;
  if (missing.length === 0) return { rest: undefined, text: () => end };
  // A read costs as much as what it reads; it takes most of that by itself.
  if (missing.length > members.length / 2) return undefined;
  return {
    rest: partOf(projection, missing),
    text(rest = '{}') {
      const read = JSON.parse(rest) as Readonly<Record<string, unknown>>;
      return missing.reduceRight((after, as, index) => around[index] + JSON.stringify(read[as] ?? null) + after, end);
    },
  };
}

function partOf(projection: Projection, missing: readonly string[]): Projection {
  const parts = partsOf.get(projection) ?? new Map<string, Projection>();
  partsOf.set(projection, parts);
  const key = missing.join(' ');
  let part = parts.get(key);
  if (!part) {
    const members = projection.members.filter(({ as }) => missing.includes(as));
    part = { ...projection, members, cacheKey: `${key} of ${projection.cacheKey}` };
    parts.set(key, part);
  }
  return part;
}

function knownMembers(catalog: Catalog, projection: Projection): readonly KnownMember[] | null {
  let members = membersOf.get(projection);
  if (members === undefined) {
    members = sortOut(catalog, projection);
    membersOf.set(projection, members);
  }
  return members;
}

function sortOut(catalog: Catalog, projection: Projection): readonly KnownMember[] | null {
  const { entityType, style, branches, cacheKey, members } = projection;
  if (style !== 'v100' || branches || cacheKey === undefined || customLayout(entityType)) return null;
  const stored = new Set(fieldLists(entityType).stored.map(({ name }) => name));
  const known: KnownMember[] = [];
  for (const member of members) {
    if (!isSimple(member)) return null;
    const start = `${known.length === 0 ? '' : ','}${JSON.stringify(member.as)}:`;
    known.push({ start, as: member.as, write: writerOf(catalog, member, stored) });
  }
  return known;
}

/** Whether the JSON of what the database gives is the same when it has been read and written: it has no digits to lose. */
function isSimple(member: ProjectionMember): boolean {
  switch (member.kind) {
    case 'value':
      return !hasDigits.has(member.field.type);
    case 'reference-id':
    case 'link':
    case 'favorite':
    case 'row-links':
    case 'collected-ids':
    case 'empty':
      return true;
    default:
      return false;
  }
}

const hasDigits: ReadonlySet<ValueType> = new Set<ValueType>(['decimal', 'float', 'json']);

/** They are stored as a write has them. */
const isPlain: ReadonlySet<ValueType> = new Set<ValueType>([
  'string',
  'text',
  'uuid',
  'boolean',
  'integer',
  'date',
  'datetime',
]);

/** @param stored names of fields with a column */
function writerOf(catalog: Catalog, member: ProjectionMember, stored: ReadonlySet<string>): MemberWriter | undefined {
  switch (member.kind) {
    case 'value': {
      const { name, type, served } = member.field;
      if (!stored.has(name) || !isPlain.has(type) || served) return undefined;
      const read = readerOf(member.field);
      return (record) => jsonOf(read(record));
    }
    case 'reference-id': {
      const { name } = member.field;
      return stored.has(name) ? ({ draft }) => jsonOf(draft.get(name)) : undefined;
    }
    case 'link': {
      const { field, link } = member;
      if (!stored.has(field.name) || field.targets.length !== 1) return undefined;
      const { collection } = catalog.existing(link.target);
      return ({ draft }, { linkBase }) => {
        const id = draft.get(field.name);
        return id === null ? 'null' : JSON.stringify(`${linkBase}${collection}/${String(id)}`);
      };
    }
    case 'empty': {
      const text = member.isList ? '[]' : 'null';
      return () => text;
    }
    case 'favorite':
      return (_, { client }) => (client === null ? 'false' : undefined);
    case 'row-links': {
      const { on, single } = member.field;
      // Nothing points at nothing.
      return on === 'id' ? undefined : ({ draft }) => (draft.get(on) === null ? (single ? 'null' : '[]') : undefined);
    }
    default:
      return undefined;
  }
}

/** @returns what a field shows */
function readerOf({ name, type, nullable }: ValueField): (record: KnownRecord) => Operand {
  if (type === 'boolean' && !nullable) return ({ draft }) => draft.get(name) ?? false;
  switch (name) {
    case 'revision':
      return ({ stamp }) => stamp.revision;
    case 'modified':
      return ({ draft, stamp }) => draft.values.get(name) ?? stamp.modified;
    case 'created':
      return ({ draft, stamp }) => draft.get(name) ?? stamp.modified;
    default:
      return ({ draft }) => draft.get(name);
  }
}

function jsonOf(value: Operand): string {
  if (value === null) return 'null';
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
