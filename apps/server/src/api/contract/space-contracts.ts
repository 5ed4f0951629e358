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

/** A cached document is as long as what the space has added: the rest is shared. A hundred spaces and more. */
const maxFields = 300_000;

/** What the documents of all spaces are made from. */
interface Base {
  readonly text: DocumentText;
  /** Of the text. */
  readonly digest: string;
}

export class SpaceContracts {
  private base: Base | undefined;
  private shared: Contract | undefined;
  private readonly own = new PerSpace(maxFields, (catalog) => this.make(catalog));

  /** @param system the catalog of spaces that have defined nothing, which `document` was made from */
  constructor(
    private readonly document: OpenApiDocument,
    private readonly system: Catalog,
  ) {}

  /** @param catalog of the space, the same object as long as its fields and entity types are the same */
  of(space: string, catalog: Catalog): Contract {
    if (catalog !== this.system) return this.own.of(space, catalog);
    this.shared ??= this.edited([]);
    return this.shared;
  }

  private make(catalog: Catalog): Contract {
    return this.edited(spaceEdits(this.document, this.written().text, catalog, addedParts(catalog)));
  }

  /** Written when a document is first requested: a start does not wait for it. */
  private written(): Base {
    if (this.base === undefined) {
      const text = documentText(this.document);
      this.base = { text, digest: digestOf(text.text) };
    }
    return this.base;
  }

  private edited(edits: readonly Edit[]): Contract {
    const { text: document, digest } = this.written();
    const { text, servers } = document;
    const [server] = this.document.servers;
    if (server === undefined) throw new Error(`The document "${this.document.info.title}" has no server`);
    return new Contract({
      before: `${editText(text, edits, 0, servers.start)}[`,
      after: `]${editText(text, edits, servers.end)}`,
      digest: digestOf(digest, JSON.stringify(edits)),
      server,
    });
  }
}
