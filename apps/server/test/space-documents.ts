/**
 * What the spaces of a running server have defined themselves, and say in their OpenAPI documents.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import type { OpenApiDocument } from '@headwater/openapi-types';
import { v100Document } from '@headwater/openapi-types/v100-document';
import { SpaceContracts } from '../src/api/contract/space-contracts.js';
import type { ServerDeps } from '../src/http/server-deps.js';
import { isCustomRecordType } from '../src/plan/relations/custom-types.js';
import type { OwnParts } from './declared-answers.js';

/** @returns what gives the parts of a space as they are at the moment of the call */
export function ownDocuments(deps: ServerDeps): (space: string) => Promise<OwnParts> {
  const known = new WeakMap<Catalog, Promise<OpenApiDocument>>([[deps.catalog, Promise.resolve(v100Document)]]);
  const contracts = new SpaceContracts(v100Document, deps.catalog);
  return async (space) => {
    const { catalog } = await deps.stores.of(space);
    const make = async () => JSON.parse((await contracts.of(space, catalog)).render({ url: '/' })) as OpenApiDocument;
    return {
      keptAt: (path) => keptAt(catalog, path),
      document: () => {
        const document = known.get(catalog) ?? make();
        known.set(catalog, document);
        return document;
      },
    };
  };
}

function keptAt(catalog: Catalog, path: string): string | undefined {
  const [, collection = '', below = ''] = /^\/entities\/([^/]+)(.*)$/.exec(path) ?? [];
  const entityType = catalog.byCollection(collection);
  if (entityType?.storedIn === undefined) return undefined;
  return `/entities/${catalog.existing(entityType.storedIn).collection}${below || onlyRecord(entityType)}`;
}

/** The collection of a kind's record types answers one record. */
function onlyRecord(entityType: EntityType): string {
  return isCustomRecordType(entityType) ? '/default' : '';
}
