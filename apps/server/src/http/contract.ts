/**
 * An OpenAPI document as it is published: with the address of the server that publishes it. Knows no server.
 */
import type { OpenApiDocument } from '@headwater/openapi-types';
import { digestOf } from './etag.js';

/** A server object of OpenAPI. */
export type ContractServer = OpenApiDocument['servers'][number];

/** Stands for the server in the text until there is one; no document holds it. */
const gap = '\u0000server';

export class Contract {
  readonly #before: string;
  readonly #after: string;
  readonly #digest: string;
  readonly #server: ContractServer;

  /** @param document its first server has an address below the root of a host */
  constructor(document: OpenApiDocument) {
    const [server] = document.servers;
    const [before, after, ...others] = JSON.stringify({ ...document, servers: [gap] }).split(JSON.stringify(gap));
    if (server === undefined || before === undefined || after === undefined || others.length > 0) {
      throw new Error(`The document "${document.info.title}" has no place for its server`);
    }
    this.#before = before;
    this.#after = after;
    this.#digest = digestOf(before, after);
    this.#server = server;
  }

  /** @param origin scheme and host without a trailing slash @returns the document's own server at that origin */
  serverAt(origin: string): ContractServer {
    return { ...this.#server, url: `${origin}${this.#server.url}` };
  }

  /** @returns the document as JSON text */
  render(server: ContractServer): string {
    return `${this.#before}${JSON.stringify(server)}${this.#after}`;
  }

  /** @returns a strong entity tag of `render(server)` */
  tagOf(server: ContractServer): string {
    return `"${digestOf(this.#digest, JSON.stringify(server))}"`;
  }
}
