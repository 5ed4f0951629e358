/**
 * GraphQL over HTTP of one space. Knows no type of the schema.
 */
import { ExpectationFailed } from '../expectation.js';
import type { CreatedRecords } from '../fixtures/created-records.js';
import { type Answer, expectStatus } from '../http/answer.js';
import type { Http, HttpRequest } from '../http/http.js';
import { type Json, type JsonObject, readObject, readText } from '../http/json.js';

export class GraphqlApi {
  constructor(
    readonly http: Http,
    readonly space: string,
    private readonly created: CreatedRecords,
  ) {}

  get path(): string {
    return `/api/v100/graphql/spaces/${encodeURIComponent(this.space)}`;
  }

  /** Sends a document as the JSON body of a POST. */
  send(query: string, variables: JsonObject = {}, request: Omit<HttpRequest, 'body'> = {}): Promise<Answer> {
    const headers = { accept: 'application/json', ...request.headers };
    return this.http.send('POST', this.path, { ...request, headers, body: { query, variables } });
  }

  /** @returns `data`. @throws ExpectationFailed when there are errors */
  async run(query: string, variables: JsonObject = {}): Promise<JsonObject> {
    const answer = await this.send(query, variables);
    expectStatus(answer, 200);
    const body = readObject(answer.json, 'the body');
    if (body.errors !== undefined) {
      throw new ExpectationFailed(`GraphQL answered errors: ${JSON.stringify(body.errors).slice(0, 1000)}`);
    }
    return readObject(body.data, 'data');
  }

  /** Notes a record that a mutation made, so that it is deleted in the end. @throws ExpectationFailed without a text id */
  note(collection: string, id: Json | undefined): string {
    const text = readText(id, 'id of the record made');
    this.created.note({ collection, id: text });
    return text;
  }
}
