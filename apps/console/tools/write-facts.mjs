/** Writes src/generated/facts.ts: what the console knows of every space before it has asked one. Part of the build. */
import { mkdir, writeFile } from 'node:fs/promises';
import { areas, customFieldTypes, entityTypes, operators, valueTypes } from '@headwater/catalog';

/** How values compare, with a type that compares so. */
const ways = Object.fromEntries(Object.entries(valueTypes).map(([type, { compares }]) => [compares, type]));

/** Per way of comparing: the operators that fit, in the order of the table. */
const operatorsOf = Object.entries(ways).map(([way, type]) => [
  way,
  operators
    .filter(({ types }) => types.includes(type))
    .map(({ name, operands, description }) => ({ name, operands, description: description.replace(/\.$/, '') })),
]);

const facts = {
  areas: areas.map(({ name, folded, entityTypes: names }) => ({ name, folded, entityTypes: names })),
  operators: Object.fromEntries(operatorsOf),
  labels: Object.fromEntries(entityTypes.map(({ name, label }) => [name, label])),
  extensible: entityTypes.filter(({ customFields, storedIn }) => customFields && !storedIn).map(({ name }) => name),
  fieldTypes: customFieldTypes.map(({ name, can, unique, options }) => ({ name, can, unique, options })),
};

const types = {
  areas: 'readonly { readonly name: string; readonly folded: boolean; readonly entityTypes: readonly string[] }[]',
  operators:
    "Readonly<Record<string, readonly { readonly name: string; readonly operands: 'none' | 'one' | 'two' | 'many'; readonly description: string }[]>>",
  labels: 'Readonly<Record<string, string>>',
  extensible: 'readonly string[]',
  fieldTypes:
    'readonly { readonly name: string; readonly can: readonly string[]; readonly unique: boolean; readonly options: boolean }[]',
};

const meanings = {
  areas: 'Where entity types are shown, in their order.',
  operators: 'The filter operators by how values compare: text, ordered, single, list, never.',
  labels: 'The member whose text means a record, by entity type.',
  extensible: 'Entity types of every space that can have fields of the space.',
  fieldTypes: 'The types of custom fields, with what such a field can have.',
};

const declarations = Object.entries(facts).map(
  ([name, value]) => `/** ${meanings[name]} */\nexport const ${name}: ${types[name]} = ${JSON.stringify(value)};\n`,
);
const folder = new URL('../src/generated/', import.meta.url);
await mkdir(folder, { recursive: true });
await writeFile(
  new URL('facts.ts', folder),
  `/** Made from the spec. Do not edit: edit the spec and build again. */\n\n${declarations.join('\n')}`,
);
