/**
 * Writes the conditions under which a user sees records, and may change them (docs/permissions.md): by owners, sharing and units, and by
 * the records that they go with. Who asks is the user of the statement's scope. Pure.
 */
import type { Catalog, EntityType, ReferenceField, RowsField } from '@headwater/catalog';
import { type Catalogs, ownerColumns } from '../plan/relations/owner-columns.js';
import {
  directions,
  goesWithOthers,
  hasOwners,
  shareModes,
  sharingLists,
  type UserRights,
} from '../rights/user-rights.js';
import {
  inSpace,
  namesScope,
  type Statement,
  type StatementScope,
  scopedBinder,
  userOf,
  withoutPlannedSpace,
} from './binder.js';
import { hasNoColumn, shareModeColumn, tableName } from './columns.js';
import { sharedTableOf } from './custom-values/shared-tables.js';
import type { RecordSight, SeenPart } from './dialects/binding.js';
import type { ReadDialect } from './dialects/dialect.js';
import { identifier } from './dialects/quote.js';
import { isOftenNull, kindIndex, memberIndex, openIndex } from './indexes.js';
import { recordsOf } from './record-source.js';
import { column } from './select/compile-value.js';
import { compileUnionRows } from './select/compile-view.js';
import { ownUnits, reachedUnits } from './user-units.js';

/** What a user wants to do with a record that is there. */
type Wish = 'see' | 'change';

/** A reason to see a record, but for the types to which the user is limited. */
interface Way extends Omit<SeenPart, 'rest'> {
  /** What its condition leaves out where it is asked with one of the values. */
  readonly rest?: (row: string) => string;
}

const editorRole = 2;

/** The condition that no record meets. */
const nothing = 'FALSE';

/** @returns an alias for what is looked up to tell whether the record under another alias is seen */
function aliasBeside(row: string): string {
  return row === 'x' ? 'y' : 'x';
}

/** What a user sees in the entity types of one catalog. */
export class UserSight implements RecordSight {
  /** The same dialect, whose statements read what the user sees. */
  readonly dialect: ReadDialect;
  /** Of the conditions: one plan serves all users and all spaces. */
  private readonly ofConditions: ReadDialect;
  private readonly known = new Map<string, string | undefined>();
  private readonly unions = new Map<string, string>();

  constructor(
    private readonly catalogs: Catalogs,
    dialect: ReadDialect,
    private readonly rights: UserRights,
  ) {
    this.dialect = { ...dialect, sight: this };
    this.ofConditions = withoutPlannedSpace(this.dialect);
  }

  condition(entityType: EntityType, row: string, whole?: string): string | undefined {
    return this.kept(entityType, row, 'see', whole);
  }

  parts(entityType: EntityType): readonly SeenPart[] | undefined {
    const isListedByItself = kindIndex(entityType) === undefined && sharedTableOf(entityType) === undefined;
    if (!isListedByItself || !hasOwners(entityType) || !this.rights.may(entityType, 'read')) return undefined;
    const owner = referenceOf(entityType, 'owner_id');
    const isFound = owner !== undefined && !(this.rights.seesUnassigned(entityType) && isOftenNull(entityType, owner));
    const isFew = this.rights.directionOf(entityType) < directions.all;
    if (!isFound || !isFew) return undefined;
    return this.waysTo(entityType, 'see').map(({ rest, ...way }) => ({
      ...way,
      rest: (row: string) => [...(rest === undefined ? [] : [rest(row)]), ...this.limits(entityType, row)],
    }));
  }

  unionRows(union: EntityType): string {
    let text = this.unions.get(union.name);
    if (text === undefined) {
      const where = this.dialect.boundUnions && inSpace(this.dialect, 't');
      text = compileUnionRows(this.catalog, this.dialect, union, (one) => recordsOf(this.dialect, one), where);
      this.unions.set(union.name, text);
    }
    return text;
  }

  /** @returns the condition that the user may change the record, which is seen; undefined: any */
  changeCondition(entityType: EntityType, row: string): string | undefined {
    return this.kept(entityType, row, 'change');
  }

