/**
 * The OpenAPI documents of spaces. A space that has defined nothing has that of the service.
 */
import type { Catalog } from '@headwater/catalog';
import type { OpenApiDocument } from '@headwater/openapi-types';
import { digestOf } from '../../http/content/etag.js';
import { Contract } from '../../http/contract.js';
import { addedParts } from './added-parts.js';
import { type DocumentText, documentText } from './document-text.js';
import { type Edit, editText } from './edit-text.js';
import { PerSpace } from './per-space.js';
import { spaceEdits } from './space-document.js';

/** A cached document is as long as what the space has added: the rest is shared. */
const maxCachedSpaces = 200;

export class SpaceContracts {
  private readonly text: DocumentText;
  private readonly digest: string;
  private readonly shared: Contract;
  private readonly own = new PerSpace(maxCachedSpaces, (catalog) => this.make(catalog));

  /** @param system the catalog of spaces that have defined nothing, which `document` was made from */
  constructor(
    private readonly document: OpenApiDocument,
    private readonly system: Catalog,
  ) {
    this.text = documentText(document);
    this.digest = digestOf(this.text.text);
    this.shared = this.edited([]);
  }

  /** @param catalog of the space, the same object as long as its fields and entity types are the same */
  of(space: string, catalog: Catalog): Contract {
    return catalog === this.system ? this.shared : this.own.of(space, catalog);
  }

  private make(catalog: Catalog): Contract {
    return this.edited(spaceEdits(this.document, this.text, catalog, addedParts(catalog)));
  }

  private edited(edits: readonly Edit[]): Contract {
    const { text, servers } = this.text;
    const [server] = this.document.servers;
    if (server === undefined) throw new Error(`The document "${this.document.info.title}" has no server`);
    return new Contract({
      before: `${editText(text, edits, 0, servers.start)}[`,
      after: `]${editText(text, edits, servers.end)}`,
      digest: digestOf(this.digest, JSON.stringify(edits)),
      server,
    });
  }
}
