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

/** The types of one space take some five megabytes. */
const maxEngines = 50;

export class SpaceEngines {
  private shared: { readonly schemaIndex: SchemaIndex; readonly engine: Engine } | undefined;
  private readonly own = new PerSpace(maxEngines, (catalog) =>
    this.open(extendSchemaIndex(this.system().schemaIndex, catalog)),
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
    return catalog === this.catalog ? this.system().engine : this.own.of(space, catalog);
  }

  /** The types of all entity types take a quarter of a second to build: the first operation waits for them, the start does not. */
  private system(): { readonly schemaIndex: SchemaIndex; readonly engine: Engine } {
    if (this.shared === undefined) {
      const schemaIndex = buildSchemaIndex(this.catalog);
      this.shared = { schemaIndex, engine: this.open(schemaIndex) };
    }
    return this.shared;
  }

  private open(schemaIndex: SchemaIndex): Engine {
    executableSchema(schemaIndex.schema, schemaIndex.roots);
    return createEngine(schemaIndex, '/api/v100/graphql/spaces/:space', this.rules);
  }
}