  /** @returns a statement with a row for each of the records that is seen, deleted or not: its `id`, and whether it `may` be changed */
  compileSeen(scope: StatementScope, entityType: EntityType, ids: readonly string[]): Statement {
    const binder = scopedBinder(this.dialect, scope);
    const change = this.changeCondition(entityType, 't') ?? 'TRUE';
    const where = [binder.inSpace('t'), binder.isOneOf('t.id', ids), namesScope(this.dialect, scope)].join(' AND ');
    const may = `CASE WHEN ${change} THEN 1 ELSE 0 END AS may`;
    return binder.statement(`SELECT t.id, ${may} FROM ${recordsOf(this.dialect, entityType)} t WHERE ${where}`);
  }

  /**
   * @param entityTypes those that there can be @param named where a row names its entity type @param id where it names the record
   * @param bind gives the placeholder of a value
   * @returns the condition that the record of the row, deleted or not, is seen. What is gone was seen where all of its entity type is
   */
  compileNamed(entityTypes: readonly EntityType[], named: string, id: string, bind: (value: string) => string): string {
    const cases = entityTypes.map((entityType) => {
      // Looked up for each row: PostgreSQL would rather read all records of the entity type at once where there are few.
      const where = `${inSpace(this.dialect, 'x')} AND x.id = ${id} LIMIT ${this.dialect.noLimit} OFFSET 0`;
      const isSeen =
        this.condition(entityType, 'x') === undefined
          ? 'TRUE'
          : `EXISTS (SELECT 1 FROM ${recordsOf(this.dialect, entityType)} x WHERE ${where})`;
      return `WHEN ${bind(entityType.name)} THEN ${isSeen}`;
    });
    return cases.length === 0 ? 'FALSE' : `CASE ${named} ${cases.join(' ')} ELSE FALSE END`;
  }

  /** @returns the text of a statement without what it looks up to tell which records are seen */
  withoutConditions(text: string): string {
    const conditions = [...this.known.values()].filter((one) => one !== undefined);
    conditions.sort((one, next) => next.length - one.length);
    return conditions.reduce((left, condition) => left.replaceAll(condition, 'TRUE'), text);
  }

  private get catalog(): Catalog {
    return this.catalogs.catalog;
  }

  private kept(entityType: EntityType, row: string, wish: Wish, whole = ''): string | undefined {
    const key = `${wish} ${row} ${entityType.name} ${whole}`;
    if (!this.known.has(key)) this.known.set(key, this.compile(entityType, row, wish, whole));
    return this.known.get(key);
  }

  private compile(entityType: EntityType, row: string, wish: Wish, whole: string): string | undefined {
    if (hasOwners(entityType)) return this.owned(entityType, row, wish);
    if (goesWithOthers(entityType)) return this.attached(entityType, row, wish, whole);
    const { shownBy } = entityType.access ?? {};
    return shownBy && wish === 'see' ? this.shown(entityType, shownBy, row) : undefined;
  }

  private owned(entityType: EntityType, row: string, wish: Wish): string {
    if (!this.rights.may(entityType, wish === 'see' ? 'read' : 'update')) return nothing;
    const ways = this.waysTo(entityType, wish).map(({ condition }) => condition(row));
    return [anyOf(ways), ...this.limits(entityType, row)].join(' AND ');
  }

  /** @returns the records that the user may see or change, by the reason, each of which is enough */
  private waysTo(entityType: EntityType, wish: Wish): Way[] {
    const { rights } = this;
    const direction = rights.directionOf(entityType);
    const [owners, units] = ['owner_id', 'unit_id'].map((name) => {
      const field = referenceOf(entityType, name);
      return field && memberIndex(entityType, field);
    });
    const open = openIndex(entityType);
    const user = userOf(this.ofConditions);
    const ways: Way[] = [{ index: owners, condition: (row) => `${column(row, 'owner_id')} = ${user}` }];
    const mode = (row: string) => (open === undefined ? '0' : `COALESCE(${column(row, shareModeColumn)}, 0)`);
    if (direction >= directions.shared) {
      if (open !== undefined) {
        const isOpen = wish === 'see' ? `>= ${shareModes.allView}` : `= ${shareModes.allEdit}`;
        // Only a part of its own is to be found along the index: beside other ways SQLite would collect all of them, and sort.
        const value = (row: string, one?: string) => (one === undefined ? mode(row) : column(row, shareModeColumn));
        ways.push({ index: open, condition: (row, one) => `${value(row, one)} ${isOpen}` });
      }
      ways.push(...this.shares(entityType, wish));
    }
    const isNotPrivate = (row: string) => `${mode(row)} <> ${shareModes.private}`;
    const reach = reachedUnits(this.ofConditions, this.catalog, direction);
    if (reach === 'all') ways.push({ index: undefined, condition: isNotPrivate });
    else if (reach !== undefined && units !== undefined) {
      const inUnit = (row: string, unit: string) => `${column(row, 'unit_id')} = ${unit}`;
      const inAny = (row: string) => `${isNotPrivate(row)} AND ${column(row, 'unit_id')} IN (${reach})`;
      const condition = (row: string, unit?: string) => (unit === undefined ? inAny(row) : inUnit(row, unit));
      ways.push({ index: units, each: reach, condition, rest: isNotPrivate });
    }
    if (rights.seesUnassigned(entityType)) {
      ways.push({ index: owners, condition: (row) => `${column(row, 'owner_id')} IS NULL` });
    }
    return ways;
  }

