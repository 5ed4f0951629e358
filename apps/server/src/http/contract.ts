/**
 * An OpenAPI document as it is published: with the address of the server that publishes it. Knows no server.
 */
import type { OpenApiDocument } from '@headwater/openapi-types';
import { digestOf } from './content/etag.js';

/** A server object of OpenAPI. */
export type ContractServer = OpenApiDocument['servers'][number];

/** A document as JSON text, without its server. */
export interface ContractText {
  /** Up to where the server belongs. */
  readonly before: string;
  readonly after: string;
  /** Differs between different texts. */
  readonly digest: string;
  /** The server that the document names, with an address below the root of a host. */
  readonly server: ContractServer;
}

export class Contract {
  constructor(private readonly text: ContractText) {}

  /** @param origin scheme and host without a trailing slash @returns the document's own server at that origin */
  serverAt(origin: string): ContractServer {
    const { server } = this.text;
    return { ...server, url: `${origin}${server.url}` };
  }

  /** @returns the document as JSON text */
  render(server: ContractServer): string {
    return `${this.text.before}${JSON.stringify(server)}${this.text.after}`;
  }

  /** @returns a strong entity tag of `render(server)` */
  tagOf(server: ContractServer): string {
    return `"${digestOf(this.text.digest, JSON.stringify(server))}"`;
  }
}

/** Placeholder of the server in the text; no document contains it. */
const gap = '\u0000server';

/** @param document its first server has an address below the root of a host */
export function contractOf(document: OpenApiDocument): Contract {
  const [server] = document.servers;
  const [before, after, ...others] = JSON.stringify({ ...document, servers: [gap] }).split(JSON.stringify(gap));
  if (server === undefined || before === undefined || after === undefined || others.length > 0) {
    throw new Error(`The document "${document.info.title}" has no place for its server`);
  }
  return new Contract({ before, after, digest: digestOf(before, after), server });
}
