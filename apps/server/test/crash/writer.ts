/**
 * A client that writes records of its own, one request after another, and knows what it was answered. Each request changes something:
 * one that changes nothing takes no revision, and its answer has that of an earlier one.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Random } from '../random.js';
import type { Answer, Json, TestSpace } from '../test-space.js';
import { applyTo, type Fields, type Operation, type State } from './model.js';

/** An account that contacts of all writers belong to. */
export const sharedAccount = 'shared';

/** What the space has for all writers. */
export interface Surroundings {
  readonly ownerId: string;
  /** Of the field whose formula is changed. */
  readonly scaledFieldId: string;
  /** Ids of records by collection and name. */
  readonly ids: Map<string, string>;
}

/** The formula in the state of the writer that changes it. */
export const formulaKey = 'Fields/cf_scaled';

const invalidItem = { cf_count: 'many' };

export class Writer {
  readonly state: State = new Map();
  /** Sent, and not answered. */
  pending: Operation | undefined;
  private made = 0;

  constructor(
    private readonly name: string,
    private readonly random: Random,
    private readonly around: Surroundings,
    /** Whether it also changes the formula, which one does. */
    private readonly changesFormula: boolean,
  ) {}

  /** @returns the answer; undefined when none came, or one that says nothing: then the operation stays pending */
  async send(space: TestSpace, operation: Operation): Promise<Answer | undefined> {
    this.pending = operation;
    const { method, path, body, key } = operation;
    const headers = { ...operation.headers, ...(key !== undefined && { 'idempotency-key': key }) };
    // Fetch fails when the connection does.
    const answer = await space.send(method, path, { body, headers }).catch(() => undefined);
    if (answer === undefined || answer.status === 503) return undefined;
    if (answer.status < 300) this.acknowledge(operation, answer);
    this.pending = undefined;
    return answer;
  }

  private acknowledge(operation: Operation, { body }: Answer): void {
    applyTo(this.state, operation);
    const ids = [body.data].flat().map((one) => (typeof one === 'string' ? one : (one as { id: string }).id));
    for (const [index, key] of (operation.creates ?? []).entries()) this.around.ids.set(key, ids[index] ?? '');
  }

  next(): Operation {
    for (;;) {
      const make = this.random.pickWeighted<() => Operation | undefined>([
        [() => this.createContact(), 6],
        [() => this.updateContact(), 6],
        [() => this.moveContact(), 3],
        [() => this.batch(), 4],
        [() => this.deleteContacts(), 2],
        [() => this.restoreContacts(), 2],
        [() => this.createAccount(), 3],
        [() => this.mergeAccounts(), 3],
        [() => this.createLead(), 2],
        [() => this.qualify(), 2],
        [() => this.takeBack(), 1],
        [() => this.upsertProduct(), 2],
        [() => this.upload(), 3],
        [() => this.replaceContent(), 4],
        [() => this.changeFormula(), 2],
      ]);
      const operation = make();
      if (operation && this.changesSomething(operation)) return operation;
    }
  }

  /** A record that is written as it is keeps its revision, which would look like one that another write has got as well. */
  private changesSomething({ changes }: Operation): boolean {
    return [...changes].some(([key, fields]) => !isDeepStrictEqual(this.state.get(key), fields));
  }

  private createContact(): Operation {
    const { key, fields, body } = this.newContact();
    return this.post('Contacts', body, [[key, fields]], [key]);
  }

  private updateContact(): Operation | undefined {
    const key = this.one('Contacts');
    if (key === undefined) return undefined;
    const cf_count = (Number(this.state.get(key)?.cf_count) + this.random.integer(1, 99)) % 200;
    const changes = {
      cf_count,
      ...(this.random.chance(0.3) && { cf_code: this.newCode() }),
    };
    return this.patch(key, changes, changes);
  }

  private moveContact(): Operation | undefined {
    const key = this.one('Contacts');
    if (key === undefined) return undefined;
    const account = this.anAccount();
    return this.patch(key, { account_relations: this.relationTo(account) }, { accounts: [account] });
  }

