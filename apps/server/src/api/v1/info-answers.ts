/**
 * What the info calls of REST v1 answer, save for those about fields. All of it follows from the catalog and the clock.
 */
import { type Catalog, errors } from '@headwater/catalog';

/** The current interface version. */
const currentVersion = 100;

/** @returns the names of all collections, in alphabetical order */
export function collectionNames(catalog: Catalog): string[] {
  return catalog.entityTypes.flatMap(({ v1 }) => v1?.collection ?? []).sort();
}

/** @returns `{"Accounts": "Account", …}`; each name is once on either side */
export function entityPublic(catalog: Catalog): Record<string, string> {
  const entries = catalog.entityTypes.flatMap(({ v1 }) => (v1 === null ? [] : [[v1.collection, v1.entity] as const]));
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** @returns `{"117": "ERROR_PARAMETER_INVALID: A parameter or the body is invalid.", …}` */
export function errorCodes(): Record<string, string> {
  return Object.fromEntries(errors.map(({ code, name, title }) => [String(code), `${name}: ${title}`]));
}

/** @returns the version of the service behind the space */
export function teamPipelineVersion(): number {
  return currentVersion;
}

/** @param now the moment to tell @returns it as REST v1 writes date-times: `2024-05-01 10:20:30`, UTC */
export function serverUtcDateTime(now: Date): string {
  return now.toISOString().slice(0, 19).replace('T', ' ');
}
