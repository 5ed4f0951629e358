/**
 * Requests that write, each under the name of its operation as request id: the change log tells by it which operation made a change.
 */
import type { Catalog, EntityType, Field } from '@headwater/catalog';
import { RecordMaker } from '../every-type/record-maker.js';
import type { Turn } from '../every-type/sample-values.js';
import type { Answer, Json, Sent, TestSpace } from '../test-space.js';

/** What an operation of an interface is asked with. */
export interface NamedRequest {
  /** With its interface: `v100.createContact`. */
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Sent['headers'];
  /** It has an `Idempotency-Key`. */
  readonly isOnce?: boolean;
}

export class NamedRequests {
  readonly maker: RecordMaker;

  constructor(
    readonly space: TestSpace,
    readonly catalog: Catalog,
  ) {
    this.maker = new RecordMaker(space, catalog);
  }

  /** Operations that were asked with an `Idempotency-Key`. */
  private readonly once = new Set<string>();

  /** @returns the key under which the request of an operation was sent */
  keyOf(operation: string): string | null {
    return this.once.has(operation) ? `once: ${operation}` : null;
  }

  /** @throws Error for any status but those of success */
  async send(request: NamedRequest): Promise<Omit<Answer, 'status'>> {
    const { operation, method, url, body, headers, isOnce = false } = request;
    if (isOnce) this.once.add(operation);
    const key = this.keyOf(operation);
    const isText = typeof body === 'string';
    const answer = await fetch(url, {
      method,
      headers: {
        authorization: this.space.authorization,
        'x-request-id': operation,
        ...(key !== null && { 'idempotency-key': key }),
        ...(body !== undefined && { 'content-type': isText ? 'text/plain' : 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (answer.status >= 300) throw new Error(`${operation}: ${answer.status} ${text} for ${JSON.stringify(body)}`);
    return { headers: answer.headers, text, body: text === '' ? {} : (JSON.parse(text) as Json) };
  }

  /** @returns a body with every member that may be written, each time with other texts */
  async bodyOf(entityType: EntityType, turn: Turn): Promise<Json> {
    return (await this.maker.all(entityType, turn)).body;
  }

  /** @returns the same for a record that is there: `second` and `first` differ in all other values as well */
  async changeOf(entityType: EntityType, turn: Turn): Promise<Json> {
    const changeable = await this.bodyOf(entityType, 'second');
    if (turn === 'second') return changeable;
    return Object.fromEntries(
      Object.entries(await this.bodyOf(entityType, 'first')).filter(([name]) => name in changeable),
    );
  }
}

/** @returns what REST v1 and GraphQL take of a reference, which REST v100 sets by an object where it shows no id */
export function plainValue(field: Field, value: unknown): unknown {
  return field.kind === 'reference' && !field.hasIdMember ? (value as Json).id : value;
}

export function fieldOf({ fields, name: owner }: EntityType, name: string): Field {
  const field = fields.find((one) => one.name === name);
  if (!field) throw new Error(`${owner} has no field ${name}`);
  return field;
}
