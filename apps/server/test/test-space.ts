/**
 * A space of a running server, asked over REST v100 with its own keys.
 */
import type { ServerDeps } from '../src/http/server-deps.js';
import { createSpace } from '../src/spaces/create-space.js';
import { createKey } from '../src/spaces/space-keys.js';

/** A JSON object as it came over the wire. */
export type Json = { readonly [name: string]: unknown };
/** A record as it came over the wire. */
export type TestRecord = Json & { readonly id: string; readonly revision: number };

export type QueryValue = string | number | boolean | readonly (string | number | boolean)[];

export interface Sent {
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a text or a Blob as they are. */
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The text as JSON; undefined when it is none. */
  readonly body: Json;
}

export interface Page {
  readonly success: unknown;
  readonly total?: number;
  readonly page_info: {
    readonly start_cursor: string | null;
    readonly end_cursor: string | null;
    readonly has_previous_page: boolean;
    readonly has_next_page: boolean;
  };
  readonly data: readonly TestRecord[];
}

/** The records that a new space begins with and other records need. */
export interface SeedRecords {
  readonly ownerId: string;
  readonly unitId: string;
  readonly stepIds: readonly string[];
  readonly pipelineId: string;
  readonly baseCurrencyId: string;
  readonly foreignCurrencyId: string;
}

/** Makes the space and two keys of it. */
export async function openTestSpace(deps: ServerDeps, origin: string, id: string): Promise<TestSpace> {
  await createSpace(deps, { id });
  const writer = await createKey(deps, { space: id });
  const reader = await createKey(deps, { space: id, readOnly: true });
  const space = new TestSpace(origin, id, basic(writer), basic(reader));
  await space.readSeedRecords();
  return space;
}

export function basic({ token, password }: { readonly token: string; readonly password: string }): string {
  return `Basic ${Buffer.from(`${token}:${password}`).toString('base64')}`;
}

export class TestSpace {
  private first: SeedRecords | undefined;

  constructor(
    readonly origin: string,
    readonly id: string,
    readonly authorization: string,
    /** Of a key that may only read. */
    readonly readOnlyAuthorization: string,
  ) {}

  /** The address that the space's links begin with. */
  get entities(): string {
    return `${this.origin}/api/v100/rest/spaces/${this.id}/entities`;
  }

  /** Ids of the records that the space began with. */
  get ids(): SeedRecords {
    if (!this.first) throw new Error('the first records of the space were not read');
    return this.first;
  }

  /** @param known when another space with the same records has read them already */
  async readSeedRecords(known?: SeedRecords): Promise<SeedRecords> {
    this.first = known ?? (await this.findSeedRecords());
    return this.first;
  }

  private async findSeedRecords(): Promise<SeedRecords> {
    const idOf = async (collection: string, query: Sent['query'] = {}) =>
      (await this.list(collection, query)).data.map((record) => record.id);
    const [ownerId, unitId, pipelineId] = (
      await Promise.all([idOf('Clients'), idOf('SalesUnits'), idOf('Pipelines')])
    ).map((ids) => ids[0] ?? '');
    const baseIds = await idOf('Currencies', { 'filter[is_base]': true });
    const otherIds = await idOf('Currencies', { 'filter[is_base]': false });
    const stepIds = await idOf('Steps', { 'filter[pipeline_id]': pipelineId ?? '', 'order-by': 'sort_order' });
    return {
      ownerId: ownerId ?? '',
      unitId: unitId ?? '',
      pipelineId: pipelineId ?? '',
      stepIds,
      baseCurrencyId: baseIds[0] ?? '',
      foreignCurrencyId: otherIds[0] ?? '',
    };
  }

  /** @param path below the space's entities, with its leading collection: `Contacts/1` */
  async send(method: string, path: string, { query = {}, headers = {}, body }: Sent = {}): Promise<Answer> {
    const isRaw = typeof body === 'string' || body instanceof Blob;
    const answer = await fetch(`${this.entities}/${path}${toSearch(query)}`, {
      method,
      headers: {
        authorization: this.authorization,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: parseJson(text) };
  }

  /** @throws Error for any status but 200 */
  async list(collection: string, query: Sent['query'] = {}): Promise<Page> {
    const answer = await this.send('GET', collection, { query });
    return expectStatus<Page>(answer, 200);
  }

  async get(collection: string, id: string, query: Sent['query'] = {}): Promise<TestRecord> {
    const answer = await this.send('GET', `${collection}/${id}`, { query });
    return expectStatus<{ data: TestRecord }>(answer, 200).data;
  }

  /** @throws Error for any status but 201 */
  async create(collection: string, body: Json, query: Sent['query'] = {}): Promise<TestRecord> {
    const answer = await this.send('POST', collection, { body, query });
    return expectStatus<{ data: TestRecord }>(answer, 201).data;
  }

  async update(collection: string, id: string, body: Json, query: Sent['query'] = {}): Promise<TestRecord> {
    const answer = await this.send('PATCH', `${collection}/${id}`, { body, query });
    return expectStatus<{ data: TestRecord }>(answer, 200).data;
  }

  async delete(collection: string, id: string): Promise<void> {
    expectStatus(await this.send('DELETE', `${collection}/${id}`), 200);
  }

  newContact(members: Json = {}): Promise<TestRecord> {
    return this.create('Contacts', { last_name: 'Okafor', owner_id: this.ids.ownerId, ...members });
  }

  newAccount(members: Json = {}): Promise<TestRecord> {
    return this.create('Accounts', { name: 'Harbourline', owner_id: this.ids.ownerId, ...members });
  }

  newOpportunity(members: Json = {}): Promise<TestRecord> {
    return this.create('Opportunities', {
      name: '200 forklifts',
      owner_id: this.ids.ownerId,
      closing_date: '2026-09-30',
      step_id: this.ids.stepIds[0],
      value: { base_value: 1000 },
      ...members,
    });
  }

  newProduct(members: Json = {}): Promise<TestRecord> {
    return this.create('Products', { name: 'GTX', allowed_pipelines: 1, unit_symbol: 'pcs', ...members });
  }
}

/** @returns the query with its question mark; '' when there is none */
export function toSearch(query: NonNullable<Sent['query']>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of typeof value === 'object' ? value : [value]) search.append(name, String(one));
  }
  return search.size === 0 ? '' : `?${search}`;
}

function parseJson(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return {};
  }
}

function expectStatus<Body>(answer: Answer, status: number): Body {
  if (answer.status !== status) throw new Error(`status ${answer.status}: ${answer.text}`);
  return answer.body as Body;
}
