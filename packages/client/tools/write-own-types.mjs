/** Writes src/generated: the entity types and operators that every space has. Part of the build. */
import { mkdir, writeFile } from 'node:fs/promises';
import { errors, operators, valueTypes } from '@headwater/catalog';
import { v1Document } from '@headwater/openapi-types/v1-document';
import { v100Document } from '@headwater/openapi-types/v100-document';
import openapiTS, { astToString } from 'openapi-typescript';
import { spaceTypes } from '../dist/command/space-types.js';
import { dateTimeNames } from './date-time-names.mjs';
import { operatorTypes } from './operator-types.mjs';
import { unionCollections } from './union-collections.mjs';
import { v1Records } from './v1-records.mjs';

/** The feed of changes is the same for all entity types. */
const { Change, Reverted, DateTime } = v100Document.components.schemas;
const changes = { ...v100Document, paths: {}, components: { schemas: { Change, Reverted, DateTime } } };

const folder = new URL('../src/generated/', import.meta.url);
const header = '/** Made from the OpenAPI document of the interface. Do not edit: edit the spec and build again. */\n';

await mkdir(folder, { recursive: true });
await writeFile(
  new URL('entity-types.ts', folder),
  `${header}\n${spaceTypes(v100Document, '../collections/field-types.js', 'EntityTypes')}`,
);
await writeFile(new URL('operators.ts', folder), operatorTypes(operators, valueTypes));
await writeFile(
  new URL('changes.ts', folder),
  `${header}\n${astToString(await openapiTS(changes, { defaultNonNullable: false }))}`,
);
await writeFile(
  new URL('date-time-names.ts', folder),
  `${header}\n/** Members that hold a moment in some entity type. */\nexport const dateTimeNames: readonly string[] = ${JSON.stringify(dateTimeNames(v100Document.components.schemas))};\n`,
);
await writeFile(
  new URL('union-collections.ts', folder),
  `${header}\n/** Collections that show the records of others, and which. */\nexport const unionCollections: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(unionCollections(v100Document))};\n`,
);
const names = errors.map(({ name }) => `  | '${name}'`).join('\n');
await writeFile(
  new URL('error-name.ts', folder),
  `/** Made from spec/errors.yaml. Do not edit: edit the spec and build again. */\n\n/** The errors of the interface. */\nexport type ErrorName =\n${names};\n`,
);
await writeFile(new URL('v1-records.ts', folder), `${header}\n${v1Records(v1Document)}`);
