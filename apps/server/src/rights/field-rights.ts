/**
 * The fields that a key never sees, and those that it sees and does not write. What is hidden is marked in the entity types of the catalog
 * that the key has, as the service's own hidden fields are: plans, documents and type systems made of that catalog lack it. Pure.
 */
import {
  buildCatalog,
  type Catalog,
  type Derivation,
  type EntityType,
  type Field,
  type ReferenceField,
  type RowsField,
} from '@headwater/catalog';
import { LRUCache } from 'lru-cache';
import { suggestion } from '../errors/closest-name.js';
import { metadataTypes } from './action.js';

/** Members by which records are addressed, paged and followed. */
const alwaysShown: ReadonlySet<string> = new Set([
  'id',
  'revision',
  'created',
  'modified',
  'is_deleted',
  'is_delete_protected',
  'table_name',
]);

/** Saved filters and sets of rights work by all of their members; definitions name what they define. */
const neverHidden: ReadonlySet<string> = new Set(['Profile', 'MasterRight', 'FieldPermission', ...metadataTypes]);

/** Fields that rules of entity types make, with those of which they are made: who sees the one knows the other. */
export const madeByRules: Readonly<Record<string, readonly string[]>> = {
  'Contact.account_position': ['ContactAccountRelation.position'],
  'ContactAccountRelation.position': ['Contact.account_position'],
  'Task.active_reminder': ['Task.reminder', 'TaskReminder.set_date'],
  'Appointment.duration': ['Appointment.start_date', 'Appointment.end_date'],
  'CloudObject.public_url': ['CloudObject.filename'],
  'Client.unit_member_ids': ['SalesUnitClientRelation.unit_role'],
  'Client.unit_manager_ids': ['SalesUnitClientRelation.unit_role'],
  'OpptyProductRelation.amount': ['OpptyProductRelation.price'],
};

/** Fields by names such as `Accounts.comments`. */
interface ChosenFields {
  readonly hidden: readonly string[];
  readonly readOnly: readonly string[];
}

/** What is chosen for a key. Two that say the same are the same object. */
export class FieldRights {
  private constructor(
    readonly hidden: readonly string[],
    readonly readOnly: readonly string[],
    /** Tells it from others. */
    readonly key: string,
  ) {}

  /** @returns undefined where nothing is chosen */
  static of({ hidden, readOnly }: ChosenFields): FieldRights | undefined {
    const sorted = [hidden, readOnly].map((names) => [...new Set(names)].sort());
    const [first = [], second = []] = sorted;
    if (first.length === 0 && second.length === 0) return undefined;
    const key = JSON.stringify(sorted);
    let made = interned.get(key);
    if (made === undefined) {
      made = new FieldRights(first, second, key);
      interned.set(key, made);
    }
    return made;
  }

  /** @returns what both limit */
  static both(one: FieldRights | undefined, other: FieldRights | undefined): FieldRights | undefined {
    if (one === undefined || other === undefined) return one ?? other;
    return FieldRights.of({
      hidden: [...one.hidden, ...other.hidden],
      readOnly: [...one.readOnly, ...other.readOnly],
    });
  }
}

/** Of this process. */
const maxInterned = 1_000;
const interned = new LRUCache<string, FieldRights>({ max: maxInterned });

/** What field rights come to in one catalog. */
export interface FieldLimits {
  /** Tells them from others of the same catalog. */
  readonly key: string;
  readonly whole: Catalog;
  /** The catalog as the key has it; the whole one where no field is hidden. */
  readonly catalog: Catalog;
  /** Names of fields that are seen and not written, by entity type. */
  readonly readOnly: NamesByType;
  /** Relations among them whose rows belong to the record, by the entity type of the rows. */
  readonly readOnlyRows: ReadonlyMap<string, readonly OwnedRows[]>;
  /** Names of hidden fields by entity type, beside those that the service itself hides. */
  readonly hidden: NamesByType;
  /** Tables that several entity types share, one of which the key does not have. */
  readonly closed: ReadonlySet<string>;
}

/** A relation of an entity type to rows of its own. */
interface OwnedRows {
  readonly parent: EntityType;
  readonly field: RowsField;
}

type NamesByType = ReadonlyMap<string, ReadonlySet<string>>;

/** Different choices that the spaces of one catalog have at the same time. */
const maxLimits = 50;
const known = new WeakMap<Catalog, LRUCache<FieldRights, FieldLimits>>();

/** @param catalog of a space, whole @returns the same object for the same arguments, as long as it is kept */
export function fieldLimits(catalog: Catalog, rights: FieldRights): FieldLimits {
  let kept = known.get(catalog);
  if (kept === undefined) {
    kept = new LRUCache({ max: maxLimits });
    known.set(catalog, kept);
  }
  let limits = kept.get(rights);
  if (limits === undefined) {
    limits = new Limits(catalog, rights).result();
    kept.set(rights, limits);
    if (limits.catalog !== catalog) limitsOf.set(limits.catalog, limits);
  }
  return limits;
}

const limitsOf = new WeakMap<Catalog, FieldLimits>();

