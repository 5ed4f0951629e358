/**
 * The sets of options that built-in fields choose from. Pure.
 */
import type { Catalog } from '@headwater/catalog';
import { fieldName, nameOfSet } from './schema.js';

export interface BuiltInSets {
  /** Every built-in field that chooses from a set. */
  readonly fields: readonly string[];
  /** The name of each set, by its id. */
  readonly names: ReadonlyMap<string, string>;
  /** @returns the name of the set of a field; undefined when it is none of these */
  nameOf(field: string): string | undefined;
}

export function builtInSets(system: Catalog): BuiltInSets {
  const idOf = new Map(
    system.entityTypes.flatMap(({ name, fields, union, storedIn }) =>
      fields.flatMap((field) =>
        !union && storedIn === undefined && !field.custom && field.kind === 'reference' && field.dataSet !== undefined
          ? [[fieldName(name, field.name), field.dataSet] as const]
          : [],
      ),
    ),
  );
  const names = new Map(
    [...new Set(idOf.values())].map((id) => {
      const fields = [...idOf].filter(([, other]) => other === id).map(([field]) => field);
      return [id, nameOfSet(fields)] as const;
    }),
  );
  return { fields: [...idOf.keys()], names, nameOf: (field) => names.get(idOf.get(field) ?? '') };
}
