/**
 * Asks one space of a running server over REST v100, for the few records that the benchmark makes or looks up that way.
 */
import type { Credentials } from '@headwater/server';

export type RecordJson = Readonly<Record<string, unknown>> & { readonly id: string };

export class SpaceClient {
  readonly authorization: string;

  /** @param serverUrl scheme, host and port */
  constructor(
    private readonly serverUrl: string,
    private readonly space: string,
    { token, password }: Credentials,
  ) {
    this.authorization = `Basic ${Buffer.from(`${token}:${password}`).toString('base64')}`;
  }

  /** @returns the first record of a collection. @throws Error when it has none */
  async first(collection: string): Promise<RecordJson> {
    const [record] = (await this.ask('GET', `${collection}?first=1`)) as RecordJson[];
    if (!record) throw new Error(`the space has no ${collection}`);
    return record;
  }

  /** @param path of one record below the space's entities, with the query */
  async get(path: string): Promise<RecordJson> {
    return (await this.ask('GET', path)) as RecordJson;
  }

  /** Creates a record under an id of the caller's choice. */
  async create(collection: string, body: RecordJson): Promise<void> {
    await this.ask('POST', `${collection}?validation-level=8`, body);
  }

  /** @param path below the space's entities, with the query. @throws Error for an answer that reports a failure */
  async ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(`${this.serverUrl}/api/v100/rest/spaces/${this.space}/entities/${path}`, {
      method,
      headers: { authorization: this.authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 500)}`);
    return (JSON.parse(text) as { data: unknown }).data;
  }

  /** Asks over GraphQL. @returns the data. @throws Error for an answer with errors */
  async query(text: string): Promise<unknown> {
    const answer = await fetch(`${this.serverUrl}/api/v100/graphql/spaces/${this.space}`, {
      method: 'POST',
      headers: { authorization: this.authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ query: text }),
    });
    const body = await answer.text();
    const { data, errors } = JSON.parse(body) as { data?: unknown; errors?: unknown };
    if (!answer.ok || errors !== undefined) throw new Error(`${answer.status} ${body}`);
    return data;
  }
}
