/**
 * Random histories of writes over REST, of records with custom fields, rows, links, tags and sharing.
 */
import type { Random } from '../random.js';
import type { Json, TestRecord, TestSpace } from '../test-space.js';

const writes = [
  ...['create', 'create', 'update', 'update', 'rows', 'rows', 'row', 'row', 'delete', 'restore'],
  ...['batch', 'batch-delete', 'batch-restore', 'upsert', 'move', 'archive'],
] as const;

const collections = ['Contacts', 'Accounts', 'Products', 'Opportunities', 'Tasks'] as const;
type Collection = (typeof collections)[number];

/** Rows that belong to records, by their own collections. */
const rowCollections = ['ContactAccountRelations', 'TagRelations', 'ContactSharingClientRelations'] as const;

export class Histories {
  private readonly ids = new Map<string, string[]>();
  private others: { readonly tags: readonly string[]; readonly options: readonly string[] } = { tags: [], options: [] };
  private readonly gone = new Map<string, string[]>();
  private made = 0;

  constructor(private readonly space: TestSpace) {}

  /** Defines fields, and makes what records choose from. */
  async prepare(): Promise<void> {
    const { space } = this;
    const relation = 'contacts_by_primary_account';
    const option_names = ['Red', 'Green', 'Blue'].map((option_name) => ({ option_name }));
    const definitions: readonly Json[] = [
      { entity_name: 'Contact', name: 'Count', type_id: 'integer' },
      { entity_name: 'Contact', name: 'Code', type_id: 'input', is_unique: true },
      { entity_name: 'Contact', name: 'Scaled', type_id: 'integer', calc_formula: '#cf_count * 2' },
      { entity_name: 'Contact', name: 'Colours', type_id: 'multiselect_checkbox', data_set: option_names },
      { entity_name: 'Contact', name: 'Partner', type_id: 'lookup', lookup: { entity_name: 'Account' } },
      { entity_name: 'Account', name: 'People', type_id: 'rollup', rollup: { relation, function: 'COUNT' } },
    ];
    let options: readonly string[] = [];
    for (const definition of definitions) {
      const { id } = await space.create('Fields', definition);
      if (definition.name !== 'Colours') continue;
      const { data_set } = await space.get('Fields', id, { expand: 'data_set' });
      options = (data_set as TestRecord[]).map((option) => option.id);
    }
    const tags: string[] = [];
    for (const name of ['Key', 'New']) tags.push((await space.create('Tags', { name })).id);
    this.others = { tags, options };
    const accounts = [await space.newAccount(), await space.newAccount(), await space.newAccount()].map(({ id }) => id);
    await space.newProduct({ sku: 'P0' });
    await space.newOpportunity();
    for (const account_id of accounts) {
      const { id } = await space.newContact({ account_relations: [{ account_id, is_primary: true }] });
      const contact_relations = [{ contact_id: id }];
      await space.create('Tasks', { subject: 'Call', owner_id: space.ids.ownerId, contact_relations });
    }
  }

  /** Makes some writes; one that is rejected changes nothing. @returns how many were not */
  async make(random: Random): Promise<number> {
    const pick: Pick = (items) => (items.length === 0 ? (undefined as never) : random.pick(items));
    for (const collection of collections) await this.note(collection);
    let written = 0;
    for (let left = random.integer(6, 18); left > 0; left--) if (await this.step(pick)) written++;
    return written;
  }

  private async step(pick: Pick): Promise<boolean> {
    const write = pick(writes);
    const collection = pick(collections);
    const [id, gone] = [pick(this.known(collection)), pick(this.gone.get(collection) ?? [])];
    switch (write) {
      case 'create':
        return this.send('POST', collection, '', this.newBody(collection, pick));
      case 'update':
        return this.send('PATCH', collection, id, this.changes(collection, pick));
      case 'rows':
        return this.send('PATCH', 'Contacts', pick(this.known('Contacts')), this.rows(pick));
      case 'row':
        return this.writeRow(pick);
      case 'delete':
        return this.send('DELETE', collection, id);
      case 'restore':
        return this.send('POST', collection, gone && 'batch-restore', [gone]);
      case 'batch': {
        const change = { id, ...this.changes(collection, pick) };
        return this.send('POST', collection, 'batch-modify', [this.newBody(collection, pick), change]);
      }
      case 'batch-delete':
        return this.send('POST', collection, id && write, [...new Set([id, pick(this.known(collection))])]);
      case 'batch-restore':
        return this.send('POST', collection, gone && write, [
          ...new Set([gone, pick(this.gone.get(collection) ?? [])]),
        ]);
      case 'upsert': {
        const body = { name: pick(texts) ?? 'Pump', unit_symbol: 'pcs', allowed_pipelines: 1 };
        return this.send('PUT', 'Products', `by/sku/P${pick([0, 1, 2, 3])}`, body);
      }
      case 'move':
        return this.send('PATCH', 'Opportunities', pick(this.known('Opportunities')), {
          step_id: pick(this.space.ids.stepIds),
        });
      case 'archive':
        return this.send('PATCH', 'Opportunities', pick(this.known('Opportunities')), {
          is_archived: pick([true, false]),
        });
    }
  }

