/**
 * A client that writes over all interfaces, one request after another. Each request changes something, and has an id by which the log
 * tells of it. Of records whose last request was not answered nothing is known: the writer leaves them alone from then on.
 */
import type { Random } from '../random.js';
import type { Answer, Json, TestSpace } from '../test-space.js';

/** What the space has for all writers. */
export interface Surroundings {
  readonly ownerId: string;
  readonly stepId: string;
  readonly tagId: string;
  /** Accounts that all write. */
  readonly sharedIds: readonly string[];
}

interface Request {
  readonly method: string;
  /** Below the origin of the server. */
  readonly path: string;
  readonly body?: unknown;
  /** Records that it changes and that are this writer's alone. */
  readonly ids?: readonly string[];
  /** @param ids of the records in the answer */
  readonly done?: (ids: readonly string[]) => void;
}

/** What came of a request. */
export type Outcome =
  | { readonly kind: 'acknowledged'; readonly requestId: string }
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'rejected'; readonly problem: string };

const collections = ['Accounts', 'Contacts', 'Leads', 'Opportunities'] as const;
type Collection = (typeof collections)[number] | 'deleted';

export class MixedWriter {
  /** Ids of the records that are this writer's alone; those of deleted contacts under `deleted`. */
  private readonly own: Readonly<Record<Collection, Set<string>>> = {
    Accounts: new Set(),
    Contacts: new Set(),
    Leads: new Set(),
    Opportunities: new Set(),
    deleted: new Set(),
  };
  private made = 0;

  constructor(
    private readonly name: string,
    private readonly random: Random,
    private readonly around: Surroundings,
  ) {}

  async write(space: TestSpace): Promise<Outcome> {
    const { method, path, body, ids = [], done } = this.next(space.id);
    const requestId = this.newName();
    const left = this.leave(ids);
    // Fetch fails when the connection does.
    const answer = await send(space, method, path, body, requestId).catch(() => undefined);
    if (answer === undefined || answer.status === 503) return { kind: 'unanswered' };
    if (answer.status >= 300 || answer.body.errors !== undefined) {
      // GraphQL says so in its own way when the database is away.
      if (/ERROR_(UNAVAILABLE|OVERLOADED)/.test(answer.text)) return { kind: 'unanswered' };
      const problem = `${method} ${path} ${JSON.stringify(body)}: ${answer.status} ${answer.text.slice(0, 300)}`;
      return { kind: 'rejected', problem };
    }
    for (const [collection, id] of left) this.own[collection].add(id);
    done?.(idsOf(answer));
    return { kind: 'acknowledged', requestId };
  }

  /** Forgets records until a request that changes them is answered. */
  private leave(ids: readonly string[]): (readonly [Collection, string])[] {
    const all = Object.entries(this.own) as [Collection, Set<string>][];
    return all.flatMap(([collection, own]) =>
      ids.filter((id) => own.delete(id)).map((id) => [collection, id] as const),
    );
  }

  private next(spaceId: string): Request {
    const rest = `/api/v100/rest/spaces/${spaceId}/entities`;
    const v1 = `/rest_services/v1/${spaceId}`;
    const graphql = `/api/v100/graphql/spaces/${spaceId}`;
    for (;;) {
      const make = this.random.pickWeighted<() => Request | undefined>([
        [() => this.create(rest, 'Accounts', this.account()), 3],
        [() => this.create(rest, 'Contacts', this.contact()), 5],
        [() => this.create(rest, 'Leads', { name: this.newName(), owner_id: this.around.ownerId }), 2],
        [() => this.create(rest, 'Opportunities', this.opportunity()), 2],
        [() => this.update(rest, 'Contacts', { city: this.newName(), cf_count: this.random.integer(0, 99) }), 4],
        [() => this.update(rest, 'Contacts', { city: this.newName(), ...this.rows() }), 4],
        [() => this.update(rest, 'Accounts', { city: this.newName() }), 2],
        [() => this.update(rest, 'Opportunities', { name: this.newName(), value: this.value() }), 2],
        [() => this.updateShared(rest), 3],
        [() => this.batch(rest), 4],
        [() => this.upsert(rest), 2],
        [() => this.deleteContacts(rest), 3],
        [() => this.restoreContacts(rest), 2],
        [() => this.deleteAccount(rest), 1],
        [() => this.merge(rest), 3],
        [() => this.convert(rest, 'Leads', 'qualify', 'Opportunities'), 2],
        [() => this.convert(rest, 'Opportunities', 'back-to-lead', 'Leads'), 1],
        [() => this.createOverV1(v1), 2],
        [() => this.updateOverV1(v1), 2],
        [() => this.createOverGraphql(graphql), 2],
        [() => this.updateOverGraphql(graphql), 2],
      ]);
      const request = make();
      if (request) return request;
    }
  }

