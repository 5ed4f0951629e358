/**
 * What writes of fields and entity types must know of records that define something, such as saved filters. Each is one value of the
 * lookup.
 */
import type { EntityType, ValueType } from '@headwater/catalog';
import { recordsOf } from '../record-source.js';
import { column } from '../select/compile-value.js';
import type { Fact, Lookups, QuestionScope } from './lookups.js';

/** Members of records that define something. */
export interface DefinitionMembers {
  /** Shown beside `id` and `name`. */
  readonly members: readonly string[];
  /** Those of them in whose text is searched. */
  readonly searched: readonly string[];
}

/** Records of each entity type that are looked at. */
const maxLookedAt = 1_000;

/** The records, not deleted, in which one of the texts is found: the text of a JSON array of objects with the members. */
export function recordsWithText(
  lookups: Lookups,
  records: EntityType,
  { members, searched }: DefinitionMembers,
  texts: readonly string[],
): Fact {
  const subjects = texts.map((text) => ['string', text] as const);
  return lookups.ask(`definitions ${records.name}`, subjects, (parts, scope) => {
    const { dialect, inSpace } = scope;
    const values = searched.map((member) => dialect.canonicalValue(column('t', member), typeOf(records, member)));
    const found = values.flatMap((value) => parts.map((part) => dialect.contains(value, part)));
    const where = `${inSpace('t')} AND NOT ${column('t', 'is_deleted')} AND (${found.join(' OR ')})`;
    const read = ['id', 'name', ...members];
    const columns = read.map((member) => column('t', member)).join(', ');
    const rows = `SELECT ${columns} FROM ${recordsOf(dialect, records)} t WHERE ${where} ORDER BY t.id LIMIT ${maxLookedAt}`;
    return `(SELECT ${arrayOf(scope, records, read)} FROM (${rows}) d)`;
  });
}

function arrayOf({ dialect }: QuestionScope, records: EntityType, members: readonly string[]): string {
  const values = members.map((member): [string, string] => [
    member,
    dialect.jsonValue(column('d', member), typeOf(records, member)),
  ]);
  return dialect.jsonText(dialect.jsonArrayOf(dialect.jsonObject(values), [], 'd.id'));
}

function typeOf({ name, fields }: EntityType, member: string): ValueType {
  if (member === 'id') return 'uuid';
  const field = fields.find((one) => one.name === member);
  if (field?.kind === 'reference') return 'uuid';
  if (field?.kind === 'value') return field.type;
  throw new Error(`${name}.${member} holds no single value`);
}
