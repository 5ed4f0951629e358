/**
 * Ids of the Field records of the interface's own fields: the same text always gives the same id.
 */
import { createHash } from 'node:crypto';

/** The id of the Field record; a member that is no field has one that no record has. */
export function fieldIdOf(entityName: string, fieldName: string): string {
  const hash = createHash('sha256').update(`${entityName}.${fieldName}`).digest('hex');
  return [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20, 32)].join('-');
}
