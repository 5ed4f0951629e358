/**
 * CustomEntityType: it belongs to a custom entity type that the space has.
 */
import { suggestion } from '../../errors/closest-name.js';
import { invalid } from '../../plan/change/field-errors.js';
import { isCustomEntityType } from '../../plan/relations/custom-types.js';
import type { EntityRule } from '../write/entity-rule.js';

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
