/**
 * Writes the statements by which a record of one entity type gives way to one of another with its id. Pure.
 */
import type { Catalog, EntityType, Field, ReferenceField } from '@headwater/catalog';
import { type Binder, type Statement, spaceBinder } from '../binder.js';
import { tableName } from '../columns.js';
import { CustomReferenceCompiler, compileRefers } from '../custom-values/compile-custom-reference.js';
import { customValue } from '../custom-values/custom-value.js';
import type { BindingDialect } from '../dialects/binding.js';
import type { PlanningDialect } from '../dialects/planning.js';
import { identifier } from '../dialects/quote.js';
import { recordsOf } from '../record-source.js';
import type { Stamp } from './compile-rows.js';

/** A reference that can point at the old entity type and not at the new one. */
export interface Incoming {
  readonly entityType: EntityType;
  readonly field: ReferenceField;
  /** The reference of the same entity type that points at the new one instead. */
  readonly successor: ReferenceField | undefined;
}

/** @returns all of them in the catalog */
export function incomingReferences(catalog: Catalog, from: EntityType, to: EntityType): Incoming[] {
  return catalog.entityTypes.flatMap((entityType) => {
    if (entityType.union) return [];
    // What a record chose in a field of its own goes with its other values.
    if (isChoiceOf(from, entityType)) return [];
    const references = entityType.fields.filter((field) => field.kind === 'reference');
    const only = (one: EntityType, other: EntityType) =>
      references.filter(({ targets }) => targets.includes(one.name) && !targets.includes(other.name));
    // Nothing says that two lookups that a space has defined mean the same.
    const successors = only(to, from).filter(({ custom }) => !custom);
    return only(from, to).map((field) => ({
      entityType,
      field,
      successor: successors.length === 1 && !field.custom ? successors[0] : undefined,
    }));
  });
}

/** @returns the entity types of the options that records of a type have chosen in fields which a space has defined */
export function choiceTypes(catalog: Catalog, from: EntityType): EntityType[] {
  return catalog.entityTypes.filter((entityType) => isChoiceOf(from, entityType));
}

function isChoiceOf(from: EntityType, { name, storedIn }: EntityType): boolean {
  const isOwn = (field: Field) => field.kind === 'rows' && field.custom !== undefined && field.target === name;
  return storedIn === 'DataRelation' && from.fields.some(isOwn);
}

export class ConversionCompiler {
  /** @param id of both records */
  constructor(
    private readonly dialect: BindingDialect & PlanningDialect,
    private readonly space: string,
    private readonly id: string,
  ) {}

  /** @returns a statement whose row has `f0`, `f1`, …: null where no record that is not deleted has the reference set to the id */
  compileLosses(incoming: readonly Incoming[]): Statement {
    const { binder, id } = this.begin();
    const columns = incoming.map(({ entityType, field }, index) => {
      const refers = compileRefers(this.dialect, 't', field, (value) => `${value} = ${id}`);
      const where = `${binder.inSpace('t')} AND ${refers} AND NOT t.is_deleted`;
      return `(SELECT 1 FROM ${recordsOf(this.dialect, entityType)} t WHERE ${where} LIMIT 1) AS f${index}`;
    });
    return binder.statement(`SELECT ${columns.join(', ')}`);
  }

  /**
   * Points at the new record what pointed at the old one; a reference without a successor is cleared. Deleted records follow too, but
   * stay at the revision of their deletion, by which what was deleted together is known.
   * @returns statements, to be run in their order
   */
  compileHandOver(incoming: Incoming, stamp: Stamp): Statement[] {
    const { entityType, field } = incoming;
    const custom = customValue(field);
    if (!custom) return [this.handOver(incoming, stamp)];
    return new CustomReferenceCompiler(this.dialect, this.space).compileClears(entityType, custom, [this.id], stamp);
  }

  private handOver({ entityType, field, successor }: Incoming, { modified, revision }: Stamp): Statement {
    const { binder, id } = this.begin();
    const unlessDeleted = (member: string, value: unknown) =>
      `"${member}" = CASE WHEN "is_deleted" THEN "${member}" ELSE ${binder.bind(value)} END`;
    const assignments = [
      ...(successor ? [`${identifier(successor.name)} = ${id}`] : []),
      `${identifier(field.name)} = NULL`,
      unlessDeleted('modified', modified),
      unlessDeleted('revision', revision),
    ];
    const where = `${binder.inSpace()} AND ${identifier(field.name)} = ${id}`;
    return binder.statement(`UPDATE ${identifier(tableName(entityType))} SET ${assignments.join(', ')} WHERE ${where}`);
  }

  /** Takes out the options that the old record has chosen in a field. @param choices one of `choiceTypes` */
  compileChoicesRemoval(choices: EntityType, returning: string): Statement {
    const { binder, id } = this.begin();
    const records = recordsOf(this.dialect, choices);
    const chosen = `SELECT c.id FROM ${records} c WHERE ${binder.inSpace('c')} AND c.record_id = ${id}`;
    const table = identifier(tableName(choices));
    const removal = `DELETE FROM ${table} WHERE ${binder.inSpace()} AND "id" IN (${chosen})`;
    return binder.statement(removal + returning);
  }

  /** Takes the old record out of its table. */
  compileRemoval(from: EntityType): Statement {
    const { binder, id } = this.begin();
    return binder.statement(`DELETE FROM ${identifier(tableName(from))} WHERE ${binder.inSpace()} AND "id" = ${id}`);
  }

  private begin(): { readonly binder: Binder; readonly id: string } {
    const binder = spaceBinder(this.dialect, this.space);
    return { binder, id: binder.bind(this.id) };
  }
}
