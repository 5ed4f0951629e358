/**
 * Ids of REST v1: `PY-7FFFFFFF-` and the uuid in upper case.
 */
const prefix = 'PY-7FFFFFFF-';

/** @param uuid an id as REST v100 shows it */
export function toLegacyId(uuid: string): string {
  return `${prefix}${uuid.toUpperCase()}`;
}

/** @returns the id as REST v100 shows it; a text of another form comes back as it is, in lower case */
export function fromLegacyId(id: string): string {
  return (id.startsWith(prefix) ? id.slice(prefix.length) : id).toLowerCase();
}