  /** Some new contacts and some changed ones; now and then one that is rejected, beside which the others are written. */
  private batch(): Operation {
    const created = Array.from({ length: this.random.integer(1, 4) }, () => this.newContact());
    const updated = this.some('Contacts', 3).map((key) => ({ key, cf_count: this.random.integer(100, 199) }));
    const items: Json[] = [
      ...created.map(({ body }) => body),
      ...updated.map(({ key, cf_count }) => ({ id: this.idOf(key), cf_count })),
    ];
    const hasInvalid = this.random.chance(0.3);
    const path = `Contacts/batch-modify${hasInvalid ? '?rollback-method=1' : ''}`;
    const changes = [
      ...created.map(({ key, fields }) => [key, fields] as const),
      ...updated.map(({ key, cf_count }) => this.changed(key, { cf_count })),
    ];
    const creates = created.map(({ key }) => key);
    return this.post(path, hasInvalid ? [...items, invalidItem] : items, changes, creates);
  }

  private deleteContacts(): Operation | undefined {
    const keys = this.some('Contacts', 3);
    const [first] = keys;
    if (first === undefined) return undefined;
    const changes = keys.map((key) => this.changed(key, { is_deleted: true }));
    if (keys.length === 1) return { method: 'DELETE', path: this.pathOf(first), changes: new Map(changes) };
    return this.post('Contacts/batch-delete', this.idsOf(keys), changes);
  }

  private restoreContacts(): Operation | undefined {
    const keys = this.keysOf('Contacts', true).slice(0, 3);
    if (keys.length === 0) return undefined;
    const changes = keys.map((key) => this.changed(key, { is_deleted: false }));
    return this.post('Contacts/batch-restore', this.idsOf(keys), changes);
  }

  private createAccount(): Operation {
    const name = this.newName();
    const city = `C${this.random.integer(0, 99)}`;
    const body = { name, city, owner_id: this.around.ownerId };
    const key = `Accounts/${name}`;
    return this.post('Accounts', body, [[key, { city, is_deleted: false }]], [key]);
  }

  private mergeAccounts(): Operation | undefined {
    const [master, secondary] = this.some('Accounts', 2);
    if (master === undefined || secondary === undefined) return undefined;
    const moved = [...this.state].flatMap(([key, { accounts }]) => {
      return isDeepStrictEqual(accounts, [nameIn(secondary)])
        ? [this.changed(key, { accounts: [nameIn(master)] })]
        : [];
    });
    const city = `M${this.random.integer(0, 99)}`;
    const body = { master: { id: this.idOf(master), city }, secondary_ids: [this.idOf(secondary)] };
    const changes = [this.changed(master, { city }), this.changed(secondary, { is_deleted: true }), ...moved];
    return this.post('Accounts/merge', body, changes);
  }

  private createLead(): Operation {
    const name = this.newName();
    const key = `Leads/${name}`;
    return this.post('Leads', { name, owner_id: this.around.ownerId }, [[key, { qualified: 0 }]], [key]);
  }

  /** The lead is gone, the opportunity there, and so is the event that key figures count. */
  private qualify(): Operation | undefined {
    const lead = this.one('Leads');
    if (lead === undefined) return undefined;
    const opportunity = `Opportunities/${nameIn(lead)}`;
    const body = { closing_date: '2030-09-30', value: { base_value: 1 } };
    return this.convert(`${this.pathOf(lead)}/qualify`, body, lead, [opportunity, { qualified: 1 }]);
  }

  private takeBack(): Operation | undefined {
    const opportunity = this.one('Opportunities');
    if (opportunity === undefined) return undefined;
    const lead = `Leads/${nameIn(opportunity)}`;
    return this.convert(`${this.pathOf(opportunity)}/back-to-lead`, {}, opportunity, [lead, { qualified: 0 }]);
  }

  private convert(path: string, body: Json, from: string, to: readonly [string, Fields]): Operation {
    return this.post(path, body, [[from, undefined], to], [to[0]]);
  }

  /** Creates it, or changes it when it is there. */
  private upsertProduct(): Operation {
    const key = this.random.chance(0.5) ? this.one('Products') : undefined;
    const sku = key === undefined ? this.newName() : nameIn(key);
    const name = `Pump ${this.newName()}`;
    const body = { name, unit_symbol: 'pcs', allowed_pipelines: 1 };
    const product = `Products/${sku}`;
    const changes = new Map([[product, { name }]]);
    return { method: 'PUT', path: `Products/by/sku/${sku}`, body, changes, creates: [product] };
  }

