/**
 * Records that define something by the names of fields and entity types, such as saved filters: which of them could not be run any more
 * without a field or a custom entity type. What such a record means is known to those who run it; here it is only found.
 */
import type { Catalog } from '@headwater/catalog';
import type { DefinitionRecord, StoredDefinitions } from '../records/write/entity-rule.js';
import type { Rights } from '../rights/rights.js';
import { recordsWithText } from '../sql/write/definition-questions.js';
import type { Fact, Lookups } from '../sql/write/lookups.js';

/** What the rule of the field or entity type works with. */
interface DefinitionsContext {
  readonly catalog: Catalog;
  readonly lookups: Lookups;
  readonly definitions: readonly StoredDefinitions[];
  /** `YYYY-MM-DDTHH:MM:SS.ffffff`, UTC. */
  readonly now: string;
  /** Of who asks. */
  readonly rights: Rights;
  /** Id of the user for whom the write is made; null: no user. */
  readonly actor: string | null;
}

/** Those that a message names. */
const maxNamed = 10;

/**
 * Asks for the definitions that may name something: a text search, which finds too much rather than too little.
 * @param name of a field or an entity type
 * @param id of its record
 */
export function wantDefinitions(
  { catalog, lookups, definitions }: DefinitionsContext,
  name: string,
  id: string,
): Fact[] {
  return definitions.map((kind) => recordsWithText(lookups, catalog.existing(kind.entityType), kind, [name, id]));
}

/**
 * @param facts that `wantDefinitions` requested
 * @param after the catalog without the field or the entity type
 * @returns a phrase for each definition that can be run now and could not be by then, such as `the saved filter "Mine" (its id)`; what
 *   goes beyond ten, and those that who asks may not see, are only counted
 */
export function brokenDefinitions(context: DefinitionsContext, facts: readonly Fact[], after: Catalog): string[] {
  const { catalog, lookups, definitions, now, actor, rights } = context;
  const broken = definitions.flatMap((kind, index) => {
    const records = JSON.parse(lookups.found(facts[index] as Fact) ?? '[]') as DefinitionRecord[];
    return records
      .filter((record) => kind.canRun(catalog, record, now) && !kind.canRun(after, record, now))
      .map((record) => ({ kind, record }));
  });
  const mayRead = (entityType: string) => rights.may(catalog.existing(entityType), 'read');
  const seen = broken.filter(({ kind, record }) => mayRead(kind.entityType) && kind.maySee(record, actor));
  const named = seen.slice(0, maxNamed).map(({ kind, record }) => `${kind.label} "${record.name}" (${record.id})`);
  const more = seen.length - named.length;
  const hidden = broken.length - seen.length;
  return [
    ...named,
    ...(more > 0 ? [`and ${more} more`] : []),
    ...(hidden > 0 ? [`saved filters or reports that you may not see (${hidden})`] : []),
  ];
}