/** @param catalog as a key has it @returns what it lacks; undefined where it lacks no field of the whole one */
export function limitsIn(catalog: Catalog): FieldLimits | undefined {
  return limitsOf.get(catalog);
}

/** @returns what documents of the space are made of for a key: the same object for all keys that have the same fields */
export function documentedCatalog(catalog: Catalog, whole: Catalog): Catalog {
  return limitsOf.get(catalog)?.catalog ?? whole;
}

/** Notes that a copy of a catalog has the limits of the catalog. */
export function keepLimits(copy: Catalog, catalog: Catalog): void {
  const limits = limitsOf.get(catalog);
  if (limits !== undefined) limitsOf.set(copy, limits);
}

/**
 * @param name such as `Accounts.comments`; both names of a relation mean its field
 * @returns the entity type and the field
 * @throws Error that says what is wrong with it and what would be right
 */
export function parseFieldName(catalog: Catalog, name: string): { entityType: EntityType; field: Field } {
  const shown = JSON.stringify(name.slice(0, 200));
  const [, typeName = '', member = ''] = /^(\w+)\.(\w+)$/.exec(name) ?? [];
  if (member === '')
    throw new Error(`${shown} is not a field; write a collection and a field, such as Accounts.comments`);
  const entityType = typeNamed(catalog, typeName);
  if (entityType === undefined) {
    const names = catalog.entityTypes.map(({ collection }) => collection);
    throw new Error(`${shown}: the space has no entity type "${typeName}".${suggestion(typeName, names)}`);
  }
  const field = catalog.member(entityType.name, member)?.field;
  if (field === undefined) {
    const names = catalog.members(entityType.name).map((one) => one.name);
    throw new Error(`${shown}: ${entityType.collection} has no field "${member}".${suggestion(member, names)}`);
  }
  if (neverHidden.has(entityType.name)) {
    throw new Error(
      `${shown}: fields of ${entityType.collection} cannot be hidden, as the service works by them. ` +
        `Give no right to read ${entityType.collection} instead`,
    );
  }
  if (alwaysShown.has(field.name)) {
    throw new Error(
      `${shown}: "${member}" cannot be hidden, as records are addressed, paged and followed by it. ` +
        `Give no right to read ${entityType.collection} instead`,
    );
  }
  return { entityType, field };
}

/** @returns whether the name is that of a field that can be hidden */
export function isField(catalog: Catalog, name: string): boolean {
  try {
    parseFieldName(catalog, name);
    return true;
  } catch {
    return false;
  }
}

function typeNamed(catalog: Catalog, name: string): EntityType | undefined {
  return catalog.entityType(name) ?? catalog.byCollection(name);
}

/** Follows from what is hidden what else must be. */
class Limits {
  private readonly hidden = new Map<string, Set<string>>();
  private readonly readOnly = new Map<string, Set<string>>();
  /** Names of row types of hidden fields. */
  private readonly gone = new Set<string>();

  constructor(
    private readonly catalog: Catalog,
    private readonly rights: FieldRights,
  ) {
    const add = (to: Map<string, Set<string>>, name: string) => {
      const found = this.named(name);
      if (found !== undefined) this.add(to, found.entityType, found.field.name);
    };
    for (const name of rights.hidden) add(this.hidden, name);
    for (const name of rights.readOnly) add(this.readOnly, name);
    for (let count = -1; count !== this.count(); ) {
      count = this.count();
      for (const entityType of catalog.entityTypes) this.follow(entityType);
    }
  }

  result(): FieldLimits {
    const { catalog, hidden, readOnly, gone } = this;
    const { key } = this.rights;
    const readOnlyRows = this.readOnlyRows();
    // The log has values of fields that were deleted: who is to see not all fields sees none of these.
    if (this.rights.hidden.length === 0) {
      return { key, whole: catalog, catalog, hidden, readOnly, readOnlyRows, closed: new Set() };
    }
    const closed = new Set(
      catalog.entityTypes.flatMap(({ name, storedIn }) => (storedIn && gone.has(name) ? [storedIn] : [])),
    );
    const entityTypes = catalog.entityTypes.flatMap((entityType) => {
      if (gone.has(entityType.name)) return [];
      const names = hidden.get(entityType.name);
      return names === undefined ? [entityType] : [withoutFields(entityType, names)];
    });
    return { key, whole: catalog, catalog: buildCatalog(entityTypes), hidden, readOnly, readOnlyRows, closed };
  }

  private readOnlyRows(): ReadonlyMap<string, readonly OwnedRows[]> {
    const found = new Map<string, OwnedRows[]>();
    for (const [typeName, names] of this.readOnly) {
      for (const name of names) {
        const field = this.catalog.field(typeName, name);
        if (field?.kind !== 'rows' || !field.owned) continue;
        const parent = this.catalog.existing(typeName);
        found.set(field.target, [...(found.get(field.target) ?? []), { parent, field }]);
      }
    }
    return found;
  }

  /** What the space does not have, or no longer has, limits nothing else. */
  private named(name: string) {
    try {
      return parseFieldName(this.catalog, name);
    } catch {
      return undefined;
    }
  }

