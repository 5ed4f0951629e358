/**
 * Plans what GraphQL shows of a record. Pure.
 */
import type { Catalog, EntityType, MoneyField, ReferenceField, RowsField } from '@headwater/catalog';
import type { ReferringRecords } from '../../request/filter.js';
import type { MemberSelection, MoneyPart, SelectedMember } from '../../request/selection.js';
import { limitsIn } from '../../rights/field-rights.js';
import { readable } from '../../rights/scoped-catalog.js';
import { planPage } from '../list/plan-page.js';
import { referenceOfLink, unknownName } from '../relations/field-path.js';
import { backwardStep } from '../relations/related-steps.js';
import { type MoneyMember, type Projection, type ProjectionMember, valueMember } from './projection.js';

/** Exactly the selected members. */
export function planMemberProjection(
  catalog: Catalog,
  entityType: EntityType,
  selection: MemberSelection,
  includeDeleted: boolean,
): Projection {
  const members = selection.members.map((member) => planMember(catalog, entityType, member, includeDeleted));
  return { entityType, style: 'v100', members, includeDeleted, cacheKey: undefined };
}

function planMember(
  catalog: Catalog,
  entityType: EntityType,
  member: SelectedMember,
  includeDeleted: boolean,
): ProjectionMember {
  const { as } = member;
  switch (member.kind) {
    case 'value': {
      const field = catalog.field(entityType.name, member.field);
      // Chosen by the service, such as the label of a record: callers know no such name.
      if (limitsIn(catalog)?.hidden.get(entityType.name)?.has(member.field))
        return { kind: 'empty', as, isList: false };
      if (field?.kind === 'value') return valueMember(catalog, entityType, field, as);
      if (field?.kind === 'reference') return { kind: 'reference-id', as, field };
      throw unknownName(entityType, member.field, as);
    }
    case 'money': {
      const field = moneyField(catalog, entityType, member.field, as);
      const parts = member.parts.map((part) => planMoneyPart(catalog, part, includeDeleted));
      return { kind: 'money', as, field, parts };
    }
    case 'record': {
      const { field, target } = linkTarget(catalog, entityType, member.link, as);
      return {
        kind: 'record',
        as,
        field,
        projection: planMemberProjection(catalog, target, member.selection, includeDeleted),
      };
    }
    case 'row': {
      const field = rowsOf(catalog, entityType, member.rows, as);
      const target = readable(catalog, field.target);
      const projection = planMemberProjection(catalog, target, member.selection, includeDeleted);
      return { kind: 'row-records', as, field, projection };
    }
    case 'page': {
      const field = rowsOf(catalog, entityType, member.rows, as);
      const target = readable(catalog, field.target);
      const page = planPage(catalog, target, member.list);
      const projection = planMemberProjection(catalog, target, member.selection, member.list.includeDeleted);
      return { kind: 'row-page', as, field, page, projection, withTotal: member.withTotal };
    }
  }
}

function rowsOf(catalog: Catalog, entityType: EntityType, rows: string | ReferringRecords, at: string): RowsField {
  if (typeof rows !== 'string') return backwardStep(catalog, entityType, rows).field;
  const field = catalog.field(entityType.name, rows);
  if (field?.kind !== 'rows') throw unknownName(entityType, rows, at);
  return field;
}

function moneyField(catalog: Catalog, entityType: EntityType, name: string, at: string): MoneyField {
  const field = catalog.field(entityType.name, name);
  if (field?.kind !== 'money') throw unknownName(entityType, name, at);
  return field;
}

function linkTarget(
  catalog: Catalog,
  entityType: EntityType,
  link: string,
  at: string,
): { field: ReferenceField; target: EntityType } {
  const field = referenceOfLink(entityType, link);
  const target = field?.links.find((one) => one.name === link)?.target;
  if (!field || target === undefined) throw unknownName(entityType, link, at);
  return { field, target: readable(catalog, target) };
}

function planMoneyPart(catalog: Catalog, part: MoneyPart, includeDeleted: boolean): MoneyMember {
  if (part.kind === 'amount') return part;
  const currency = readable(catalog, 'Currency');
  return {
    kind: 'currency',
    as: part.as,
    projection: planMemberProjection(catalog, currency, part.selection, includeDeleted),
  };
}
