/**
 * Requests of all kinds, in ever new forms: what a server keeps for the next one of its kind must not be kept for ever.
 */
import type { Random } from '../random.js';
import type { Answer, TestSpace } from '../test-space.js';

const members = [
  'last_name',
  'first_name',
  'title',
  'city',
  'email1',
  'phone_number1',
  'comments',
  'created',
  'modified',
];
const operators = ['eq', 'contains', 'istarts', 'not-eq', 'gte'];
/** Records that are changed again and again. */
const maxKnown = 500;

export class SoakRequests {
  private readonly contacts: string[] = [];
  private count = 0;

  constructor(
    private readonly space: TestSpace,
    private readonly random: Random,
  ) {}

  /** @returns an answer that is no failure of the server */
  async send(): Promise<Answer> {
    this.count += 1;
    const { random } = this;
    const ask = random.pickWeighted<() => Promise<Answer>>([
      [() => this.list(), 20],
      [() => this.get(), 25],
      [() => this.create(), 4],
      [() => this.update(), 14],
      [() => this.batch(), 3],
      [() => this.graphql(), 14],
      [() => this.v1(), 10],
      [() => this.upload(), 1],
      [() => this.unknown(), 9],
    ]);
    const answer = await ask();
    if (answer.status >= 500) throw new Error(`status ${answer.status}: ${answer.text}`);
    return answer;
  }

  private list(): Promise<Answer> {
    const [filtered, sorted] = [this.random.pick(members), this.random.pick(members)];
    const shown = members.filter(() => this.random.chance(0.4));
    const query = {
      first: this.random.integer(1, 30),
      [`filter[${filtered}]`]: filtered === 'created' || filtered === 'modified' ? '2026-01-01' : 'a',
      [`filter-op[${filtered}]`]:
        filtered === 'created' || filtered === 'modified' ? 'gte' : this.random.pick(operators),
      'order-by': `${this.random.chance(0.5) ? '-' : ''}${sorted}`,
      'load-only': ['id', ...shown].join(),
      ...(this.random.chance(0.3) && { expand: 'owner,account_relations.account' }),
    };
    return this.space.send('GET', 'Contacts', { query });
  }

  private get(): Promise<Answer> {
    return this.space.send('GET', `Contacts/${this.aContact()}`);
  }

  private async create(): Promise<Answer> {
    const body = { last_name: `Okafor ${this.count}`, owner_id: this.space.ids.ownerId };
    const headers = this.random.chance(0.5) ? { 'idempotency-key': `soak-${this.count}` } : {};
    const answer = await this.space.send('POST', 'Contacts', { body, headers });
    const { id } = answer.body.data as { id: string };
    if (this.contacts.length < maxKnown) this.contacts.push(id);
    else this.contacts[this.random.integer(0, maxKnown - 1)] = id;
    return answer;
  }

  private update(): Promise<Answer> {
    return this.space.send('PATCH', `Contacts/${this.aContact()}`, { body: { city: `Graz ${this.count}` } });
  }

  private batch(): Promise<Answer> {
    const ids = [...new Set(Array.from({ length: 10 }, () => this.aContact()))];
    const body = ids.map((id) => ({ id, title: `Dr. ${this.count}` }));
    return this.space.send('POST', 'Contacts/batch-modify?rollback-method=1', { body });
  }

  private graphql(): Promise<Answer> {
    const fields = ['lastName', 'city', 'title', 'email1', 'owner { email }'].filter(() => this.random.chance(0.5));
    // A name of its own makes every document a new one.
    const query = `query q${this.count} { contacts(first: ${this.random.integer(1, 20)}) { nodes { id ${fields.join(' ')} } } }`;
    return this.post(`/api/v100/graphql/spaces/${this.space.id}`, { query });
  }

  private v1(): Promise<Answer> {
    const query = `limit=${this.random.integer(1, 30)}&filter=CITY::Graz ${this.random.integer(0, 999)}`;
    return this.post(`/rest_services/v1/${this.space.id}/Contacts?${query}`);
  }

  private upload(): Promise<Answer> {
    const body = new Blob([`file ${this.count}`.repeat(this.random.integer(1, 2_000))]);
    const headers = { 'content-type': 'text/plain' };
    return this.space.send('POST', `CloudObjects/upload?filename=f${this.count}.txt`, { body, headers });
  }

  /** What is not there, in names that are never the same. */
  private unknown(): Promise<Answer> {
    const name = `n${this.count}`;
    switch (this.random.integer(0, 3)) {
      case 0:
        return this.space.send('GET', `Contacts?filter[${name}]=1`);
      case 1:
        return this.space.send('POST', 'Contacts', { body: { [name]: 1 } });
      case 2:
        return this.post(`/api/v100/graphql/spaces/${this.space.id}`, { query: `{ ${name} { id } }` });
      default:
        return this.space.send('GET', name);
    }
  }

  private aContact(): string {
    return this.contacts.length === 0 ? this.space.ids.ownerId : this.random.pick(this.contacts);
  }

  /** @param body undefined: a GET */
  private async post(path: string, body?: unknown): Promise<Answer> {
    const headers = { authorization: this.space.authorization, 'content-type': 'application/json' };
    const sent = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${this.space.origin}${path}`, sent);
    return { status: answer.status, headers: answer.headers, text: await answer.text(), body: {} };
  }
}
