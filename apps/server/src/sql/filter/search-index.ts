/**
 * The index by which parts of texts are found where the database has none of its own that the records keep up to date: SQLite's FTS5
 * with the groups of three characters of each searched member. It is filled after the records were written, so a search also takes
 * those that have changed since, and tests all that it finds. Pure.
 */
import type { EntityType } from '@headwater/catalog';
import { type Binder, inSpace } from '../binder.js';
import { tableName } from '../columns.js';
import type { BindingDialect } from '../dialects/binding.js';
import { identifier } from '../dialects/quote.js';
import { searchedMembers } from '../indexes.js';

/** `parts` has a row for each text of a record, `docs` the number that a record has in it, `progress` up to which change they are known. */
export const searchTables = { parts: 'search_parts', docs: 'search_docs', progress: 'search_progress' } as const;

/**
 * Those of them that have the space in their key, with what is behind it. What `parts` has of a space that is removed is found by nobody:
 * no other space gets its numbers.
 */
export const searchedSpaceTables = [
  { name: searchTables.docs, key: ['source', 'record_id'] },
  { name: searchTables.progress, key: ['entity_type'] },
] as const;

/** Version of how the index is filled: an index of another version is dropped and filled again. */
const version = 1;

/**
 * A row of `parts` has for its number those of the space's entity type, the member and the record: so a search reads the rows of its space
 * and its member alone. Bits of the last one, and of the last two.
 */
const docBits = 32;
const memberBits = docBits + 4;

/** Groups of three characters that a search asks for at most: each that many records have is read from end to end. */
const maxTokens = 6;

/** Characters of a text that groups are taken of: a text may be as long as a body, and what is found is tested anyway. */
const maxLookedAt = 100;

/** What is looked for in a member. */
export interface SearchedText {
  /** Position among the searched members of the entity type. */
  readonly member: number;
  /** Folded, of at least three characters. */
  readonly part: string;
}

/** @returns the entity types whose records are in the index, each with a table of its own */
export function searchedTypes(entityTypes: readonly EntityType[]): EntityType[] {
  return entityTypes.filter((one) => !one.union && one.storedIn === undefined && searchedMembers(one).length > 0);
}

/** @returns a text that changes when the index has to be filled again */
export function searchLayout(entityTypes: readonly EntityType[]): string {
  return JSON.stringify([version, searchedTypes(entityTypes).map((one) => [one.name, ...searchedMembers(one)])]);
}

/** @returns the name of the index by which records are found that changed last */
export function tailIndex(entityType: EntityType): string {
  return `${tableName(entityType)}_revision`;
}

/** @returns the statements that make the tables */
export function searchTableStatements(): string[] {
  const { parts, docs, progress } = searchTables;
  return [
    // Tokens are the groups of three as they are: the texts are folded. Neither texts nor positions are stored.
    `CREATE VIRTUAL TABLE ${parts} USING fts5(part, content='', columnsize=0, detail=none, tokenize='trigram case_sensitive 1')`,
    `CREATE TABLE ${docs} ("space_id" TEXT NOT NULL, "source" INTEGER NOT NULL, "record_id" TEXT NOT NULL, ` +
      `"doc" INTEGER NOT NULL, PRIMARY KEY ("space_id", "source", "record_id")) WITHOUT ROWID`,
    `CREATE UNIQUE INDEX ${docs}_doc ON ${docs} ("space_id", "source", "doc")`,
    `CREATE TABLE ${progress} ("space_id" TEXT NOT NULL, "entity_type" TEXT NOT NULL, "source" INTEGER NOT NULL, ` +
      `"revision" INTEGER NOT NULL, "record_id" TEXT NOT NULL, PRIMARY KEY ("space_id", "entity_type"))`,
  ];
}

interface Context {
  readonly dialect: BindingDialect;
  readonly binder: Binder;
}

