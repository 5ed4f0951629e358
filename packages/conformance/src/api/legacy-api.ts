/**
 * The legacy REST v1 of one space.
 */

import type { Catalog } from '@headwater/catalog';
import { ExpectationFailed } from '../expectation.js';
import type { CreatedRecords } from '../fixtures/created-records.js';
import { type Answer, expectSuccess } from '../http/answer.js';
import type { Http, HttpRequest } from '../http/http.js';
import { readObjects } from '../http/json.js';
import type { Query } from '../http/query.js';
import { fromLegacyId } from './legacy-id.js';
import type { RecordJson } from './record.js';

/** A list answer taken apart. */
export interface LegacyPage {
  readonly records: readonly RecordJson[];
  readonly range: ContentRange;
}

/** `Content-Range: items <first>-<last>/<total>`; zero-based, `last` is `first - 1` when nothing is listed. */
export interface ContentRange {
  readonly first: number;
  readonly last: number;
  readonly total: number;
}

export class LegacyApi {
  constructor(
    readonly http: Http,
    readonly space: string,
    private readonly created: CreatedRecords,
    private readonly catalog: Catalog,
  ) {}

  /** @param path below the space, begins with `/`, or is empty for the space itself */
  async send(method: string, path: string, request: HttpRequest = {}): Promise<Answer> {
    const answer = await this.http.send(method, `${this.spacePath}${path}`, request);
    const location = method === 'POST' ? answer.headers.get('location') : null;
    const [id, collection] = (location ?? '').split('/').reverse();
    const entityType = this.catalog.byV1Collection(collection ?? '')?.entityType;
    if (id && entityType?.numbered === false)
      this.created.note({ collection: entityType.collection, id: fromLegacyId(id) });
    return answer;
  }

  /** @throws ExpectationFailed unless the answer is a success: a bare array of records with a `Content-Range` */
  async list(collection: string, query: Query = {}): Promise<LegacyPage> {
    const answer = await this.send('GET', `/${collection}`, { query });
    expectSuccess(answer);
    return { records: readObjects(answer.json, 'the body'), range: readContentRange(answer) };
  }

  get spacePath(): string {
    return `/rest_services/v1/${encodeURIComponent(this.space)}`;
  }
}

/** @throws ExpectationFailed unless the header has exactly the form of the interface */
export function readContentRange(answer: Answer): ContentRange {
  const header = answer.headers.get('content-range');
  const [, first, last, total] = /^items (\d+)-(-?\d+)\/(\d+)$/.exec(header ?? '') ?? [];
  if (first === undefined) {
    throw new ExpectationFailed(`${answer.line}: Content-Range should be "items <first>-<last>/<total>", is ${header}`);
  }
  return { first: Number(first), last: Number(last), total: Number(total) };
}
