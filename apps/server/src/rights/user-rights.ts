/**
 * What a set of rights (`MasterRight`) lets a user do, as far as keys that are made for a user heed it. Pure; knows neither keys nor
 * statements. docs/permissions.md shows it as a table.
 */
import { type EntityType, entityTypes, type RecordAccess } from '@headwater/catalog';
import { LRUCache } from 'lru-cache';
import type { Action, NamedType } from './action.js';

/** The members of a record that share it with users and with units. */
export const sharingLists: readonly string[] = ['sharing_clients', 'sharing_units'];

/** Values of `share_mode`. */
export const shareModes = { private: 1, allView: 2, allEdit: 3 } as const;

/** How far the records go that a user reaches by their owners and units; each includes those before it. */
export const directions = { own: 1, shared: 2, unit: 3, unitsBelow: 4, branch: 5, all: 6 } as const;

/** What each action needs of `access_entity_…`; of a delete there is more to ask. */
const levels: Readonly<Record<Action, number>> = { read: 1, update: 2, create: 3, delete: 2 };
const fullLevel = 4;

/** A value of it means: only the types that the set of rights lists. */
const selectedTypes = 2;

/** What writing other records needs that no entity type names. */
const defaultWriters = 'access_global_settings';

/**
 * Members of a set of rights by what they let a user do beyond reading and writing records; `*` is the name of an entity type in such
 * members. One of them is enough.
 */
