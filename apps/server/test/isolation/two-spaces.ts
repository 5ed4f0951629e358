/**
 * A space with a record of every entity type, whose texts nobody else has, and a space that must not learn of it.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { defineEntityType } from '../custom-entity-types/define-entity-type.js';
import { RecordMaker } from '../every-type/record-maker.js';
import type { TestServer } from '../fixture.js';
import { dumpSpace, wholeSpace } from '../space-dump.js';
import type { TestSpace } from '../test-space.js';

/** Is in the texts of the closed space, and nowhere else. */
export const marker = 'Zanzibar';

/** Ids to ask with: of records of the closed space, or of none that ever was. */
export interface ForeignIds {
  /** @returns the id of a record of the entity type; the same each time */
  of(entityType: string): string;
  /** @returns another text that only the closed space has, or that nobody has */
  text(text: string): string;
}

/** Records that a key must not learn of. */
export interface Foreign {
  /** Its key asks. */
  readonly asking: TestSpace;
  readonly theirs: ForeignIds & { has(entityType: string): boolean };
  readonly nobodys: ForeignIds;
  readonly secretIds: ReadonlySet<string>;
  /** Texts with the marker that the key may see. */
  readonly openTexts?: readonly string[];
  /** Operations that tell of a record, as docs/permissions.md says. */
  readonly telling?: RegExp;
  /** @returns all that is stored of the records */
  dump(): Promise<unknown>;
}

export async function makeTwoSpaces(server: TestServer, catalog: Catalog): Promise<Foreign> {
  const closed = await server.newSpace('closed');
  const asking = await server.newSpace('asking');
  await defineEntityType(closed, `${marker}Ship`);
  await new RecordMaker(closed, catalog, undefined, marker).createEach();
  await new RecordMaker(asking, catalog).createEach();
  const shared = new Set<string>();
  for (const records of (await dumpSpace(server.deps, asking.id)).values()) {
    for (const id of records.keys()) shared.add(id);
  }
  const ids = new Map<string, string>();
  const secretIds = new Set<string>();
  for (const [name, records] of await dumpSpace(server.deps, closed.id)) {
    for (const id of records.keys()) {
      if (shared.has(id)) continue;
      secretIds.add(id);
      ids.set(name, id);
    }
  }
  return { asking, secretIds, ...idsToAsk(catalog, ids), dump: () => wholeSpace(server.deps, closed.id) };
}

/** @param ids a record of each entity type, where there is one */
export function idsToAsk(catalog: Catalog, ids: ReadonlyMap<string, string>): Pick<Foreign, 'theirs' | 'nobodys'> {
  const memberOf = ({ name, union }: EntityType) => [name, ...(union ?? [])].find((one) => ids.has(one)) ?? 'Contact';
  const known = (name: string) => ids.get(memberOf(catalog.existing(name))) ?? '';
  return {
    theirs: { of: known, text: (text) => text, has: () => true },
    // Nearly the same, so that they have the same place in lists.
    nobodys: {
      of: (name) => known(name).replace(/......$/, '000bad'),
      text: (text) => text.replaceAll(marker, 'Quetzal!'),
    },
  };
}
