/**
 * Random users, units and records of a space, and which of them a user sees and may change, worked out in memory by the table of
 * docs/permissions.md alone.
 */
import { newUuid } from '../../src/plan/values/new-uuid.js';
import type { Random } from '../random.js';
import type { Json, TestSpace } from '../test-space.js';

export type Collection = 'Accounts' | 'Contacts' | 'Tasks' | 'Appointments' | 'Memos';

export interface User {
  readonly id: string;
  readonly email: string;
  readonly units: readonly string[];
  readonly rights: Readonly<Record<'account' | 'contact' | 'task' | 'appointment' | 'memo', EntityRights>>;
}

interface EntityRights {
  readonly level: number;
  readonly direction: number;
  readonly types?: readonly string[];
  readonly seesUnassigned?: boolean;
}

interface Shared {
  readonly id: string;
  readonly owner: string | null;
  readonly unit: string;
  readonly mode: number;
  readonly type: string | null;
  /** Role by the id of a user or of a unit. */
  readonly clients: ReadonlyMap<string, number>;
  readonly units: ReadonlyMap<string, number>;
}

interface Row {
  readonly id: string;
  readonly account: string;
  readonly contact: string;
}

const namesOf = {
  Accounts: 'account',
  Contacts: 'contact',
  Tasks: 'task',
  Appointments: 'appointment',
  Memos: 'memo',
} as const;
const [own, shared, inUnit, unitsBelow, branch, all] = [1, 2, 3, 4, 5, 6];

export class Oracle {
  readonly users: User[] = [];
  readonly accounts: Shared[] = [];
  readonly contacts: Shared[] = [];
  readonly tasks: Shared[] = [];
  readonly memos: Shared[] = [];
  readonly rows: Row[] = [];
  /** The unit above, by unit. */
  private readonly parents = new Map<string, string | null>();

  private constructor(
    private readonly space: TestSpace,
    private readonly random: Random,
    private readonly counts: { readonly accounts: number; readonly memos: number },
  ) {}

  static async make(space: TestSpace, random: Random, counts = { accounts: 30, memos: 0 }): Promise<Oracle> {
    const oracle = new Oracle(space, random, counts);
    await oracle.fill();
    return oracle;
  }

  of(collection: Collection): readonly Shared[] {
    const { accounts: Accounts, contacts: Contacts, tasks: Tasks, memos: Memos } = this;
    return { Accounts, Contacts, Tasks, Memos, Appointments: [] }[collection];
  }

  mayRead(user: User, collection: Collection): boolean {
    return user.rights[namesOf[collection]].level >= 1;
  }

  mayUpdate(user: User, collection: Collection): boolean {
    return user.rights[namesOf[collection]].level >= 2;
  }

  /** @returns ids, sorted */
  seen(user: User, collection: Collection): string[] {
    const sees = (record: Shared) =>
      this.reaches(user, record, user.rights[namesOf[collection]], (mode) => mode >= 2, 1);
    return this.mayRead(user, collection) ? idsOf(this.of(collection).filter(sees)) : [];
  }

  changed(user: User, collection: Collection): string[] {
    const may = (record: Shared) =>
      this.reaches(user, record, user.rights[namesOf[collection]], (mode) => mode === 3, 2);
    return this.mayUpdate(user, collection) ? idsOf(this.of(collection).filter(may)) : [];
  }

  private reaches(
    { id, units }: User,
    record: Shared,
    { direction, types, seesUnassigned }: EntityRights,
    isOpen: (mode: number) => boolean,
    role: number,
  ): boolean {
    if (types !== undefined && !(record.type !== null && types.includes(record.type))) return false;
    if (record.owner === id) return true;
    if (seesUnassigned && record.owner === null) return true;
    if (direction === own) return false;
    if (isOpen(record.mode)) return true;
    if ((record.clients.get(id) ?? 0) >= role) return true;
    if (units.some((unit) => (record.units.get(unit) ?? 0) >= role)) return true;
    if (direction === shared || record.mode === 1) return false;
    if (direction === all) return true;
    return this.reached(units, direction).has(record.unit);
  }

  private reached(units: readonly string[], direction: number): ReadonlySet<string> {
    const found = new Set(units);
    if (direction === inUnit) return found;
    const isBelow = (unit: string) => this.above(unit).some((one) => units.includes(one));
    for (const unit of this.parents.keys()) if (isBelow(unit)) found.add(unit);
    if (direction === branch) for (const unit of units) for (const one of this.above(unit)) found.add(one);
    else if (direction !== unitsBelow) throw new Error(`there is no direction ${direction}`);
    return found;
  }

  private above(unit: string): string[] {
    const parent = this.parents.get(unit) ?? null;
    return parent === null ? [] : [parent, ...this.above(parent)];
  }

  // The records.