/** @returns a select of the `id` of each record that may have one of the texts, and of no other space; each once */
export function selectFound(context: Context, entityType: EntityType, texts: readonly SearchedText[]): string {
  const { docs } = searchTables;
  const selects = texts.map((text) => {
    const { from, conditions } = matching(context, entityType, text);
    const isDoc = `d.source = s.source AND d.doc = f.rowid & ${2 ** docBits - 1}`;
    const where = [...conditions, inSpace(context.dialect, 'd'), isDoc].join(' AND ');
    return `SELECT d.record_id AS id FROM ${from} CROSS JOIN ${docs} d WHERE ${where}`;
  });
  return [...selects, selectTail(context.dialect, entityType, 't.id')].join(' UNION ');
}

/** @returns a select of a row for each of them, some twice */
export function selectFoundRows(context: Context, entityType: EntityType, texts: readonly SearchedText[]): string {
  const selects = texts.map((text) => {
    const { from, conditions } = matching(context, entityType, text);
    return `SELECT 1 FROM ${from} WHERE ${conditions.join(' AND ')}`;
  });
  return [...selects, selectTail(context.dialect, entityType, '1')].join(' UNION ALL ');
}

function matching({ dialect, binder }: Context, entityType: EntityType, { member, part }: SearchedText) {
  const { parts, progress } = searchTables;
  const first = rowNumber('s.source', member, '0');
  return {
    from: `${progress} s CROSS JOIN ${parts} f`,
    conditions: [
      ...ofType(dialect, entityType, 's'),
      `f.${parts} MATCH ${binder.bind(matchOf(part))}`,
      `f.rowid BETWEEN ${first} AND ${first} + ${2 ** docBits - 1}`,
    ],
  };
}

/** @returns the records that the index does not know, or not as they are now. @param columns what is selected of `t` */
export function selectTail(dialect: BindingDialect, entityType: EntityType, columns: string): string {
  const records = `${identifier(tableName(entityType))} t INDEXED BY ${identifier(tailIndex(entityType))}`;
  return `SELECT ${columns} FROM ${records} WHERE ${inSpace(dialect, 't')} AND ${isAfter(dialect, entityType)}`;
}

/** Where nothing is known yet, all records are. */
function isAfter(dialect: BindingDialect, entityType: EntityType): string {
  const conditions = ofType(dialect, entityType, 'p').join(' AND ');
  const known = `SELECT p.revision, p.record_id FROM ${searchTables.progress} p WHERE ${conditions}`;
  return `(t.revision, t.id) > (${known} UNION ALL SELECT -1, '' ORDER BY 1 DESC LIMIT 1)`;
}

/** @returns the conditions of a row of `progress`; entity types that share a table share it as well */
export function ofType(dialect: BindingDialect, { name, storedIn = name }: EntityType, alias: string): string[] {
  return [inSpace(dialect, alias), `${alias}.entity_type = ${dialect.textLiteral(storedIn)}`];
}

/** @returns the expression of the number of a row in `parts` */
export function rowNumber(source: string, member: number, doc: string): string {
  return `((${source} << ${memberBits}) + (${member} << ${docBits}) + ${doc})`;
}

/**
 * @returns what MATCH asks for: texts that have some of its groups of three characters, spread over the part as far as it is looked at,
 *   wherever they have them
 */
function matchOf(part: string): string {
  const isCut = part.length > maxLookedAt;
  // The cut may go through a pair of surrogates: what is left of it is no character of the text.
  const characters = Array.from(part.slice(0, maxLookedAt)).slice(0, isCut ? -1 : undefined);
  const groups = characters.length - 2;
  const every = Math.max(1, Math.ceil(groups / maxTokens));
  const asked = new Set<string>();
  for (let at = 0; at < groups; at += every) asked.add(characters.slice(at, at + 3).join(''));
  return Array.from(asked, (token) => `"${token.replaceAll('"', '""')}"`).join(' AND ');
}
