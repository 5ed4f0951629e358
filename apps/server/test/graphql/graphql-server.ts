/**
 * A running server whose one space is asked over GraphQL.
 */
import type { GraphqlSettings } from '../../src/main/config.js';
import { type DatabaseName, TestServer, testConfig } from '../fixture.js';

export interface AnsweredError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: Readonly<Record<string, unknown>>;
}

export interface Answer {
  readonly status: number;
  readonly body: { readonly data?: unknown; readonly errors?: readonly AnsweredError[] };
}

type Variables = Readonly<Record<string, unknown>>;

export class GraphqlServer {
  private constructor(readonly server: TestServer) {}

  /** @param settings of GraphQL that differ from the usual */
  static async start(database: DatabaseName, settings: Partial<GraphqlSettings> = {}): Promise<GraphqlServer> {
    const graphql = { ...testConfig.graphql, ...settings };
    return new GraphqlServer(await TestServer.start(database, { graphql }));
  }

  /** The space's GraphQL address. */
  get url(): string {
    const { origin, space } = this.server;
    return `${origin}/api/v100/graphql/spaces/${space.id}`;
  }

  get authorization(): string {
    return this.server.space.authorization;
  }

  /** Sends an operation. @returns its data @throws Error when the answer has errors */
  async query<Data>(query: string, variables: Variables = {}): Promise<Data> {
    const { body } = await this.send(query, variables);
    if (body.errors !== undefined) throw new Error(JSON.stringify(body.errors));
    return body.data as Data;
  }

  /** Sends an operation. @returns the answer as it is */
  async send(
    query: string,
    variables: Variables = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const response = await fetch(this.url, {
      method: 'POST',
      headers: {
        Authorization: this.authorization,
        Accept: 'application/graphql-response+json',
        'Content-Type': 'application/json',
        ...headers,
      },
      body: JSON.stringify({ query, variables }),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  }

  /** @returns how many statements over records an operation causes */
  async countStatements(query: string): Promise<number> {
    return (await this.server.statementsOf(() => this.send(query))).length;
  }

  close(): Promise<void> {
    return this.server.close();
  }
}