  private async fill(): Promise<void> {
    const { space } = this;
    this.parents.set(space.ids.unitId, null);
    for (let index = 0; index < 8; index++) {
      const parent = this.pick([...this.parents.keys()]);
      const { id } = await space.create('SalesUnits', { name: `Unit ${index}`, parent_id: parent });
      this.parents.set(id, parent);
    }
    const types = (await space.list('AccountTypes')).data.map(({ id }) => id);
    types.push((await space.create('AccountTypes', { name: 'Partner' })).id);
    for (let index = 0; index < 10; index++) this.users.push(await this.newUser(index, types));
    const accounts = range(this.counts.accounts).map((index): Json => {
      const record = this.newRecord(this.pick(types));
      this.accounts.push(record);
      return { name: `Account ${index}`, account_type_id: record.type, ...this.bodyOf(record) };
    });
    await this.createAll('Accounts', accounts);
    const contacts = range(30).map((index): Json => {
      const record = this.newRecord(null);
      const relations = [{ account_id: this.pick(this.accounts).id, is_primary: true }];
      this.contacts.push(record);
      return { last_name: `Contact ${index}`, account_relations: relations, ...this.bodyOf(record) };
    });
    await this.createAll('Contacts', contacts);
    for (const { id, account_id, contact_id } of (await space.list('ContactAccountRelations', { first: 100 })).data) {
      this.rows.push({ id, account: String(account_id), contact: String(contact_id) });
    }
    const [type] = (await space.list('TaskTypes')).data;
    const tasks = range(20).map((index): Json => {
      const record = this.newRecord(null, this.below(4) === 0);
      this.tasks.push(record);
      return { subject: `Task ${index}`, activity_type_id: type?.id, ...this.bodyOf(record) };
    });
    await this.createAll('Tasks', tasks);
    const memos = range(this.counts.memos).map((index): Json => {
      const none = new Map<string, number>();
      // Most are seen by their owner alone, so that a user sees few of many.
      const record = { ...this.newRecord(null), mode: 0, ...(this.below(8) > 0 && { clients: none, units: none }) };
      this.memos.push(record);
      const { unit_id: _, share_mode: __, ...body } = this.bodyOf(record);
      return { subject: `Memo ${index}`, ...body };
    });
    await this.createAll('Memos', memos);
  }

  /** With the ids that they have; many at once take a fraction of the time. */
  private async createAll(collection: string, bodies: readonly Json[]): Promise<void> {
    const size = 100;
    for (let start = 0; start < bodies.length; start += size) {
      const body = bodies.slice(start, start + size);
      const { status, text } = await this.space.send('POST', `${collection}/batch-modify`, {
        body,
        query: { 'validation-level': 8 },
      });
      if (status !== 200) throw new Error(text);
    }
  }

  private async newUser(index: number, types: readonly string[]): Promise<User> {
    const { space } = this;
    const units = [...new Set([this.pick([...this.parents.keys()]), this.pick([...this.parents.keys()])])];
    const ofType = () => ({ level: this.below(5), direction: 1 + this.below(6) });
    const selected = this.below(3) === 0 ? [this.pick(types)] : undefined;
    const rights = {
      // The first sees all that is not private, the second nothing.
      account: {
        ...(index === 0 ? { level: 4, direction: 6 } : index === 1 ? { level: 0, direction: 6 } : ofType()),
        ...(selected && index > 1 && { types: selected }),
      },
      contact: index === 0 ? { level: 4, direction: 6 } : ofType(),
      task: { ...ofType(), seesUnassigned: this.below(2) === 0 },
      appointment: ofType(),
      // Sets of rights have no members for memos, which have no unit either.
      memo: { level: 4, direction: shared },
    };
    const members = Object.entries(rights)
      .filter(([name]) => name !== 'memo')
      .flatMap(([name, { level, direction }]) => [
        [`access_entity_${name}`, level],
        [`access_entity_${name}_direction`, direction],
      ]);
    const right = await space.create('MasterRights', {
      name: `Rights ${index}`,
      ...Object.fromEntries(members),
      access_audit: true,
      access_bulk_update: true,
      access_entity_account_types: 'types' in rights.account ? 2 : 1,
      ...('types' in rights.account && {
        allowed_account_types: rights.account.types?.map((id) => ({ account_type_id: id })),
      }),
      access_entity_task_unassigned: rights.task.seesUnassigned,
    });
    const email = `user${index}@example.com`;
    const { id } = await space.create('Clients', {
      email,
      first_name: 'User',
      last_name: String(index),
      default_unit_id: units[0],
      master_right_id: right.id,
      unit_membership: units.map((unit) => ({ unit_id: unit, unit_role: 1 + this.below(2) })),
    });
    return { id, email, units, rights };
  }

  private newRecord(type: string | null, isUnassigned = false): Shared {
    const some = <Item>(items: readonly Item[]) => Array.from({ length: this.below(4) }, () => this.pick(items));
    const role = () => 1 + this.below(2);
    return {
      id: newUuid(),
      owner: isUnassigned ? null : this.pick(this.users).id,
      unit: this.pick([...this.parents.keys()]),
      mode: [0, 0, 0, 1, 1, 2, 3][this.below(7)] ?? 0,
      type,
      clients: new Map(some(this.users).map(({ id }) => [id, role()])),
      units: new Map(some([...this.parents.keys()]).map((id) => [id, role()])),
    };
  }

  private bodyOf({ id, owner, unit, mode, clients, units }: Shared) {
    return {
      id,
      owner_id: owner,
      unit_id: unit,
      share_mode: mode,
      sharing_clients: [...clients].map(([client, role]) => ({ client_id: client, role })),
      sharing_units: [...units].map(([one, role]) => ({ unit_id: one, role })),
    };
  }

  private pick<Item>(items: readonly Item[]): Item {
    return this.random.pick(items);
  }

  private below(bound: number): number {
    return this.random.integer(0, bound - 1);
  }
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function idsOf(records: readonly Shared[]): string[] {
  return records.map(({ id }) => id).sort();
}
