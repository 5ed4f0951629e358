/**
 * Resolves a mapping against the catalog: names of collections and members become entity types and fields. Pure.
 */
import type { Catalog, EntityType, Field, MoneyField, RowsField } from '@headwater/catalog';
import { moneyParts } from '../../plan/relations/field-path.js';
import { validationBits } from '../../request/write-request.js';
import { dateReader } from './date-format.js';
import {
  type ColumnPlan,
  type ImportPlan,
  type MemberPlan,
  type MoneyMember,
  type RowPlan,
  type SourcePlan,
  type StepPlan,
  sourcesOf,
} from './import-plan.js';
import { MappingError } from './load-mapping.js';
import type { ColumnRule, Mapping, MappingStep, Source } from './mapping.js';
import { type PlanScope, planCollection, planMember, planPlainMember, planSource, planTarget } from './plan-source.js';

/**
 * @param variables set from outside; they replace those of the mapping
 * @param today the day that dates written as `days` count from
 * @throws MappingError naming every collection, member, variable, filter and date format that does not exist or does not fit
 */
export function planImport(
  mapping: Mapping,
  catalog: Catalog,
  variables: ReadonlyMap<string, string>,
  today = new Date(),
): ImportPlan {
  const errors: string[] = [];
  const known = new Map(Object.entries(mapping.variables));
  for (const [name, value] of variables) {
    if (!known.has(name)) errors.push(`there is no variable "${name}" to set; the mapping has ${list(known.keys())}`);
    known.set(name, value);
  }
  const scope: PlanScope = {
    catalog,
    variables: known,
    namespace: mapping.namespace,
    today,
    error: (at, message) => errors.push(`${at}: ${message}`),
  };
  const steps = mapping.steps.map((step, index) => planStep(scope, step, `steps[${index}]`));
  if (errors.length > 0) throw new MappingError(errors.join('\n'));
  return { steps: steps.filter((step) => step !== undefined) };
}

function planStep(scope: PlanScope, step: MappingStep, at: string): StepPlan | undefined {
  const entityType = planCollection(scope, step.collection, `${at}.collection`);
  if (entityType === undefined) return undefined;
  if (!entityType.operations.includes('create')) {
    scope.error(`${at}.collection`, `records of ${step.collection} cannot be created`);
  }
  const columns = Object.entries(step.columns).map(([column, rule]) =>
    planColumn(scope, column, rule, `${at}.columns.${column}`),
  );
  const members = planMembers(scope, entityType, step, at);
  return {
    name: step.name,
    file: step.file,
    delimiter: step.delimiter,
    encoding: step.encoding,
    catalog: scope.catalog,
    entityType,
    key: planKey(scope, step, members, at),
    when: step.when,
    distinct: step.distinct ?? [],
    validationLevel: step.validationLevel,
    columns,
    members,
    columnNames: columnNames(step, members),
  };
}

function planColumn(scope: PlanScope, column: string, rule: ColumnRule, at: string): ColumnPlan {
  let date: ColumnPlan['date'];
  try {
    date = rule.date === undefined ? undefined : { format: rule.date, read: dateReader(rule.date, scope.today) };
  } catch (error) {
    scope.error(`${at}.date`, error instanceof Error ? error.message : String(error));
  }
  return {
    column,
    trim: rule.trim,
    map: new Map(Object.entries(rule.map ?? {})),
    in: rule.in && planTarget(scope, rule.in, `${at}.in`),
    date,
  };
}

/** What the mapping says of one member: a source for each of its parts; a member without parts has one named ''. */
type Parts = readonly { readonly part: string; readonly source: Source; readonly at: string }[];

function planMembers(scope: PlanScope, entityType: EntityType, step: MappingStep, at: string): MemberPlan[] {
  const byName = new Map<string, Parts>();
  for (const [path, source] of Object.entries(step.members)) {
    const [name = '', part = ''] = path.split('.');
    byName.set(name, [...(byName.get(name) ?? []), { part, source, at: `${at}.members.${path}` }]);
  }
  const members = [...byName].map(([name, parts]) => planMemberParts(scope, entityType, step, name, parts));
  return members.filter((member) => member !== undefined);
}

