/**
 * The answer to a write, put together of what the write has stored: the database is asked only for what it has not, such as links to rows.
 * What a member shows is what the projection would read of it. Pure.
 */
import type { Catalog, ValueType } from '@headwater/catalog';
import type { Operand } from '../../plan/list/predicate.js';
import type { Projection, ProjectionMember } from '../../plan/projection/projection.js';
import type { StatementScope } from '../../sql/binder.js';
import { customLayout } from '../../sql/custom-values/custom-layout.js';
import type { Stamp } from '../../sql/write/compile-rows.js';
import type { Draft } from './draft.js';
import { fieldLists } from './field-lists.js';

/** A record as one write has left it. */
export interface KnownRecord {
  readonly draft: Draft;
  readonly stamp: Stamp;
}

/** @returns the JSON text of a member; undefined: the database has to be asked */
type MemberWriter = (record: KnownRecord, scope: StatementScope) => string | undefined;

interface KnownMember {
  /** Its name and the colon. */
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
  const texts = members.map(({ write }) => write?.(record, scope));
  const missing = members.filter((_, index) => texts[index] === undefined).map(({ as }) => as);
  // A read costs as much as what it reads; it takes most of that by itself.
  if (missing.length > members.length / 2) return undefined;
  return {
    rest: missing.length === 0 ? undefined : partOf(projection, missing),
    text(rest) {
      const read = rest === undefined ? {} : (JSON.parse(rest) as Readonly<Record<string, unknown>>);
      const written = members.map(({ start, as }, index) => start + (texts[index] ?? JSON.stringify(read[as] ?? null)));
      return `{${written.join(',')}}`;
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
    known.push({ start: `${JSON.stringify(member.as)}:`, as: member.as, write: writerOf(catalog, member, stored) });
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
      return (record) => JSON.stringify(storedValue(record, name));
    }
    case 'reference-id': {
      const { name } = member.field;
      return stored.has(name) ? (record) => JSON.stringify(storedValue(record, name)) : undefined;
    }
    case 'link': {
      const { field, link } = member;
      if (!stored.has(field.name) || field.targets.length !== 1) return undefined;
      const { collection } = catalog.existing(link.target);
      return (record, { linkBase }) => {
        const id = storedValue(record, field.name);
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
      return on === 'id'
        ? undefined
        : (record) => (storedValue(record, on) === null ? (single ? 'null' : '[]') : undefined);
    }
    default:
      return undefined;
  }
}

function storedValue({ draft, stamp }: KnownRecord, name: string): Operand {
  switch (name) {
    case 'revision':
      return stamp.revision;
    case 'modified':
      return draft.values.get(name) ?? stamp.modified;
    case 'created':
      return draft.get(name) ?? stamp.modified;
    case 'is_deleted':
    case 'is_delete_protected':
      return draft.get(name) ?? false;
    default:
      return draft.get(name);
  }
}
