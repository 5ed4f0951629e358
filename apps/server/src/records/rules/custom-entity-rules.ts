/**
 * CustomEntity: it is written as a record of the custom entity type that its type names. A record of an entity type
 * that the space does not have cannot be created or restored.
 */

import { suggestion } from '../../errors/closest-name.js';
import { invalid } from '../../plan/change/field-errors.js';
import { isCustomEntityType, storageTypes } from '../../plan/relations/custom-types.js';
import type { Fact } from '../../sql/write/lookups.js';
import type { Draft } from '../write/draft.js';
import type { EntityRule, RuleContext } from '../write/entity-rule.js';

export const customEntityRule: EntityRule = {
  prepare(draft, context) {
    const fact = draft.setsAnew('type_id') ? wantEntityType(draft, context) : undefined;
    if (draft.act === 'delete') return undefined;
    return () => {
      const kind = fact === undefined ? null : context.lookups.found(fact);
      if (kind === null) return;
      const problem = `is a type of "${kind}", which is not a custom entity type of the space.`;
      draft.errors.push(invalid('type_id', problem));
    };
  },
};

/** The api name that the type of the record bears. */
function wantEntityType(draft: Draft, { catalog, lookups }: RuleContext): Fact | undefined {
  const type = draft.text('type_id');
  const field = catalog.field(storageTypes.types, 'entity_api_name');
  if (type === null || field?.kind !== 'value') return undefined;
  return lookups.memberOf(catalog.existing(storageTypes.types), type, field);
}

// CustomEntityType: it belongs to a custom entity type that the space has.

export const customEntityTypeRule: EntityRule = {
  complete(draft, { catalog }) {
    const name = draft.text('entity_api_name');
    if (name === null || !draft.setsAnew('entity_api_name')) return;
    const kind = catalog.entityType(name);
    if (kind && isCustomEntityType(kind)) return;
    const hint = suggestion(
      name,
      catalog.entityTypes.filter(isCustomEntityType).map((one) => one.name),
    );
    const problem = `"${name}" is not a custom entity type of the space.${hint} Make one at /entities/Entities.`;
    draft.errors.push(invalid('entity_api_name', problem));
  },
};
