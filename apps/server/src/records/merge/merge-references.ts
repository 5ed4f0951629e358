/**
 * The references to records of an entity type, by what has them: rows that connect two records, or independent records.
 * Computed from the catalog; pure.
 */
import type { Catalog, EntityType, Field, MoneyField, ReferenceField, RowsField, ValueField } from '@headwater/catalog';

export interface ReferringType {
  readonly entityType: EntityType;
  /** Its fields that can point at the records, those that are derived and those that nobody sees included. */
  readonly fields: readonly ReferenceField[];
  /** Present: its records are links, of which two that tie the same records together become one. */
  readonly link?: Link;
}

export interface Link {
  /** What must agree in two links for them to be one; what only one of them has set is no disagreement. */
  readonly ends: readonly ReferenceField[];
  /** Must be equal too: what is counted or paid for twice is not the same thing named twice. */
  readonly amounts: readonly (ValueField | MoneyField)[];
  /** Those of `ends` that every link has; they find the few links that can agree. */
  readonly anchors: readonly ReferenceField[];
  /** A record has at most one of them, whatever its ends. */
  readonly single: boolean;
  /** Of the links that share the reference `via`, one has the flag. */
  readonly flags: readonly { readonly via: string; readonly flag: string }[];
  /** Other records that the links belong to as rows, by the reference that leads to them. */
  readonly owners: readonly { readonly parent: EntityType; readonly via: string }[];
}

/** @returns who refers to records of `target`: records ahead of the links that belong to them, each in the order of the catalog */
export function referringTypes(catalog: Catalog, target: EntityType): ReferringType[] {
  const found = catalog.entityTypes.flatMap((entityType): ReferringType[] => {
    if (entityType.union) return [];
    const fields = referencesOf(entityType).filter((field) => field.targets.includes(target.name));
    if (fields.length === 0) return [];
    const link = linkOf(catalog, entityType, fields);
    return [link ? { entityType, fields, link } : { entityType, fields }];
  });
  return [...found.filter(({ link }) => !link), ...found.filter(({ link }) => link)];
}

/**
 * Who refers to them in what is deleted and can come back: a field of an entity type that is there, whose records stay as they are but
 * for the field, or an entity type as a whole.
 * @param withDeleted the catalog with what is deleted
 */
export function referringInDeleted(catalog: Catalog, withDeleted: Catalog, target: EntityType): ReferringType[] {
  if (withDeleted === catalog) return [];
  return referringTypes(withDeleted, target).flatMap((type): ReferringType[] => {
    const { entityType } = type;
    if (!catalog.entityType(entityType.name)) return [type];
    const fields = type.fields.filter(({ name }) => !catalog.field(entityType.name, name));
    return fields.length === 0 ? [] : [{ entityType, fields }];
  });
}

/** Whether records of `rows` are rows that belong to records of `parent`. */
export function isRowOf(parent: EntityType, rows: EntityType): boolean {
  return parent.fields.some((field) => field.kind === 'rows' && field.owned && field.target === rows.name);
}

/** Whether the field leads to records that may refer to records of its own entity type. */
export function pointsBack(catalog: Catalog, entityType: EntityType, field: Field): boolean {
  if (field.kind !== 'reference') return false;
  const targets = field.targets.flatMap((target) => referencesOf(catalog.existing(target)));
  return targets.some((back) => back.targets.includes(entityType.name));
}

function referencesOf(entityType: EntityType): ReferenceField[] {
  return entityType.fields.filter((field) => field.kind === 'reference');
}

function linkOf(catalog: Catalog, entityType: EntityType, moved: readonly ReferenceField[]): Link | undefined {
  const relations = ownedRelations(catalog, entityType);
  if (relations.length === 0 && !isMereLink(entityType)) return undefined;
  const ends = referencesOf(entityType).filter(({ derived }) => !derived);
  const isMoved = (name: string) => moved.some((field) => field.name === name);
  const flags = relations.flatMap(({ field: { via, primary } }): [string, string][] =>
    primary === undefined ? [] : [[via, primary]],
  );
  // What leads to one of several records leads to no other one.
  const groups = entityType.requiredAnyOf.filter((names) => names.some(isMoved));
  const others = relations.filter(
    ({ field: { via } }) => !isMoved(via) && !groups.some((names) => names.includes(via)),
  );
  const owners = new Map(others.map(({ parent, field: { via } }) => [`${parent.name}.${via}`, { parent, via }]));
  return {
    ends,
    amounts: entityType.fields.filter(isAmount),
    anchors: ends.filter(({ name }) => entityType.required.includes(name) || isMoved(name)),
    single: relations.some(({ field }) => field.single === true && isMoved(field.via)),
    flags: [...new Map(flags)].map(([via, flag]) => ({ via, flag })),
    owners: [...owners.values()],
  };
}

/** The relations whose rows the records of an entity type are. */
function ownedRelations(catalog: Catalog, rows: EntityType): { parent: EntityType; field: RowsField }[] {
  return catalog.entityTypes.flatMap((parent) =>
    parent.fields.flatMap((field) =>
      field.kind === 'rows' && field.owned && field.target === rows.name ? [{ parent, field }] : [],
    ),
  );
}

/** It says nothing but what it ties together. */
function isMereLink(entityType: EntityType): boolean {
  return entityType.fields.every((field) => field.kind === 'reference' || isSystemField(field.name));
}

function isAmount(field: EntityType['fields'][number]): field is ValueField | MoneyField {
  return field.kind === 'money' || (field.kind === 'value' && field.type === 'decimal' && !field.derived);
}

const systemFields = new Set(['id', 'created', 'modified', 'revision', 'is_deleted', 'is_delete_protected']);

/** Every record has it and the service keeps it. */
export function isSystemField(name: string): boolean {
  return systemFields.has(name);
}

/**
 * Which record replaces which in a merge. Pure data.
 */
export interface Successor {
  /** Id of the record that stays. */
  readonly id: string;
  /** Place of the one that goes among all that become this record, from 1; the record that stays counts as 0. */
  readonly rank: number;
}

export class IdMapping {
  private readonly successors = new Map<string, Successor>();
  private readonly keptIds = new Set<string>();

  /** Adds a record that goes; those that go first fill and lead before those that go later. */
  add(gone: string, kept: string): void {
    this.successors.set(gone, { id: kept, rank: this.successors.size + 1 });
    this.keptIds.add(kept);
  }

  get isEmpty(): boolean {
    return this.successors.size === 0;
  }

  /** Ids of the records that go. */
  get gone(): readonly string[] {
    return [...this.successors.keys()];
  }

  /** Ids of the records that stay. */
  get kept(): readonly string[] {
    return [...this.keptIds];
  }

  /** Ids of the records that go and of those that stay in their place. */
  get all(): readonly string[] {
    return [...this.successors.keys(), ...this.keptIds];
  }

  /** Ids of the records that go, each with the one that stays. */
  get pairs(): readonly (readonly [gone: string, kept: string])[] {
    return [...this.successors].map(([gone, { id }]) => [gone, id]);
  }

  /** The id that stands for a record afterwards: that of its successor, else its own. */
  idOf(id: string): string {
    return this.successors.get(id)?.id ?? id;
  }

  /** 0 for a record that stays. */
  rankOf(id: string): number {
    return this.successors.get(id)?.rank ?? 0;
  }
}