  private upload(): Operation {
    const name = this.newName();
    const key = `CloudObjects/${name}`;
    const content = this.newContent();
    const headers = { 'content-type': 'text/plain' };
    const changes = new Map([[key, { content }]]);
    const path = `CloudObjects/upload?filename=${name}`;
    return { method: 'POST', path, body: content, headers, changes, creates: [key] };
  }

  private replaceContent(): Operation | undefined {
    const key = this.one('CloudObjects');
    if (key === undefined) return undefined;
    const content = this.newContent();
    return this.patch(key, { content: Buffer.from(content).toString('base64') }, { content });
  }

  /** The values of all contacts follow in the background. */
  private changeFormula(): Operation | undefined {
    if (!this.changesFormula) return undefined;
    const calc_formula = `#cf_count * ${++this.made + 2}`;
    const changes = new Map([[formulaKey, { calc_formula }]]);
    return { method: 'PATCH', path: `Fields/${this.around.scaledFieldId}`, body: { calc_formula }, changes };
  }

  private newContact(): { readonly key: string; readonly fields: Fields; readonly body: Json } {
    const last_name = this.newName();
    const [cf_count, cf_code] = [this.random.integer(0, 99), this.newCode()];
    const account = this.anAccount();
    const body = {
      ...{ last_name, cf_count, cf_code, owner_id: this.around.ownerId },
      account_relations: this.relationTo(account),
    };
    return {
      key: `Contacts/${last_name}`,
      fields: { cf_count, cf_code, is_deleted: false, accounts: [account] },
      body,
    };
  }

  /** Half of them are named, so that they may be repeated. */
  private post(
    path: string,
    body: unknown,
    changes: Iterable<readonly [string, Fields | undefined]>,
    creates: readonly string[] = [],
  ): Operation {
    const key = this.random.chance(0.5) ? { key: this.newName() } : {};
    return { method: 'POST', path, body, changes: new Map(changes), creates, ...key };
  }

  private patch(key: string, body: Json, changes: Fields): Operation {
    return { method: 'PATCH', path: this.pathOf(key), body, changes: new Map([this.changed(key, changes)]) };
  }

  private changed(key: string, changes: Fields): readonly [string, Fields] {
    return [key, { ...this.state.get(key), ...changes }];
  }

  private relationTo(account: string): Json[] {
    return [{ account_id: this.idOf(`Accounts/${account}`), is_primary: true }];
  }

  /** @returns the name of an account of this writer, or of the one that all share */
  private anAccount(): string {
    const own = this.random.chance(0.7) ? this.one('Accounts') : undefined;
    return own === undefined ? sharedAccount : nameIn(own);
  }

  private one(collection: string): string | undefined {
    return this.some(collection, 1)[0];
  }

  /** @returns up to so many records that are not deleted */
  private some(collection: string, count: number): string[] {
    const keys = this.keysOf(collection, false);
    const start = this.random.integer(0, Math.max(keys.length - count, 0));
    return keys.slice(start, start + count);
  }

  private keysOf(collection: string, isDeleted: boolean): string[] {
    const isWanted = (key: string, fields: Fields) =>
      key.startsWith(`${collection}/`) && (fields.is_deleted === true) === isDeleted;
    return [...this.state].flatMap(([key, fields]) => (isWanted(key, fields) ? [key] : []));
  }

  private idsOf(keys: readonly string[]): string[] {
    return keys.map((key) => this.idOf(key));
  }

  private idOf(key: string): string {
    const id = this.around.ids.get(key);
    if (id === undefined) throw new Error(`the id of ${key} is not known`);
    return id;
  }

  private pathOf(key: string): string {
    return `${key.slice(0, key.indexOf('/'))}/${this.idOf(key)}`;
  }

  private newName(): string {
    return `${this.name}-${++this.made}`;
  }

  private newCode(): string {
    return `code ${this.newName()}`;
  }

  private newContent(): string {
    return this.newName().repeat(this.random.integer(1, 500));
  }
}

/** @returns the name of a record in its key */
function nameIn(key: string): string {
  return key.slice(key.indexOf('/') + 1);
}