  /** By the rows that share a record with the user, or with a unit of the user. */
  private shares(entityType: EntityType, wish: Wish): Way[] {
    return sharingLists.flatMap((name): Way[] => {
      const field = entityType.fields.find((one) => one.name === name);
      if (field?.kind !== 'rows') return [];
      const role = wish === 'see' ? [] : [`${column('s', 'role')} = ${editorRole}`];
      const whom =
        name === 'sharing_clients'
          ? `${column('s', 'client_id')} = ${userOf(this.ofConditions)}`
          : `${column('s', 'unit_id')} IN (${ownUnits(this.ofConditions, this.catalog)})`;
      const each = this.selectRows(entityType, field, [whom, ...role]);
      const condition = (row: string, id?: string) => `${row}.id ${id === undefined ? `IN (${each})` : `= ${id}`}`;
      return [{ index: undefined, each, condition }];
    });
  }

  /** @returns a select of the records that rows of the relation point at: living ones, and those that were deleted with their record */
  private selectRows(parent: EntityType, { target, via }: RowsField, conditions: readonly string[]): string {
    const table = identifier(tableName(this.catalog.existing(target)));
    const deletion =
      `(SELECT ${column('d', 'revision')} FROM ${identifier(tableName(parent))} d ` +
      `WHERE ${inSpace(this.ofConditions, 'd')} AND ${column('d', 'is_deleted')} AND d.id = ${column('s', via)})`;
    const counts = `(NOT ${column('s', 'is_deleted')} OR ${column('s', 'revision')} = ${deletion})`;
    const where = [inSpace(this.ofConditions, 's'), ...conditions, counts];
    return `SELECT ${column('s', via)} AS id FROM ${table} s WHERE ${where.join(' AND ')}`;
  }

  /** The types and pipelines to which the set of rights limits the user. */
  private limits(entityType: EntityType, row: string): string[] {
    const limits: string[] = [];
    const { rights: name } = entityType.access ?? {};
    if (this.rights.hasTypes(entityType)) {
      const allowed = this.catalog.field('MasterRight', `allowed_${name}_types`);
      if (allowed?.kind !== 'rows' || allowed.item === undefined) throw new Error(`no types of ${entityType.name}`);
      limits.push(`${column(row, allowed.item)} IN (${this.allowed(allowed, allowed.item)})`);
    }
    const type = entityType.fields.find((one) => one.kind === 'reference' && one.targets.includes('OpportunityType'));
    const pipelines = this.catalog.field('MasterRight', 'allowed_pipelines');
    if (type && this.rights.hasPipelines && name === 'oppty' && pipelines?.kind === 'rows') {
      const types = identifier(tableName(this.catalog.existing('OpportunityType')));
      const own = `t.pipeline_id IN (${this.allowed(pipelines, 'pipeline_id')})`;
      limits.push(
        `${column(row, type.name)} IN (SELECT t.id FROM ${types} t WHERE ${inSpace(this.ofConditions, 't')} AND ${own})`,
      );
    }
    return limits;
  }

