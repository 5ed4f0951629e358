/**
 * The GraphQL type systems of spaces as texts. A space that has defined nothing has that of the service.
 */
import type { Catalog } from '@headwater/catalog';
import { PreparedContent } from '../../http/content/prepared-content.js';
import { addedParts } from './added-parts.js';
import { PerSpace } from './per-space.js';
import { SdlText } from './sdl-text.js';
import { spaceBlocks } from './space-sdl.js';

/** Each is two megabytes. */
const maxCachedSpaces = 20;

export class SpaceSchemas {
  /** Of the service. */
  readonly shared: PreparedContent;
  private readonly own = new PerSpace(maxCachedSpaces, (catalog) => this.make(catalog));
  private sdl: SdlText | undefined;

  /**
   * @param typeDefs of the service, as GraphQL prints schemas
   * @param system the catalog of spaces that have defined nothing, which `typeDefs` was made from
   */
  constructor(
    private readonly typeDefs: string,
    private readonly system: Catalog,
  ) {
    this.shared = prepare(typeDefs);
  }

  /** @param catalog of the space, the same object as long as its fields and entity types are the same */
  of(space: string, catalog: Catalog): PreparedContent {
    return catalog === this.system ? this.shared : this.own.of(space, catalog);
  }

  private make(catalog: Catalog): PreparedContent {
    this.sdl ??= new SdlText(this.typeDefs);
    return prepare(this.sdl.with(spaceBlocks(catalog, addedParts(catalog))));
  }
}

function prepare(text: string): PreparedContent {
  return new PreparedContent(text, { type: 'text/plain; charset=utf-8', cached: 'always-ask' });
}
