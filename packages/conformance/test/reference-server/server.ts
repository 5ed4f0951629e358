/**
 * A second server of the interface's lists and writes, without a database, by the text of the interface and the catalog: with it,
 * the suite is judged by more than one server. It serves all entity types by the catalog, with few rules of single ones.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeeperThan, type Json } from './json.js';
import { places, type Reply } from './operations.js';
import { meanings as allMeanings, type Meanings } from './operators.js';
import { Rejection, rejection } from './rejection.js';
import { seed } from './seed.js';
import { Space } from './space.js';
import { catalog } from './tables.js';

export interface ReferenceServer {
  readonly url: string;
  readonly space: string;
  readonly token: string;
  readonly password: string;
  close(): Promise<void>;
}

export interface ReferenceOptions {
  /** Operators that mean something else here than the interface says: to see that the suite notices. */
  readonly meanings?: Partial<Meanings>;
  /** 0, the default, takes a free one. */
  readonly port?: number;
}

const key = { space: 'reference', token: 'reference', password: 'reference' };
/** The header that opens the space. */
export const authorization = `Basic ${Buffer.from(`${key.token}:${key.password}`).toString('base64')}`;

const spacePath = `/api/v100/rest/spaces/${key.space}`;
const deepestBody = 200;

/** Starts a server with one space and one key, on the loopback address. */
export async function startReferenceServer({ meanings, port = 0 }: ReferenceOptions = {}): Promise<ReferenceServer> {
  const server = new Service({ ...allMeanings, ...meanings });
  const http = createServer((request, response) => {
    // A request that is given up has nobody to answer.
    server.serve(request, response).catch(() => response.destroy());
  });
  // Clients keep connections for seconds; on a busy machine theirs must not end first here.
  http.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
  const close = () => {
    http.closeAllConnections();
    return new Promise<void>((resolve) => http.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, ...key, close };
}

class Service {
  private readonly space = new Space(spacePath);
  /** First answers by `Idempotency-Key`, each with the request that it belongs to. */
  private readonly answered = new Map<string, { readonly request: string; readonly reply: Reply }>();

  constructor(private readonly meanings: Meanings) {
    seed(this.space);
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { status, body, headers } = this.answer(request, Buffer.concat(parts).toString('utf8'));
    const content = body === undefined ? {} : { 'Content-Type': 'application/json; charset=utf-8' };
    response.writeHead(status, { ...content, ...headers, 'X-Request-Id': randomUUID() });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  }

  private answer(request: IncomingMessage, text: string): Reply {
    try {
      return this.once(request, text);
    } catch (error) {
      const rejected = error instanceof Rejection ? error : rejection('ERROR_INTERNAL', 'Something went wrong.');
      return { status: rejected.status, body: rejected.body, headers: rejected.headers };
    }
  }

  /** A POST whose `Idempotency-Key` is known is answered as the first time; a dry run takes no key. */
  private once(request: IncomingMessage, text: string): Reply {
    const { method, url, headers } = request;
    const name = headers['idempotency-key'];
    if (method !== 'POST' || typeof name !== 'string' || /dry-run=true/.test(url ?? ''))
      return this.route(request, text);
    const known = this.answered.get(name);
    const said = JSON.stringify([url, text]);
    if (known === undefined) {
      const reply = this.route(request, text);
      this.answered.set(name, { request: said, reply });
      return reply;
    }
    if (known.request !== said) throw rejection('ERROR_IDEMPOTENCY_CONFLICT', 'The Idempotency-Key was used before.');
    return { ...known.reply, headers: { ...known.reply.headers, 'Idempotency-Replayed': 'true' } };
  }

  private route(request: IncomingMessage, text: string): Reply {
    const { method = '', headers } = request;
    const url = new URL(request.url ?? '', `http://${headers.host}`);
    const match = /^\/api\/v100\/rest\/spaces\/([^/]+)(.*)$/.exec(url.pathname);
    if (match === null) return nothingThere;
    if (match[1] !== key.space || !isKnown(headers.authorization)) {
      const challenge = { 'WWW-Authenticate': 'Basic realm="restapi"' };
      throw rejection('ERROR_UNAUTHORIZED', 'The credentials are missing or wrong.', challenge);
    }
    const [entities, collection, ...rest] = (match[2] ?? '').split('/').slice(1).map(decoded);
    const place = placeOf(rest);
    if (entities !== 'entities' || collection === undefined || place === undefined) return nothingThere;
    const type = catalog.byCollection(collection);
    if (type === undefined || type.union !== undefined) {
      throw rejection('ERROR_UNKNOWN_TYPE', `cannot determine entity type from ${collection}`);
    }
    const methods = Object.entries(places[place] ?? {}).filter(([, [name]]) => type.operations.includes(name));
    const [, [, operation] = []] = methods.find(([name]) => name === method) ?? [];
    if (operation === undefined) {
      const Allow = methods.map(([name]) => name).join(', ');
      throw rejection('ERROR_METHOD_NOT_ALLOWED', `${method} is not taken here.`, { Allow });
    }
    const { space, meanings } = this;
    const body = () => readJson(headers['content-type'], text);
    const flat = headers as Readonly<Record<string, string | undefined>>;
    return operation({
      space,
      meanings,
      type,
      rest,
      query: url.searchParams,
      headers: flat,
      body,
      address: `${url.origin}${spacePath}`,
    });
  }
}

const nothingThere: Reply = {
  status: 404,
  body: { status: 404, message: 'There is nothing at this address.', errorcode: null, traceback: null },
};

/** Which of the places a path leads to; undefined when there is none. */
function placeOf(rest: readonly string[]): string | undefined {
  const [first = '', ...more] = rest;
  if (first === 'by') return more.length === 2 ? 'by' : undefined;
  if (more.length > 0) return undefined;
  return first === '' || Object.hasOwn(places, first) ? first : 'id';
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function isKnown(authorization: string | undefined): boolean {
  const [, credentials = ''] = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(authorization ?? '') ?? [];
  return Buffer.from(credentials, 'base64').toString('utf8') === `${key.token}:${key.password}`;
}

/** @throws Rejection */
function readJson(contentType: string | undefined, text: string): Json {
  if (text !== '' && !/^application\/json\b/i.test(contentType ?? '')) {
    throw rejection('ERROR_MEDIA_TYPE', 'The body must be JSON, with that Content-Type.');
  }
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    throw rejection('ERROR_PARAMETER_INVALID', 'The body is missing, or is no JSON.');
  }
  if (isDeeperThan(value, deepestBody)) throw rejection('ERROR_PARAMETER_INVALID', 'The body is nested too deeply.');
  return value;
}
