/**
 * Resolves a pivot table against the catalog: names become fields, at the end of joins along to-one relations. Pure.
 */
import { type Catalog, type EntityType, isSingleValueType, type ValueType } from '@headwater/catalog';
import { eachOf, everyOf } from '../../errors/collect-errors.js';
import { parameterError } from '../../errors/parameter-error.js';
import { terminalType } from '../../plan/list/plan-filter.js';
import { type RelationStep, resolvePath } from '../../plan/relations/field-path.js';
import { systemFieldId } from '../../plan/values/metadata-id.js';
import { readable, requireFieldsOf } from '../../rights/scoped-catalog.js';
import {
  type GroupColumn,
  type MeasureColumn,
  type PivotColumns,
  type PivotJoin,
  referredTypes,
} from '../../sql/analytics/compile-pivot.js';
import type { PivotFunction, PivotGroup, PivotItem, PivotMeasure } from './report-item.js';

/** Of one table. */
const most = { rows: 4, columns: 3, measures: 10 } as const;

export interface PlannedGroup extends GroupColumn {
  readonly group: PivotGroup;
  readonly path: readonly string[];
}

export interface PivotPlan extends PivotColumns {
  readonly rows: readonly PlannedGroup[];
  readonly columns: readonly PlannedGroup[];
}

/**
 * @throws ApiError `ERROR_PARAMETER_INVALID` for too much of something; ParameterErrors for all that is wrong in the rest: unknown names,
 *   fields that can be neither group nor measure
 */
export function planPivot(catalog: Catalog, entityType: EntityType, item: PivotItem): PivotPlan {
  const planner = new PivotPlanner(catalog, entityType, item);
  const { rows, columns, measures } = item.view;
  if (measures.length === 0) throw parameterError(`${item.at}.measures`, 'name at least one');
  for (const [name, list] of Object.entries({ rows, columns, measures })) {
    const bound = most[name as keyof typeof most];
    if (list.length > bound) throw parameterError(`${item.at}.${name}`, `at most ${bound}; ${list.length} given`);
  }
  const planned = everyOf({
    rows: () => eachOf(rows, (group) => planner.group(group)),
    columns: () => eachOf(columns, (group) => planner.group(group)),
    measures: () => eachOf(measures, (measure) => planner.measure(measure)),
  });
  return { entityType, ...planned, joins: planner.joins };
}

class PivotPlanner {
  readonly joins: PivotJoin[] = [];
  private readonly aliases = new Map<string, string>();

  constructor(
    private readonly catalog: Catalog,
    private readonly entityType: EntityType,
    private readonly item: PivotItem,
  ) {}

  group(group: PivotGroup): PlannedGroup {
    const { planned } = everyOf({ planned: () => this.grouped(group), shown: () => this.checkShown(group) });
    return planned;
  }

  private grouped(group: PivotGroup): PlannedGroup {
    const { at, period } = group;
    const path = group.field.split('.');
    const found = this.resolve(path, `${at}.field`);
    // Groups show the names of the records that they are.
    for (const target of referredTypes(found.terminal)) {
      const { label } = readable(this.catalog, target);
      requireFieldsOf(this.catalog, [[target, label]], 'The groups show');
    }
    const isDated = found.type === 'date' || found.type === 'datetime';
    if (period !== null && !isDated) throw parameterError(`${at}.period`, `"${group.field}" is not a date`);
    return { group, path, ...found, period: isDated ? (period ?? 'Day') : null };
  }

  /** Which of its groups are shown, in which order. */
  private checkShown({ at, limit, sortMeasure }: PivotGroup): void {
    const count = this.item.view.measures.length;
    const checks = [
      () => {
        if (limit !== null && limit < 1) throw parameterError(`${at}.limit`, 'must be 1 or more');
      },
      () => {
        if (sortMeasure === null || (sortMeasure >= 0 && sortMeasure < count)) return;
        throw parameterError(`${at}.sortMeasure`, `must be the position of a measure, from 0 to ${count - 1}`);
      },
    ];
    eachOf(checks, (check) => check());
  }

  measure({ function: name, field, at }: PivotMeasure): MeasureColumn {
    const path = field?.split('.') ?? (name === 'Count' ? null : this.amount(at));
    if (path === null) return { function: name, value: null };
    const value = this.resolve(path, `${at}.field`);
    if (!isMeasured(name, value.type)) {
      const wanted = name === 'Sum' || name === 'Average' ? 'not a number' : 'neither a number nor a date';
      throw parameterError(`${at}.field`, `"${path.join('.')}" is ${wanted}`);
    }
    return { function: name, value };
  }

  /** What is measured of opportunities and leads where a measure names no field. */
  private amount(at: string): readonly string[] {
    const { calculationFieldId: id, at: itemAt } = this.item;
    const { name, fields } = this.entityType;
    if (name !== 'Opportunity' && name !== 'LeadOppty')
      throw parameterError(`${at}.field`, 'name the field that is measured');
    if (id === null) {
      requireFieldsOf(this.catalog, [[name, 'value']], 'A measure without a field adds up');
      return ['value'];
    }
    const field = fields.find((one) => !one.hidden && (one.custom?.id ?? systemFieldId(name, one.name)) === id);
    if (field) return [field.name];
    throw parameterError(
      `${itemAt}.calculationFieldId`,
      `${name} has no field with the id ${JSON.stringify(id.slice(0, 80))}`,
    );
  }

  private resolve(path: readonly string[], at: string) {
    const { steps, terminal } = resolvePath(this.catalog, this.entityType, path, at);
    const name = JSON.stringify(path.join('.').slice(0, 80));
    if (terminal.kind === 'rows' || terminal.kind === 'collected-ids') {
      throw parameterError(at, `${name} is not a single value`);
    }
    const type = terminalType(terminal);
    if (!isSingleValueType(type)) throw parameterError(at, `${name} is not a single value`);
    return { alias: this.join(steps, name, at), terminal, type };
  }

  /** @returns the alias of the record at the end */
  private join(steps: readonly RelationStep[], name: string, at: string): string {
    let from = 'r';
    for (const step of steps) {
      if (step.kind === 'many') throw parameterError(at, `${name} leads to many records; report on these instead`);
      const key = `${from} ${step.field.name} ${step.target.name}`;
      const alias = this.aliases.get(key) ?? `j${this.joins.length}`;
      if (!this.aliases.has(key)) {
        this.aliases.set(key, alias);
        this.joins.push({ alias, from, step });
      }
      from = alias;
    }
    return from;
  }
}

function isMeasured(name: PivotFunction, type: ValueType): boolean {
  if (name === 'Count') return true;
  if (type === 'integer' || type === 'float' || type === 'decimal') return true;
  return (name === 'Minimum' || name === 'Maximum') && (type === 'date' || type === 'datetime');
}