function planMemberParts(
  scope: PlanScope,
  entityType: EntityType,
  step: MappingStep,
  name: string,
  parts: Parts,
): MemberPlan | undefined {
  const [first] = parts;
  if (first === undefined) return undefined;
  const { part, source, at } = first;
  const field = planMember(scope, entityType, name, at);
  if (field === undefined) return undefined;
  if (field.readOnly && !mayWriteReadOnly(step, field)) {
    scope.error(at, `${name} is read-only${field.derived ? '' : '; "validationLevel: 8" allows to write it'}`);
  }
  if (field.kind === 'money') return planMoney(scope, field, parts);
  if (part !== '') scope.error(at, `${name} has no parts`);
  return field.kind === 'rows'
    ? planRows(scope, field, source, at)
    : planPlainMember(scope, entityType, name, source, at);
}

function mayWriteReadOnly(step: MappingStep, field: Field): boolean {
  return field.derived === undefined && (step.validationLevel & validationBits.readOnlyWritable) !== 0;
}

function planMoney(scope: PlanScope, field: MoneyField, parts: Parts): MemberPlan {
  const planned: MoneyMember['parts'][number][] = [];
  for (const { part: given, source, at } of parts) {
    const part = moneyParts.find((known) => known === (given || 'base_value'));
    if (part === undefined) scope.error(at, `"${given}" is not one of ${list(moneyParts)}`);
    const inner = planSource(scope, source, at);
    if (part !== undefined && inner !== undefined) planned.push({ part, source: inner });
  }
  return { kind: 'money', field, parts: planned };
}

function planRows(scope: PlanScope, field: RowsField, source: Source, at: string): MemberPlan | undefined {
  const target = scope.catalog.entityType(field.target);
  if (!field.owned || target === undefined) scope.error(at, `${field.name} cannot be written`);
  if (source.rows === undefined) scope.error(at, `${field.name} needs "rows"`);
  if (field.single && (source.rows?.length ?? 0) > 1) scope.error(at, `${field.name} is one record; it takes one row`);
  if (target === undefined) return undefined;
  const rows = (source.rows ?? []).map((row, index): RowPlan => {
    const members = Object.entries(row)
      .map(([name, inner]) => planPlainMember(scope, target, name, inner, `${at}.rows[${index}].${name}`))
      .filter((member) => member !== undefined);
    const columns = new Set(members.flatMap(({ source: { columns } }) => columns));
    const [split, ...more] = Object.entries(source.split ?? {}).filter(([column]) => columns.has(column));
    if (more.length > 0) scope.error(`${at}.rows[${index}]`, 'a row can use one of the columns that are split');
    return { members, split: split && { column: split[0], separator: split[1] } };
  });
  // Rows of a relation that shows only those with a certain reference need it, though their entity type does not.
  const having = field.having === undefined ? [] : [field.item ?? field.having];
  const required = [...target.required.filter((name) => name !== field.via), ...having];
  return { kind: 'rows', field, rows, required };
}

function planKey(scope: PlanScope, step: MappingStep, members: readonly MemberPlan[], at: string): StepPlan['key'] {
  const key: StepPlan['key'][number][] = [];
  for (const name of step.key) {
    const member = members.find((candidate) => candidate.field.name === name);
    if (member?.kind === 'plain') key.push(member);
    else scope.error(`${at}.key`, `"${name}" must be one of the step's members and have a plain value`);
  }
  return key;
}

function columnNames(step: MappingStep, members: readonly MemberPlan[]): string[] {
  return [
    ...new Set([
      ...Object.keys(step.columns),
      ...(step.when ? [step.when.column] : []),
      ...(step.distinct ?? []),
      ...members.flatMap(sourcesOf).flatMap(columnsOf),
    ]),
  ];
}

function columnsOf(source: SourcePlan): readonly string[] {
  const created = source.lookup?.create ?? [];
  return [...source.columns, ...created.flatMap((member) => columnsOf(member.source))];
}

function list(names: Iterable<string>): string {
  return [...names].join(', ') || 'none';
}