  private allowed({ target }: RowsField, item: string): string {
    const rows = identifier(tableName(this.catalog.existing(target)));
    const users = identifier(tableName(this.catalog.existing('Client')));
    const own =
      `SELECT c.master_right_id FROM ${users} c WHERE ${inSpace(this.ofConditions, 'c')} ` +
      `AND c.id = ${userOf(this.ofConditions)}`;
    return (
      `SELECT ${column('a', item)} FROM ${rows} a WHERE ${inSpace(this.ofConditions, 'a')} ` +
      `AND a.master_right_id = (${own}) AND NOT a.is_deleted`
    );
  }

  /** All that it points at must be seen; to change it, all that it belongs to must be changed. What it points at by `whole` is seen. */
  private attached(entityType: EntityType, row: string, wish: Wish, whole: string): string | undefined {
    const fields = entityType.fields.filter(
      (field): field is ReferenceField =>
        field.kind === 'reference' && !hasNoColumn(field) && this.leadsOn(entityType, field),
    );
    const owning = ownerColumns(this.catalogs, entityType);
    const asked = wish === 'see' ? fields : fields.filter(({ name }) => owning.length === 0 || owning.includes(name));
    const conditions = asked
      .filter(({ name }) => name !== whole)
      .map((field) => `(${column(row, field.name)} IS NULL OR ${this.anyTarget(field, row, wish)})`);
    if (entityType.access?.own) conditions.push(`${column(row, 'owner_id')} = ${userOf(this.ofConditions)}`);
    const isOwned = !entityType.access?.own && entityType.fields.some(({ name }) => name === 'owner_id');
    if (wish === 'see' && isOwned && !fields.some(({ name }) => name === whole)) {
      const set = fields.map(({ name }) => `${column(row, name)} IS NOT NULL`);
      conditions.push(anyOf([...set, `${column(row, 'owner_id')} = ${userOf(this.ofConditions)}`]));
    }
    return conditions.length === 0 ? undefined : conditions.join(' AND ');
  }

  /** Whether it points at records that not everybody sees. A row that is tied to one of its own is seen by what both belong to. */
  private leadsOn(own: EntityType, { targets }: ReferenceField): boolean {
    return targets.some((name) => {
      if (name === own.name) return false;
      const target = this.catalog.entityType(name);
      return target !== undefined && (hasOwners(target) || goesWithOthers(target));
    });
  }

  private anyTarget(field: ReferenceField, row: string, wish: Wish): string {
    const other = aliasBeside(row);
    return anyOf(
      field.targets.flatMap((name) => {
        const target = this.catalog.entityType(name);
        if (target === undefined || this.condition(target, other) === nothing) return [];
        const change = wish === 'change' ? this.changeCondition(target, other) : undefined;
        const where = [
          inSpace(this.ofConditions, other),
          `${other}.id = ${column(row, field.name)}`,
          ...(change === undefined ? [] : [`(${change})`]),
        ];
        return [`EXISTS (SELECT 1 FROM ${recordsOf(this.ofConditions, target)} ${other} WHERE ${where.join(' AND ')})`];
      }),
    );
  }

  private shown(entityType: EntityType, shownBy: readonly string[], row: string): string {
    const pointing = shownBy.flatMap((name) => {
      const source = this.catalog.existing(name);
      return source.fields.flatMap((field) =>
        field.kind === 'reference' && !hasNoColumn(field) && field.targets.includes(entityType.name)
          ? [{ source, name: field.name }]
          : [],
      );
    });
    const other = aliasBeside(row);
    const exists = (from: string, name: string) =>
      `EXISTS (SELECT 1 FROM ${from} ${other} WHERE ${inSpace(this.ofConditions, other)} AND ${column(other, name)} = ${row}.id)`;
    // One that points at it and is deleted counts as well: deleting a record shows its files to nobody.
    const none = pointing.map((one) => `NOT ${exists(identifier(tableName(one.source)), one.name)}`);
    return anyOf([
      none.join(' AND '),
      ...pointing.map((one) => exists(recordsOf(this.ofConditions, one.source), one.name)),
    ]);
  }
}

function referenceOf({ fields }: EntityType, name: string): ReferenceField | undefined {
  const field = fields.find((one) => one.name === name);
  return field?.kind === 'reference' ? field : undefined;
}

function anyOf(conditions: readonly string[]): string {
  return conditions.length === 0
    ? nothing
    : `(${conditions.map((one) => (one.includes(' AND ') ? `(${one})` : one)).join(' OR ')})`;
}
