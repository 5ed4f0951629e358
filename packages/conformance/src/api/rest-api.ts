/**
 * REST v100 of one space. The short forms (`create`, `list` …) serve to set a check up: they ask only for what the check
 * needs to go on, so that each check fails for its own promise and not for that of another.
 */
import type { CreatedRecords } from '../fixtures/created-records.js';
import { type Answer, expectSuccess } from '../http/answer.js';
import type { Http, HttpRequest } from '../http/http.js';
import { isJsonObject, type Json, readObject, readObjects } from '../http/json.js';
import type { Query } from '../http/query.js';
import type { RecordJson } from './record.js';

/** A list answer taken apart. */
export interface ListPage {
  readonly records: readonly RecordJson[];
  readonly startCursor: string | null;
  readonly endCursor: string | null;
  readonly hasPreviousPage: boolean;
  readonly hasNextPage: boolean;
  /** The whole body. */
  readonly body: RecordJson;
}

export class RestApi {
  constructor(
    readonly http: Http,
    readonly space: string,
    private readonly created: CreatedRecords,
  ) {}

  /** Path of the space, without a trailing slash. */
  get spacePath(): string {
    return restSpacePath(this.space);
  }

  /** Path of a collection, or of one record of it. */
  path(collection: string, id?: string): string {
    const path = `${this.spacePath}/entities/${collection}`;
    return id === undefined ? path : `${path}/${encodeURIComponent(id)}`;
  }

  /** Sends any request to a collection or a record; whatever a POST makes is noted, so that it is deleted in the end. */
  async send(method: string, collection: string, id: string | undefined, request: HttpRequest = {}): Promise<Answer> {
    const answer = await this.http.send(method, this.path(collection, id), request);
    if (method === 'POST' && id === undefined) this.note(collection, answer);
    return answer;
  }

  /**
   * Sends a request to an address below a collection, such as `batch-modify`; the records that it makes are noted.
   * @param below without a leading slash; its parts escaped
   */
  async sendBelow(method: string, collection: string, below: string, request: HttpRequest = {}): Promise<Answer> {
    const answer = await this.http.send(method, `${this.path(collection)}/${below}`, request);
    if (method === 'POST' || method === 'PUT')
      for (const id of writtenIds(answer)) this.created.note({ collection, id });
    return answer;
  }

  /** Sends a request to an address of the space that makes nothing. @param below without a leading slash */
  sendInSpace(method: string, below: string, request: HttpRequest = {}): Promise<Answer> {
    return this.http.send(method, `${this.spacePath}/${below}`, request);
  }

  /** Notes a record that has come into another collection than the one it was made in. */
  noteAs(collection: string, id: string): void {
    this.created.note({ collection, id });
  }

  /** @throws ExpectationFailed unless the answer is a success with a record */
  async create(collection: string, body: RecordJson, query: Query = {}): Promise<RecordJson> {
    return readRecord(await this.send('POST', collection, undefined, { body, query }));
  }

  /** Creates one after the other, so that ids and revisions rise in the order given. @throws ExpectationFailed */
  async createAll(collection: string, bodies: readonly RecordJson[]): Promise<RecordJson[]> {
    const records: RecordJson[] = [];
    for (const body of bodies) records.push(await this.create(collection, body));
    return records;
  }

  /** @throws ExpectationFailed unless the answer is a success with a record */
  async get(collection: string, id: string, query: Query = {}): Promise<RecordJson> {
    return readRecord(await this.send('GET', collection, id, { query }));
  }

  /** The record that a collection answers in place of a list. @throws ExpectationFailed unless it is a success with a record */
  async only(collection: string): Promise<RecordJson> {
    return readRecord(await this.send('GET', collection, undefined));
  }

  /** @throws ExpectationFailed unless the answer is a success with a record */
  async update(collection: string, id: string, body: RecordJson, query: Query = {}): Promise<RecordJson> {
    return readRecord(await this.send('PATCH', collection, id, { body, query }));
  }

  /** @throws ExpectationFailed unless the answer is a success */
  async delete(collection: string, id: string): Promise<void> {
    expectSuccess(await this.send('DELETE', collection, id));
  }

  /** @throws ExpectationFailed unless the answer is a success with an array of records */
  async list(collection: string, query: Query = {}): Promise<ListPage> {
    return readPage(await this.send('GET', collection, undefined, { query }));
  }

  private note(collection: string, answer: Answer): void {
    const id = createdId(answer);
    if (id !== undefined) this.created.note({ collection, id });
  }
}

/** @returns the ids in the answer to a write of one record or of many */
function writtenIds(answer: Answer): string[] {
  const one = createdId(answer);
  if (one !== undefined) return [one];
  try {
    const body = answer.json;
    const data = isJsonObject(body) ? body.data : undefined;
    return Array.isArray(data) ? data.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Path of a space in REST v100. */
export function restSpacePath(space: string): string {
  return `/api/v100/rest/spaces/${encodeURIComponent(space)}`;
}

/** @throws ExpectationFailed unless the answer is a success with an object in `data` */
export function readRecord(answer: Answer): RecordJson {
  expectSuccess(answer);
  return readObject(readObject(answer.json, 'the body').data, 'data');
}

/** @throws ExpectationFailed unless the answer is a success with an array of objects in `data` */
export function readPage(answer: Answer): ListPage {
  expectSuccess(answer);
  const body = readObject(answer.json, 'the body');
  const info = isJsonObject(body.page_info) ? body.page_info : {};
  return {
    records: readObjects(body.data, 'data'),
    startCursor: textOrNull(info.start_cursor),
    endCursor: textOrNull(info.end_cursor),
    hasPreviousPage: info.has_previous_page === true,
    hasNextPage: info.has_next_page === true,
    body,
  };
}

function textOrNull(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function createdId(answer: Answer): string | undefined {
  try {
    const body = answer.json;
    const data = isJsonObject(body) ? body.data : undefined;
    const id = isJsonObject(data) ? data.id : undefined;
    return answer.status < 300 && typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}
