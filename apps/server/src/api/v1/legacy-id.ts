/**
 * The ids of REST v1: `PY-7FFFFFFF-` and the uuid in upper case. Knows no entity type; numbers of users and units
 * are not ids here.
 */

const idForm = /^(?:PY-7FFFFFFF-)?([0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12})$/i;
const numberForm = /^\d{1,10}$/;
const maxNumber = 2 ** 31 - 1;

/** @returns the uuid in lower case of an id in either form; undefined when it has neither */
export function parseLegacyId(text: string): string | undefined {
  return idForm.exec(text)?.[1]?.toLowerCase();
}

/** @returns the number of a user or unit, 0 to 2147483647, written in digits only; undefined when it is none */
export function parseRecordNumber(text: string): number | undefined {
  const number = numberForm.test(text) ? Number(text) : Number.NaN;
  return number <= maxNumber ? number : undefined;
}

/** @param uuid the id of a record */
export function renderLegacyId(uuid: string): string {
  return `PY-7FFFFFFF-${uuid.toUpperCase()}`;
}

/** A record of any entity type, as REST v1 shows it. */
export interface LegacyRecord {
  /** A number for users and units. */
  readonly ID: string | number;
}