  private newBody(collection: Collection, pick: Pick): Json {
    const owner_id = this.space.ids.ownerId;
    const changes = this.changes(collection, pick);
    if (collection === 'Contacts') return { last_name: 'Okafor', owner_id, ...changes, ...this.rows(pick) };
    if (collection === 'Accounts') return { name: 'Harbourline', owner_id, ...changes };
    if (collection === 'Products')
      return { name: 'GTX', allowed_pipelines: 1, unit_symbol: 'pcs', ...changes, sku: `P${++this.made + 10}` };
    if (collection === 'Tasks')
      return { subject: 'Call', owner_id, ...changes, contact_relations: this.targets('contact_id', 'Contacts', pick) };
    return {
      ...{ name: '200 forklifts', owner_id, closing_date: '2026-09-30', step_id: this.space.ids.stepIds[0] },
      ...{ value: { base_value: 1000 }, ...changes },
    };
  }

  private changes(collection: Collection, pick: Pick): Json {
    const { baseCurrencyId, foreignCurrencyId } = this.space.ids;
    const account = pick([null, ...this.known('Accounts')]);
    const all: Record<Collection, Json> = {
      Contacts: {
        ...{ first_name: pick(texts), city: pick(texts), social_media: null, comments: pick(texts) },
        ...{ cf_count: pick([null, 0, 3]), cf_code: pick([null, 'a', 'b', 'c']), cf_partner_id: account },
        cf_colours: this.others.options.filter(() => pick([true, false])).map((id) => ({ id })),
      },
      Accounts: {
        ...{ city: pick(texts), country: pick(texts), email1: pick([null, 'a@example.com']) },
        parent_account_id: account,
      },
      Products: { description: pick(texts), sku: `P${pick([0, 1, 2, 3])}` },
      Opportunities: {
        description: pick(texts),
        value: {
          value_foreign: pick([10.25, 99.9]),
          base_value: pick([12.5, 20]),
          currency_id: pick([foreignCurrencyId]),
        },
        ...(pick([true, false]) && { value: { base_value: 7, currency_id: baseCurrencyId } }),
      },
      Tasks: { subject: pick(texts) ?? 'x', due_date: pick([null, '2026-05-01']), priority: pick([1, 2]) },
    };
    // Some of them, so that transactions change different members of the same record.
    return Object.fromEntries(Object.entries(all[collection]).filter(() => pick([true, true, false])));
  }

  /** Sets of rows of a contact. */
  private rows(pick: Pick): Json {
    const accounts = this.targets('account_id', 'Accounts', pick);
    const primary = pick([0, 1]) % Math.max(1, accounts.length);
    return {
      account_relations: accounts.map((row, index) => ({
        ...row,
        is_primary: index === primary,
        position: pick(texts),
      })),
      tags: this.others.tags.filter(() => pick([true, false])).map((tag_id) => ({ tag_id })),
      sharing_clients: pick([[], [{ client_id: this.space.ids.ownerId }]]),
    };
  }

  private targets(member: string, collection: Collection, pick: Pick): Json[] {
    const ids = [pick(this.known(collection)), pick(this.known(collection))].filter((id) => id !== undefined);
    return [...new Set(ids)].map((id) => ({ [member]: id }));
  }

  private async writeRow(pick: Pick): Promise<boolean> {
    const collection = pick(rowCollections);
    const id = pick((await this.space.list(collection, { first: 50 })).data.map((row) => row.id));
    const isLink = collection === 'ContactAccountRelations';
    const [contact_id, account_id] = [pick(this.known('Contacts')), pick(this.known('Accounts'))];
    const act = pick(['create', 'update', 'delete'] as const);
    if (act === 'delete') return this.send('DELETE', collection, id);
    if (act === 'update') {
      const body = isLink
        ? { position: pick(texts), is_primary: true, ...(pick([true, false]) && { account_id }) }
        : { contact_id };
      return this.send('PATCH', collection, id, body);
    }
    const own = {
      TagRelations: { tag_id: pick(this.others.tags) },
      ContactSharingClientRelations: { client_id: this.space.ids.ownerId },
    };
    const body =
      collection === 'ContactAccountRelations' ? { account_id, is_primary: pick([true, false]) } : own[collection];
    return this.send('POST', collection, '', { contact_id, ...body });
  }

  /** @param below an id or an operation; undefined: there is no such record */
  private async send(method: string, collection: string, below: string | undefined, body?: unknown): Promise<boolean> {
    if (below === undefined) return false;
    const answer = await this.space.send(method, below === '' ? collection : `${collection}/${below}`, { body });
    if (answer.status >= 500) throw new Error(`${method} ${collection}/${below}: ${answer.text}`);
    if ((collections as readonly string[]).includes(collection)) await this.note(collection);
    return answer.status < 300;
  }

  /** Which records are there, and which are deleted. */
  private async note(collection: string): Promise<void> {
    const query = { first: 100, 'order-by': '-id', 'include-deleted': true };
    const { data } = await this.space.list(collection, { ...query, 'load-only': 'id,is_deleted' });
    const idsOf = (isDeleted: boolean) => data.flatMap(({ id, is_deleted }) => (is_deleted === isDeleted ? [id] : []));
    this.ids.set(collection, idsOf(false));
    this.gone.set(collection, idsOf(true).slice(0, 5));
  }

  private known(collection: string): string[] {
    const ids = this.ids.get(collection) ?? [];
    this.ids.set(collection, ids);
    return ids;
  }
}

const texts = [null, 'Graz', 'Vienna', 'Größe "1"'];

/** @returns undefined for an empty list */
type Pick = <T>(items: readonly T[]) => T;
