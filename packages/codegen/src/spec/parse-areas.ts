/** The parts of the reference (`areas.yaml`): each entity type is in one of them. */
import type { Area } from '@headwater/contract';
import type { EntityModel } from '../entity/entity-model.js';
import type { SpecNode } from './spec-node.js';

/** @throws SpecError for a wrong entry, a name of no entity type or given twice, and an entity type that is in no area */
export function parseAreas(node: SpecNode, entities: readonly EntityModel[]): Area[] {
  const missing = new Set(entities.map(({ name }) => name));
  const areas = node.items().map((item) => {
    item.allowOnly(['name', 'description', 'folded', 'entity-types']);
    const entityTypes = item.get('entity-types').items();
    for (const one of entityTypes) {
      if (!missing.delete(one.asString())) one.fail('is no entity type, or is in an area already');
    }
    return {
      name: item.get('name').asString(),
      description: item.get('description').asString(),
      folded: item.find('folded')?.asBoolean() ?? false,
      entityTypes: entityTypes.map((one) => one.asString()),
    };
  });
  if (missing.size > 0) node.fail(`no area has ${[...missing].join(', ')}`);
  return areas;
}
