/**
 * The OpenAPI documents of the spaces of a running server, as they are at some moment.
 */
import type { Catalog } from '@headwater/catalog';
import { type OpenApiDocument, v100Document } from '@headwater/openapi-types';
import { SpaceContracts } from '../src/contract/space-contracts.js';
import type { ServerDeps } from '../src/server-deps.js';
import type { DocumentOfSpace } from './declared-answers.js';

/** @returns the same document as long as a space has defined the same */
export function ownDocuments(deps: ServerDeps): DocumentOfSpace {
  const known = new WeakMap<Catalog, OpenApiDocument>();
  let contracts: SpaceContracts | undefined;
  return async (space) => {
    const { catalog } = await deps.stores.of(space);
    if (catalog === deps.catalog) return v100Document;
    const found = known.get(catalog);
    if (found) return found;
    contracts ??= new SpaceContracts(v100Document, deps.catalog);
    const text = contracts.of(space, catalog).render({ url: '/' });
    const document = JSON.parse(text) as OpenApiDocument;
    known.set(catalog, document);
    return document;
  };
}