  private count(): number {
    return [...this.hidden.values(), ...this.readOnly.values()].reduce((sum, { size }) => sum + size, 0);
  }

  private isHidden(entityType: string, name: string): boolean {
    return this.hidden.get(entityType)?.has(name) === true;
  }

  /** @param to also gets the field for all entity types whose records are shown by this one, and of which this one shows records */
  private add(to: Map<string, Set<string>>, { name: typeName, union, storedIn }: EntityType, name: string): void {
    if (alwaysShown.has(name) || this.catalog.field(typeName, name) === undefined) return;
    const names = to.get(typeName) ?? new Set();
    to.set(typeName, names);
    if (names.has(name)) return;
    names.add(name);
    if (to === this.hidden) this.hideRows(this.catalog.field(typeName, name));
    const around = this.catalog.entityTypes.filter(
      (one) =>
        one.union?.includes(typeName) ||
        union?.includes(one.name) ||
        one.name === storedIn ||
        one.storedIn === typeName,
    );
    for (const one of around) {
      // What all share says nothing of one of them.
      const isAbove = one.union?.includes(typeName) || one.name === storedIn;
      if (!isAbove) this.add(to, one, name);
      else if (this.catalog.field(one.name, name) !== undefined) this.addAbove(to, one.name, name);
    }
  }

  /** What a custom field shows of others is seen from the other end, too: rows that it comes with, or records that point at this one. */
  private hideRows(field: Field | undefined): void {
    const rows = field?.kind === 'rows' && field.custom ? this.catalog.entityType(field.target) : undefined;
    if (field?.kind !== 'rows' || rows === undefined) return;
    if (field.owned) this.gone.add(rows.name);
    else this.add(this.hidden, rows, field.via);
  }

  private addAbove(to: Map<string, Set<string>>, typeName: string, name: string): void {
    to.set(typeName, (to.get(typeName) ?? new Set()).add(name));
  }

  /** Hides what would show the same by another name. */
  private follow(entityType: EntityType): void {
    for (const field of entityType.fields) {
      if (this.isSameAsReadOnly(entityType, field)) this.add(this.readOnly, entityType, field.name);
      if (field.hidden || this.isHidden(entityType.name, field.name)) continue;
      if (this.showsHidden(entityType, field)) this.add(this.hidden, entityType, field.name);
    }
  }

  /** Rules give two fields the same value: who writes the one writes the other. */
  private isSameAsReadOnly({ name: own }: EntityType, { name }: Field): boolean {
    const same = (madeByRules[`${own}.${name}`] ?? []).filter((one) => madeByRules[one]?.includes(`${own}.${name}`));
    return same.some((one) => {
      const [typeName = '', member = ''] = one.split('.');
      return this.readOnly.get(typeName)?.has(member) === true;
    });
  }

  private showsHidden({ name: own }: EntityType, field: Field): boolean {
    if (field.kind === 'rows') {
      const { target, via, on, having, item, targets = [target] } = field;
      const names = [
        via,
        ...(item === undefined ? [] : [item]),
        ...fieldsOfLink(this.catalog.entityType(target), having),
      ];
      return (
        this.isHidden(own, on) ||
        targets.some((one) => this.gone.has(one) || names.some((name) => this.isHidden(one, name)))
      );
    }
    const sources = madeByRules[`${own}.${field.name}`] ?? [];
    return (
      sources.some((source) => this.isHidden(...(source.split('.') as [string, string]))) ||
      (field.derived !== undefined && this.copiesHidden(own, field.derived))
    );
  }

  /** What formulas and roll-ups give is made of all fields. */
  private copiesHidden(own: string, derived: Derivation): boolean {
    switch (derived.kind) {
      case 'join':
        return derived.fields.some((name) => this.isHidden(own, name));
      case 'days-since':
        return this.isHidden(own, derived.since);
      case 'primary':
      case 'collect': {
        const relation = this.catalog.field(own, derived.rows);
        const target = relation?.kind === 'rows' ? relation.target : '';
        return this.isHidden(own, derived.rows) || this.isHidden(target, derived.member);
      }
      default:
        return false;
    }
  }
}

/** @param having a reference of the entity type, or the name of one link of a polymorphic one; undefined: none */
export function fieldsOfLink(entityType: EntityType | undefined, having: string | undefined): string[] {
  const isIt = ({ name, links }: ReferenceField) => name === having || links.some((link) => link.name === having);
  const fields = having === undefined ? [] : (entityType?.fields ?? []);
  return fields
    .filter((field): field is ReferenceField => field.kind === 'reference' && isIt(field))
    .map(({ name }) => name);
}

function withoutFields(entityType: EntityType, names: ReadonlySet<string>): EntityType {
  const isShown = (name: string) => !names.has(name);
  return {
    ...entityType,
    fields: entityType.fields.map((field) => (names.has(field.name) ? { ...field, hidden: true } : field)),
    required: entityType.required.filter(isShown),
    requiredAnyOf: entityType.requiredAnyOf.map((group) => group.filter(isShown)).filter(({ length }) => length > 0),
    ...(entityType.exampleMembers && { exampleMembers: entityType.exampleMembers.filter(isShown) }),
  };
}
