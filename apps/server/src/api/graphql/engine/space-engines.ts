/**
 * The GraphQL engines of spaces. Those that have defined nothing share one; each other has its own, built when its first operation
 * comes and kept while its fields and entity types are the same.
 */
import type { Catalog } from '@headwater/catalog';
import type { GraphqlRules } from '../../../http/server-deps.js';
import { PerSpace } from '../../contract/per-space.js';
import { buildSchemaIndex, extendSchemaIndex, type SchemaIndex } from '../schema/schema-index.js';
import { createEngine, type Engine } from './engine.js';
import { executableSchema } from './executable-schema.js';
import { KnownDocuments } from './known-documents.js';

/** Their types take two kilobytes for each, so 110 megabytes; those of one space five and a half, most of it for the fields of the service. */
const maxFields = 55_000;

/** Of all applications that the process has. */
const systemIndexes = new WeakMap<Catalog, SchemaIndex>();

/** The types of all entity types take a quarter of a second to build: the first operation waits for them, the start does not. */
function systemIndex(catalog: Catalog): SchemaIndex {
  let index = systemIndexes.get(catalog);
  if (index === undefined) {
    index = executable(buildSchemaIndex(catalog));
    systemIndexes.set(catalog, index);
  }
  return index;
}

function executable(index: SchemaIndex): SchemaIndex {
  executableSchema(index.schema, index.roots);
  return index;
}

export class SpaceEngines {
  private shared: Engine | undefined;
  private readonly documents = new KnownDocuments();
  private readonly own = new PerSpace(maxFields, (catalog) =>
    this.open(executable(extendSchemaIndex(systemIndex(this.catalog), catalog))),
  );

  /**
   * @param catalog of spaces that have defined nothing
   * @param rules all engines keep to
   */
  constructor(
    private readonly catalog: Catalog,
    private readonly rules: GraphqlRules,
  ) {}

  /** @param catalog of the space */
  of(space: string, catalog: Catalog): Engine {
    if (catalog !== this.catalog) return this.own.of(space, catalog);
    this.shared ??= this.open(systemIndex(catalog));
    return this.shared;
  }

  private open(schemaIndex: SchemaIndex): Engine {
    return createEngine(schemaIndex, '/api/v100/graphql/spaces/:space', this.rules, this.documents);
  }
}