  private create(rest: string, collection: (typeof collections)[number], body: Json): Request {
    return { method: 'POST', path: `${rest}/${collection}`, body, done: (ids) => this.add(collection, ids) };
  }

  private update(rest: string, collection: (typeof collections)[number], body: Json): Request | undefined {
    const [id] = this.some(collection, 1);
    return id === undefined ? undefined : { method: 'PATCH', path: `${rest}/${collection}/${id}`, body, ids: [id] };
  }

  /** Others change it at the same time. */
  private updateShared(rest: string): Request {
    const id = this.random.pick(this.around.sharedIds);
    return { method: 'PATCH', path: `${rest}/Accounts/${id}`, body: { city: this.newName() } };
  }

  /** Some new contacts and some changed ones. */
  private batch(rest: string): Request {
    const changed = this.some('Contacts', 3);
    const made = Array.from({ length: this.random.integer(1, 4) }, () => this.contact());
    return {
      method: 'POST',
      path: `${rest}/Contacts/batch-modify`,
      body: [...made, ...changed.map((id) => ({ id, city: this.newName() }))],
      ids: changed,
      done: (ids) => this.add('Contacts', ids),
    };
  }

  private upsert(rest: string): Request {
    const body = { name: this.newName(), unit_symbol: 'pcs', allowed_pipelines: 1 };
    return { method: 'PUT', path: `${rest}/Products/by/sku/${this.name}-${this.random.integer(1, 3)}`, body };
  }

  private deleteContacts(rest: string): Request | undefined {
    const ids = this.some('Contacts', this.random.integer(1, 3));
    const [first] = ids;
    if (first === undefined) return undefined;
    const done = () => this.move(ids, 'deleted');
    if (ids.length === 1) return { method: 'DELETE', path: `${rest}/Contacts/${first}`, ids, done };
    return { method: 'POST', path: `${rest}/Contacts/batch-delete`, body: ids, ids, done };
  }

  private restoreContacts(rest: string): Request | undefined {
    const ids = this.some('deleted', 2);
    if (ids.length === 0) return undefined;
    const done = () => this.move(ids, 'Contacts');
    // The accounts that they belong to may be deleted since.
    const path = `${rest}/Contacts/batch-restore?validation-level=16`;
    return { method: 'POST', path, body: ids, ids, done };
  }

  private deleteAccount(rest: string): Request | undefined {
    const [id] = this.some('Accounts', 1);
    const done = () => this.leave([String(id)]);
    return id === undefined ? undefined : { method: 'DELETE', path: `${rest}/Accounts/${id}`, ids: [id], done };
  }

  /** What refers to the second account refers to the first one then. */
  private merge(rest: string): Request | undefined {
    const [id, other] = this.some('Accounts', 2);
    if (id === undefined || other === undefined) return undefined;
    const body = { master: { id, city: this.newName() }, secondary_ids: [other] };
    const done = () => this.leave([other]);
    return { method: 'POST', path: `${rest}/Accounts/merge`, body, ids: [id, other], done };
  }

  private convert(rest: string, from: 'Leads' | 'Opportunities', act: string, to: Collection): Request | undefined {
    const [id] = this.some(from, 1);
    if (id === undefined) return undefined;
    const body = act === 'qualify' ? { closing_date: '2030-09-30', value: this.value() } : {};
    const done = () => this.move([id], to);
    return { method: 'POST', path: `${rest}/${from}/${id}/${act}`, body, ids: [id], done };
  }