const memberTable = {
  'read-log': ['access_audit', 'access_audit_log'],
  'merge-duplicates': ['access_duplicate_checker'],
  'change-many': ['access_bulk_update'],
  'make-private': ['access_entity_*_private'],
  'share-with-all': ['access_entity_*_sharing_public'],
  'share-with-some': ['access_entity_*_sharing_custom'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** What a user may do who has the right member. */
export type Liberty = keyof typeof memberTable;

/** What there is of a set of rights, by the names of its members. */
export type RightValues = Readonly<Record<string, unknown>>;

/** What a user may do by a set of rights. Two that say the same are the same object. */
export class UserRights {
  private constructor(
    private readonly values: RightValues,
    /** The opportunities of some pipelines only. */
    readonly hasPipelines: boolean,
    /** Tells it from others. */
    readonly key: string,
  ) {}

  /** @param stored members of the set of rights; undefined: the user has none, and reaches no record that has an owner */
  static of(stored: RightValues | undefined, hasPipelines: boolean): UserRights {
    const members = Object.entries(stored ?? {}).filter(
      ([name, value]) => name.startsWith('access_') && (typeof value === 'boolean' || typeof value === 'number'),
    );
    members.sort(([one], [other]) => (one < other ? -1 : 1));
    const key = JSON.stringify([members, hasPipelines]);
    let made = interned.get(key);
    if (made === undefined) {
      made = new UserRights(Object.fromEntries(members), hasPipelines, key);
      interned.set(key, made);
    }
    return made;
  }

  /** Of the entity type as a whole; which of its records is another question. */
  may(entityType: NamedType, action: Action): boolean {
    const { access, union } = entityType;
    if (access?.closed || (access?.readOnly && action !== 'read')) return false;
    if (union) return true;
    if (hasOwners(entityType)) return this.mayOwned(access?.rights, action);
    if (action !== 'read' && this.lackedToShare(entityType) !== undefined) return false;
    if (action === 'read' || goesWithOthers(entityType) || access?.shownBy) return this.mayWrite(access, action);
    return this.has(access?.writers ?? defaultWriters);
  }

  /**
   * @param entityType for what the members of the entity type say
   * @returns the member that the user lacks; undefined: what it says is allowed, or there is no such member
   */
  lackedFor(liberty: Liberty, entityType?: NamedType): string | undefined {
    const named = memberTable[liberty].map((name) => name.replace('*', entityType?.access?.rights ?? '*'));
    const there = named.filter((name) => ofMasterRight.has(name));
    return there.some((name) => this.has(name)) ? undefined : there[0];
  }

  /** How far it goes; without rights of its own an entity type is reached as far as the user's units go. */
  directionOf({ access }: NamedType): number {
    if (access?.rights === undefined) return directions.unit;
    const direction = this.values[`access_entity_${access.rights}_direction`];
    // Those without a direction are shared with users and units.
    return typeof direction === 'number' ? direction : directions.shared;
  }

  /** @returns whether only records of the types that the set of rights lists are reached */
  hasTypes({ access }: NamedType): boolean {
    return this.values[`access_entity_${access?.rights}_types`] === selectedTypes;
  }

  /** @returns whether records without an owner are seen by everybody */
  seesUnassigned({ access }: NamedType): boolean {
    return this.has(`access_entity_${access?.rights}_unassigned`);
  }

  /** @returns the member that the user lacks to write an entry of a sharing list */
  lackedToShare({ name }: NamedType): string | undefined {
    const shared = sharedBy.get(name);
    return shared && this.lackedFor('share-with-some', shared);
  }

  private mayOwned(rights: string | undefined, action: Action): boolean {
    if (rights === undefined) return true;
    const name = `access_entity_${rights}`;
    const level = Number(this.values[name] ?? 0);
    if (level < levels[action]) return false;
    if (action !== 'delete') return true;
    const flags = [`${name}_delete`, `${name}_delete_owned`, `${name}_delete_not_owned`];
    const given = flags.filter((flag) => flag in this.values);
    return given.length === 0 ? level >= fullLevel : given.some((flag) => this.has(flag));
  }

  private mayWrite(access: RecordAccess | undefined, action: Action): boolean {
    return action === 'read' || access?.writers === undefined || this.has(access.writers);
  }

  private has(member: string): boolean {
    return this.values[member] === true;
  }
}

/** Of this process. */
const maxInterned = 1_000;
const interned = new LRUCache<string, UserRights>({ max: maxInterned });

/** @returns whether records of the entity type have owners, and are shared with others */
export function hasOwners({ access }: { readonly access?: RecordAccess | undefined }): boolean {
  return (
    access !== undefined &&
    [access.writers, access.closed, access.readOnly, access.own, access.shownBy].every((one) => one === undefined)
  );
}

/** @returns whether records of the entity type go with others that they point at: who sees all of these sees them */
export function goesWithOthers({ name, access, storedIn }: NamedType): boolean {
  if (hasOwners({ access })) return false;
  return rowTables.has(storedIn ?? '') || attached.has(name);
}

/** What a space defines itself is stored in these, and points at the records that have it. */
const rowTables: ReadonlySet<string> = new Set(['CustomEntityRelationData', 'DataRelation']);

const attached = attachedTypes(entityTypes);

const ofMasterRight = new Set(entityTypes.find(({ name }) => name === 'MasterRight')?.fields.map(({ name }) => name));

/** What records are shared with users and units by, with the entity types of these records. */
const sharedBy = new Map(
  entityTypes.flatMap((entityType) =>
    entityType.fields.flatMap((field) =>
      field.kind === 'rows' && sharingLists.includes(field.name) ? [[field.target, entityType] as const] : [],
    ),
  ),
);

/** @returns the names of those without access of their own that point at records with owners, or at others that do */
function attachedTypes(all: readonly EntityType[]): ReadonlySet<string> {
  const names = new Set<string>();
  const owned = new Set(all.filter(hasOwners).map(({ name }) => name));
  for (let before = -1; before < names.size; ) {
    before = names.size;
    for (const { name, access, union, fields } of all) {
      if ((access !== undefined && !access.own) || union) continue;
      const targets = fields.flatMap((field) => (field.kind === 'reference' ? field.targets : []));
      if (targets.some((target) => owned.has(target) || names.has(target))) names.add(name);
    }
  }
  return names;
}
