/**
 * What a lookup field points at: checks `lookup` of a new Field record and works out what follows from it.
 */
import type { Catalog } from '@headwater/catalog';
import { suggestion } from '../../errors/closest-name.js';
import { invalid } from '../../plan/change/field-errors.js';
import { isRowType } from '../../plan/relations/custom-types.js';
import { isUuid } from '../../plan/values/operand.js';
import type { Draft } from '../../records/write/draft.js';
import type { RuleContext } from '../../records/write/entity-rule.js';
import { typeOfField } from '../field-types.js';
import type { LookupSettings } from '../space-catalog/metadata.js';
import { pairEnds } from '../space-catalog/relation-types.js';
import { claim, entityNamed, objectIn } from './field-draft.js';
import { customFieldById, type FoundField, fullName } from './find-field.js';

const members = ['entity_name', 'many', 'relation_id'];

/** Sets the stored parts of the lookup; an error goes to the draft. */
export function resolveLookup(draft: Draft, context: RuleContext): void {
  const given = objectIn(draft, 'lookup');
  const [inside, beside] = [given?.relation_id ?? null, relationBeside(draft)];
  if (typeof inside === 'string' && beside !== null && inside.toLowerCase() !== beside) {
    draft.errors.push(invalid('relation_id', `is not ${inside}, which lookup names; give one of them.`));
    return;
  }
  const found = given ? readLookup(draft, context.catalog, given) : 'must be an object with entity_name and many.';
  if (typeof found === 'string') {
    draft.errors.push(invalid('lookup', found));
    return;
  }
  const { relationId, ...settings } = found;
  if (relationId !== draft.id && !claim(context, `other side ${relationId}`, draft.id)) {
    draft.errors.push(
      invalid('lookup', `relation_id: another field of this request is the other side of ${relationId}.`),
    );
    return;
  }
  draft.set('lookup', JSON.stringify(settings satisfies LookupSettings));
  draft.set('relation_id', relationId);
  draft.set('relation_with_entity_id', settings.entity_name);
  if (settings.many && draft.isNew) draft.set('primitive_type', 'array');
}

type Lookup = LookupSettings & { readonly relationId: string };

/** @returns the lookup, or what is wrong with it */
function readLookup(draft: Draft, catalog: Catalog, given: Readonly<Record<string, unknown>>): Lookup | string {
  const unknown = Object.keys(given).find((name) => !members.includes(name));
  if (unknown !== undefined) return `has no member "${unknown}"; it has ${members.join(', ')}.`;
  const { entity_name: name, many = null } = given;
  if (typeof name !== 'string') return 'must name the entity type that it points at in entity_name.';
  if (many !== null && typeof many !== 'boolean') return 'many: must be true or false.';
  const target = entityNamed(catalog, name);
  if (!target?.operations.includes('get') || target.union || isRowType(target)) {
    const pointable = catalog.entityTypes.filter((entityType) => !entityType.union && !isRowType(entityType));
    const names = pointable.map((entityType) => entityType.name);
    return `entity_name: "${name}" is not an entity type that fields can point at.${suggestion(name, names)}`;
  }
  const relation = relationIn(draft, given);
  if (relation === null) return { entity_name: target.name, many: many === true, relationId: draft.id };
  if (!isUuid(relation)) return 'relation_id: must be a uuid.';
  const problem = otherSideProblem(draft, catalog, target.name, relation.toLowerCase());
  if (problem !== undefined) return problem;
  if (many === false)
    return 'many: the other side of a relation takes any number of records; leave it out or give true.';
  return { entity_name: target.name, many: true, relationId: relation.toLowerCase() };
}

/** @returns the relation of which the field is to be the other side, wherever the body names it; null: it begins one */
function relationIn(draft: Draft, { relation_id: inside = null }: Readonly<Record<string, unknown>>): unknown {
  const relation = inside ?? relationBeside(draft);
  return relation === draft.id ? null : relation;
}

/** @returns the `relation_id` that the body of a new field has beside `lookup` */
function relationBeside(draft: Draft): string | null {
  return (draft.isNew && draft.text('relation_id')?.toLowerCase()) || null;
}

/** @returns what keeps the field from being the other side of a lookup */
function otherSideProblem(draft: Draft, catalog: Catalog, target: string, relation: string): string | undefined {
  const root = customFieldById(catalog, relation);
  if (!root || typeOfField(root.field)?.name !== 'lookup') return 'relation_id: is the id of no lookup field.';
  if (root.entityType.name !== target) {
    return `relation_id: belongs to ${fullName(root)}; the other side of it points at ${root.entityType.name}.`;
  }
  const pointed = targetOf(catalog, root);
  if (pointed !== draft.text('entity_name'))
    return `relation_id: ${fullName(root)} does not point at this entity type.`;
  const other = otherSideOf(catalog, root);
  return other && `relation_id: ${fullName(root)} has an other side already, ${fullName(other)}.`;
}

/** @returns the entity type that a lookup which begins a relation points at; undefined for an other side */
function targetOf(catalog: Catalog, { field }: FoundField): string | undefined {
  if (field.kind === 'reference') return field.targets[0];
  if (field.kind !== 'rows' || field.via !== pairEnds.first) return undefined;
  const second = catalog.field(field.target, pairEnds.second);
  return second?.kind === 'reference' ? second.targets[0] : undefined;
}

/** @returns the lookup that shows what points along another one, which began the relation */
export function otherSideOf(catalog: Catalog, { entityType, field: root }: FoundField): FoundField | undefined {
  if (typeOfField(root)?.name !== 'lookup' || (root.kind === 'rows' && root.via !== pairEnds.first)) return undefined;
  for (const owner of catalog.entityTypes) {
    for (const field of owner.fields) {
      if (field === root || typeOfField(field)?.name !== 'lookup' || field.kind !== 'rows') continue;
      const sameRows = root.kind === 'rows' && field.target === root.target;
      const pointsBack = root.kind === 'reference' && field.target === entityType.name && field.via === root.name;
      if (sameRows || pointsBack) return { entityType: owner, field };
    }
  }
  return undefined;
}
