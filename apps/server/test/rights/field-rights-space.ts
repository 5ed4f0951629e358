/**
 * A space with an account and a field of its own, and a user with a set of rights, for tests of fields that are hidden or read only.
 */
import type { TestServer } from '../fixture.js';
import type { Json, TestRecord, TestSpace } from '../test-space.js';
import { ScopedKey } from './scoped-key.js';

/** Of a permission of a field. */
export const level = { full: 1, readOnly: 2, none: 3 } as const;

export class FieldRightsSpace {
  private constructor(
    private readonly server: TestServer,
    readonly space: TestSpace,
    readonly user: TestRecord,
    private readonly right: TestRecord,
    /** A field of accounts: `cf_pay`. */
    readonly custom: TestRecord,
    readonly account: TestRecord,
    /** Asks as the user. */
    readonly key: ScopedKey,
  ) {}

  static async open(server: TestServer): Promise<FieldRightsSpace> {
    // A whole record has them; its document says nothing of keys.
    server.expectUndeclared(/must have required property/);
    const space = await server.newSpace('permissions');
    const custom = await space.create('Fields', { entity_name: 'Account', name: 'Pay', type_id: 'float' });
    const right = await space.create('MasterRights', {
      ...{ name: 'Sales', access_entity_account: 4, access_entity_account_direction: 6 },
      ...{ access_entity_account_delete: true },
      ...{
        access_entity_oppty: 4,
        access_entity_oppty_direction: 6,
        access_duplicate_checker: true,
        access_bulk_update: true,
      },
      ...{ access_entity_contact: 4, access_entity_contact_direction: 6 },
    });
    const user = await space.create('Clients', {
      ...{ email: 'ada@example.com', last_name: 'Obi', master_right_id: right.id },
      default_unit_id: space.ids.unitId,
    });
    const key = await ScopedKey.of(server, space, { client: user.id, asUser: true });
    const account = await space.newAccount({ comments: 'Low', city: 'Linz', cf_pay: 5, owner_id: user.id });
    return new FieldRightsSpace(server, space, user, right, custom, account, key);
  }

  async fieldId(api_name: string, entity_name = 'Account'): Promise<string> {
    const { data } = await this.space.list('Fields', {
      'filter[api_name]': api_name,
      'filter[entity_name]': entity_name,
      first: 5,
    });
    return (data[0] as TestRecord).id;
  }

  /** Gives the set of rights of the user a permission of a field. */
  permit(field_id: string, permission_level: number): Promise<TestRecord> {
    return this.space.create('FieldPermissions', { field_id, master_right_id: this.right.id, permission_level });
  }

  /** @returns a key that sees all records and hides these fields */
  hiding(...hiddenFields: string[]): Promise<ScopedKey> {
    return ScopedKey.of(this.server, this.space, { hiddenFields });
  }

  /** @returns the account as the user sees it */
  async shown(): Promise<Json> {
    return (await this.key.send('GET', `Accounts/${this.account.id}`)).body.data as Json;
  }
}