  private createOverV1(v1: string): Request {
    const body = { ORGANIZATION: this.newName(), CITY: this.newName(), OWNER_ID: this.around.ownerId };
    return { method: 'POST', path: `${v1}/Accounts`, body, done: (ids) => this.add('Accounts', ids) };
  }

  private updateOverV1(v1: string): Request | undefined {
    const [id] = this.some('Accounts', 1);
    const body = { CITY: this.newName() };
    return id === undefined ? undefined : { method: 'PUT', path: `${v1}/Accounts/${id}`, body, ids: [id] };
  }

  private createOverGraphql(path: string): Request {
    const query = 'mutation ($input: AccountCreateInput!) { createAccount(input: $input) { id } }';
    const input = { name: this.newName(), city: this.newName(), ownerId: this.around.ownerId };
    return {
      method: 'POST',
      path,
      body: { query, variables: { input } },
      done: (ids) => this.add('Accounts', ids),
    };
  }

  private updateOverGraphql(path: string): Request | undefined {
    const [id] = this.some('Contacts', 1);
    const query = 'mutation ($id: UUID!, $input: ContactUpdateInput!) { updateContact(id: $id, input: $input) { id } }';
    const body = { query, variables: { id, input: { city: this.newName() } } };
    return id === undefined ? undefined : { method: 'POST', path, body, ids: [id] };
  }

  private account(): Json {
    return { name: this.newName(), city: this.newName(), owner_id: this.around.ownerId };
  }

  private contact(): Json {
    return {
      ...{ last_name: this.newName(), owner_id: this.around.ownerId },
      ...{ cf_count: this.random.integer(0, 99), cf_code: this.newName() },
      ...this.rows(),
    };
  }

  private opportunity(): Json {
    return {
      ...{ name: this.newName(), owner_id: this.around.ownerId, step_id: this.around.stepId },
      ...{ closing_date: '2030-09-30', value: this.value(), account_relations: this.relations() },
    };
  }

  private value(): Json {
    return { base_value: this.random.integer(1, 1_000_000) / 100 };
  }

  /** Links, tags and sharing of a contact. */
  private rows(): Json {
    const { ownerId, tagId } = this.around;
    return {
      account_relations: this.relations(),
      tags: this.random.chance(0.5) ? [{ tag_id: tagId }] : [],
      sharing_clients: this.random.chance(0.5) ? [{ client_id: ownerId, role: 2 }] : [],
    };
  }

  private relations(): Json[] {
    const [own] = this.random.chance(0.7) ? this.some('Accounts', 1) : [];
    return [{ account_id: own ?? this.random.pick(this.around.sharedIds), is_primary: true }];
  }

  private add(collection: Collection, ids: readonly string[]): void {
    for (const id of ids) this.own[collection].add(id);
  }

  private move(ids: readonly string[], to: Collection): void {
    this.leave(ids);
    this.add(to, ids);
  }

  /** @returns up to so many of them */
  private some(collection: Collection, count: number): string[] {
    const ids = [...this.own[collection]];
    const start = this.random.integer(0, Math.max(ids.length - count, 0));
    return ids.slice(start, start + count);
  }

  private newName(): string {
    return `${this.name}-${++this.made}`;
  }
}

async function send(space: TestSpace, method: string, path: string, body: unknown, requestId: string): Promise<Answer> {
  const answer = await fetch(`${space.origin}${path}`, {
    method,
    headers: {
      authorization: space.authorization,
      'x-request-id': requestId,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: text === '' ? {} : (JSON.parse(text) as Json) };
}

/** @returns the ids of the records in the answer */
function idsOf({ body, headers }: Answer): string[] {
  const address = headers.get('location');
  // REST v1 has more before the uuid.
  if (address !== null) return [address.slice(-36).toLowerCase()];
  const { data } = body;
  const isOne = typeof data !== 'object' || data === null || Array.isArray(data) || 'id' in data;
  // GraphQL has the record under the name of the mutation.
  const items: unknown[] = isOne ? [data].flat() : Object.values(data);
  return items.flatMap((one) => {
    const id = typeof one === 'object' && one !== null ? (one as { id?: unknown }).id : one;
    return typeof id === 'string' ? [id] : [];
  });
}
