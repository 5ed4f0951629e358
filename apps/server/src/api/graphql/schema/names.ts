/**
 * Names of the catalog and names of GraphQL, where they are not those of members. Knows no schema and no entity type.
 */
import { graphqlName } from '@headwater/contract';

/** The api names of custom fields begin so, and no other member does. */
const customPrefix = 'cf_';

/** @returns what a member is called here: `first_name` is `firstName`, `cf_first_name` stays */
export function memberName(name: string): string {
  return graphqlName(name.startsWith(customPrefix) ? { custom: {} } : {}, name);
}

/** @returns `OWNER_ID`, a value of an order's enum, as the field `owner_id` */
export function orderedField(value: string): string {
  return value.toLowerCase();
}
