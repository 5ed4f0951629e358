/**
 * What a space defines itself, as data without ids: its custom entity types, the types of its records, the options to choose from, and its fields. A
 * schema file says it, and so does a space. Knows neither YAML nor records.
 */
import type { YamlPath } from '../yaml/located-yaml.js';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/**
 * Members of a definition under the names that v100 gives them, other definitions by their names. One that has its default value or
 * none is left out, so that equal definitions have equal members.
 */
export type Members = Readonly<Record<string, Json>>;

/** A part of a schema file. */
export interface Located {
  readonly path: YamlPath;
}

/** A part of a space. */
export interface Stored {
  /** Of the record that says it. */
  readonly id: string;
}

export type Definition<Mark> = Mark & {
  /** Api name of a custom entity type, `Contact.cf_colour` of a field, the name for people of a type or an option. */
  readonly name: string;
  readonly members: Members;
};

/** The options of a set, in their order. */
export type DataSet<Mark> = Mark & { readonly options: readonly Definition<Mark>[] };

export interface Schema<Mark> {
  /** In the order of their names. Undefined: the schema does not mention them. */
  readonly kinds: readonly Definition<Mark>[] | undefined;
  /** By entity type (`AccountType`, `VehicleType`), the default one first. Of other entity types nothing is said. */
  readonly types: ReadonlyMap<string, readonly Definition<Mark>[]>;
  /** By the field that a set is named after (`nameOfSet`). Of other sets nothing is said. */
  readonly dataSets: ReadonlyMap<string, DataSet<Mark>>;
  /** In the order of their names. Undefined: the schema does not mention them. */
  readonly fields: readonly Definition<Mark>[] | undefined;
}

export type FileSchema = Schema<Located>;

export interface SpaceSchema extends Schema<Stored> {
  /** By the id of an option. */
  readonly sortOrders: ReadonlyMap<string, number>;
}

/** @returns the name of a field in a schema: `Contact.cf_colour` */
export function fieldName(entityType: string, apiName: string): string {
  return `${entityType}.${apiName}`;
}

/** The reverse of `fieldName`. */
export function partsOfFieldName(name: string): { readonly entityType: string; readonly apiName: string } {
  const dot = name.indexOf('.');
  return { entityType: name.slice(0, dot), apiName: name.slice(dot + 1) };
}

/** Sorts by code points, whatever the language of the machine. */
export function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return compareText(a.name, b.name);
}

export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** @returns the name of a set of options: the first of the fields that choose from it */
export function nameOfSet(fields: Iterable<string>): string {
  return [...fields].reduce((first, field) => (compareText(field, first) < 0 ? field : first));
}
