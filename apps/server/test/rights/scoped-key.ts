/**
 * Keys with scopes, and requests that are sent with them.
 */
import { createKey } from '../../src/spaces/space-keys.js';
import type { TestServer } from '../fixture.js';
import { type Answer, basic, type Json, type Sent, type TestSpace } from '../test-space.js';

export type NewScopedKey = Omit<Parameters<typeof createKey>[1], 'space'>;

/** Asks with a key of its own. */
export class ScopedKey {
  private constructor(
    private readonly space: TestSpace,
    readonly authorization: string,
  ) {}

  static async of(server: TestServer, space: TestSpace, key: NewScopedKey | string): Promise<ScopedKey> {
    const wanted = typeof key === 'string' ? { scopes: key.split(' ') } : key;
    return new ScopedKey(space, basic(await createKey(server.deps, { space: space.id, ...wanted })));
  }

  get headers() {
    return { authorization: this.authorization };
  }

  send(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    return this.space.send(method, path, { ...sent, headers: { ...sent.headers, ...this.headers } });
  }

  /** @param path below the address of the space */
  async sendTo(method: string, path: string, body?: unknown): Promise<{ status: number; text: string; body: Json }> {
    const headers = { ...this.headers, ...(body !== undefined && { 'content-type': 'application/json' }) };
    const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${this.space.origin}${path.replaceAll('{space}', this.space.id)}`, sent);
    const text = await answer.text();
    return { status: answer.status, text, body: parsed(text) };
  }

  async graphql(query: string, variables: Json = {}): Promise<{ data: Json | null; errors?: readonly GraphqlError[] }> {
    const { body } = await this.sendTo('POST', '/api/v100/graphql/spaces/{space}', { query, variables });
    return body as never;
  }
}

/** Contents of files and type systems are none. */
function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return {};
  }
}

interface GraphqlError {
  readonly message: string;
  readonly extensions: Json;
}

/** @returns the message of a rejection by a missing right */
export function lacks(right: string): string {
  return `This key lacks the right ${right}. Use a key whose scope has it.`;
}
