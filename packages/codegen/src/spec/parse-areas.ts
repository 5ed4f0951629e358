/** The parts of the reference (`areas.yaml`): each entity type is in one of them, by their list or by its own `x-area`. */
import type { Area } from '@headwater/contract';
import type { EntityModel } from '../entity/entity-model.js';
import { SpecError } from './spec-error.js';
import type { SpecNode } from './spec-node.js';

/**
 * @returns the areas in their order; types that name theirs come last in it, in the order of their names
 * @throws SpecError for a wrong entry, a name of no entity type or given twice, and an entity type that is in no area
 */
export function parseAreas(node: SpecNode, entities: readonly EntityModel[]): Area[] {
  const missing = new Set(entities.filter(({ area }) => area === undefined).map(({ name }) => name));
  const areas = node.items().map((item) => {
    item.allowOnly(['name', 'description', 'folded', 'entity-types']);
    const entityTypes = item.find('entity-types')?.items() ?? [];
    for (const one of entityTypes) {
      if (!missing.delete(one.asString())) one.fail('is no entity type, or is in an area already');
    }
    const name = item.get('name').asString();
    const own = entities.filter(({ area }) => area === name);
    return {
      name,
      description: item.get('description').asString(),
      folded: item.find('folded')?.asBoolean() ?? false,
      entityTypes: [...entityTypes.map((one) => one.asString()), ...own.map((entity) => entity.name)],
    };
  });
  for (const { area, location } of entities) {
    if (area !== undefined && !areas.some(({ name }) => name === area)) {
      throw new SpecError(location, `there is no area "${area}" in areas.yaml`);
    }
  }
  if (missing.size > 0) node.fail(`no area has ${[...missing].join(', ')}; give x-area in the file of the type`);
  return areas;
}
