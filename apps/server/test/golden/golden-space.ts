/**
 * The space that golden requests ask: records with fixed ids, names for them in requests, and the way back from an answer to names.
 */
import { expect } from 'vitest';
import type { TestServer } from '../fixture.js';
import type { Json, TestSpace } from '../test-space.js';

const idOf = (kind: string, index: number) => `00000000-0000-0000-0000-${kind}${String(index).padStart(8, '0')}`;
const kinds = { contact: 'c000', account: 'a000', opportunity: '0000', lead: '1000', task: '2000', appointment: '3000', row: 'b000' } as const;

/** Read-only members are written too, so that nothing depends on the day of the test. */
const withFixedMembers = { 'validation-level': 8 };

export class GoldenSpace {
  private readonly names: ReadonlyMap<string, string>;

  private constructor(
    readonly space: TestSpace,
    private readonly startRevision: number,
  ) {
    const { ids } = space;
    const known = Object.entries(kinds).flatMap(([name, kind]) =>
      Array.from({ length: 9 }, (_, index) => [`<${name}-${index + 1}>`, idOf(kind, index + 1)] as const),
    );
    this.names = new Map([
      ...known,
      ['<owner>', ids.ownerId],
      ['<unit>', ids.unitId],
      ['<first-step>', ids.stepIds[0] ?? ''],
      ['<last-step>', ids.stepIds.at(-1) ?? ''],
      ['<base-currency>', ids.baseCurrencyId],
      ['<origin>', space.origin],
    ]);
  }

  static async make(server: Pick<TestServer, 'newSpace'>): Promise<GoldenSpace> {
    const space = await server.newSpace('golden');
    const { revision } = await space.newProduct();
    const golden = new GoldenSpace(space, revision);
    await golden.fill();
    return golden;
  }

  private async fill(): Promise<void> {
    const create = (collection: string, kind: keyof typeof kinds, index: number, members: Json) => {
      const day = `2001-03-0${index}T08:00:00.000001`;
      const fixed = { id: idOf(kinds[kind], index), created: day, modified: day, owner_id: this.space.ids.ownerId };
      return this.space.create(collection, { ...fixed, ...members }, withFixedMembers);
    };
    const account = (index: number) => idOf(kinds.account, index);
    await create('Accounts', 'account', 1, { name: 'Harbourline' });
    await create('Accounts', 'account', 2, { name: 'Müller & Söhne', parent_account_id: account(1) });
    await create('Accounts', 'account', 3, { name: 'Gone' });
    await this.space.delete('Accounts', account(3));
    await create('Contacts', 'contact', 1, { last_name: 'Köhler', city: 'Leeds', country: 'UK', gender: 2 });
    await create('Contacts', 'contact', 2, { last_name: 'Okafor', city: 'Leeds', country: null });
    await create('Contacts', 'contact', 3, { last_name: 'KÖNIG', city: 'York', country: 'UK' });
    await create('Contacts', 'contact', 4, { last_name: 'Byron', city: null, country: 'UK' });
    for (const [contact, at, is_primary] of [
      [1, 1, true],
      [1, 2, false],
      [3, 2, true],
    ] as const) {
      const day = '2001-04-01T08:00:00.000001';
      const row = {
        id: idOf(kinds.row, contact * 2 + at),
        contact_id: idOf(kinds.contact, contact),
        account_id: account(at),
      };
      await this.space.create(
        'ContactAccountRelations',
        { ...row, is_primary, created: day, modified: day },
        withFixedMembers,
      );
    }
    for (const [index, at, base_value] of [
      [1, 1, 1000],
      [2, 2, 250.5],
      [3, 1, 99.9],
    ] as const) {
      await create('Opportunities', 'opportunity', index, {
        name: `Deal ${index}`,
        step_id: this.space.ids.stepIds[0],
        closing_date: '2001-09-30',
        value: { base_value },
        last_move_date: `2001-03-0${index}T08:00:00.000001`,
      });
      const row = {
        id: idOf(kinds.row, 10 + index),
        lead_oppty_id: idOf(kinds.opportunity, index),
        account_id: account(at),
      };
      await this.space.create('LeadOpptyAccountRelations', { ...row, is_primary: true }, withFixedMembers);
    }
    await create('Leads', 'lead', 1, { name: 'Deal 1½', last_move_date: '2001-03-01T08:00:00.000001' });
    await create('Tasks', 'task', 1, { subject: 'Call', start_date: '2001-04-02' });
    const meeting = { start_date: '2001-04-01T09:00:00', end_date: '2001-04-01T10:00:00', location: 'Leeds' };
    await create('Appointments', 'appointment', 1, { subject: 'Visit', ...meeting });
  }

  /** Sends a GraphQL query, which must succeed. @param query with names in angle brackets */
  async ask(query: string): Promise<void> {
    const answer = await fetch(`${this.space.origin}/api/v100/graphql/spaces/${this.space.id}`, {
      method: 'POST',
      headers: { authorization: this.space.authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ query: this.withIds(query) }),
    });
    expect(await answer.json()).not.toHaveProperty('errors');
  }

  /** @param text of a request, with names in angle brackets and cursors as `<cursor [...]>` */
  withIds(text: string): string {
    const named = [...this.names].reduce((filled, [name, id]) => filled.replaceAll(name, id), text);
    return named.replaceAll(/<cursor (\[.*?\])>/g, (_, values: string) =>
      encodeURIComponent(Buffer.from(values).toString('base64')),
    );
  }

  /** @returns the text with names in place of what is different in every run */
  withNames(text: string): string {
    const named = [...this.names].reduce((shown, [name, id]) => shown.replaceAll(id, name), text);
    const others = new Map<string, string>();
    const nameOf = (id: string) => others.get(id) ?? others.set(id, `<id-${others.size + 1}>`).get(id) ?? '';
    return named
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, nameOf)
      .replaceAll(/(?!2001)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}/g, '<moment>')
      .replaceAll(/key(-[0-9a-z]{5}){3}/g, '<token>')
      .replaceAll(/"(?!2001)\d{4}-\d\d-\d\d"/g, '"<day>"')
      .replaceAll(/"(revision|days_in_step)":(\d+)/g, (_, name: string, number: string) =>
        name === 'revision' ? `"revision":${Number(number) - this.startRevision}` : '"days_in_step":"<days>"',
      );
  }
}
