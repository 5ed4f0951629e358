/** The commands of `headwater-codegen`: what each is called, what its help says and what it runs. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogModule } from './catalog/catalog-module.js';
import { graphqlModules } from './graphql/graphql-modules.js';
import { lintSpec } from './lint/lint-spec.js';
import { openapiModules } from './openapi/openapi-modules.js';
import { errorsPage } from './pages/errors-page.js';
import { v1NamesPage } from './pages/v1-names-page.js';
import { loadSpec } from './spec/load-spec.js';

export interface Command {
  readonly summary: string;
  readonly help: string;
  /** True: the command writes into a folder given as its argument. */
  readonly takesFolder: boolean;
  /** @returns the exit code */
  run(outFolder: string): number | Promise<number>;
}

export const commands: Readonly<Record<string, Command>> = {
  openapi: {
    summary: 'write the OpenAPI documents, their types and the list of operations',
    help: 'Writes v100.ts (types), v100-handlers.ts and v1-handlers.ts (types of one operation of each name), v100-document.ts and v1-document.ts (the bundles), operations.ts, v100-templates.ts, v100-parts.ts and v100-names.ts.',
    takesFolder: true,
    async run(outFolder) {
      writeGenerated(outFolder, await openapiModules(loadSpec()));
      return 0;
    },
  },
  graphql: {
    summary: 'write the GraphQL SDL and the types of its resolvers',
    help: 'Writes sdl.ts (the type system as one text), names.ts (what it defines) and resolvers.ts (types of records, arguments and resolvers).',
    takesFolder: true,
    async run(outFolder) {
      writeGenerated(outFolder, await graphqlModules(loadSpec()));
      return 0;
    },
  },
  catalog: {
    summary: 'write the entity catalog',
    help: 'Writes catalog.ts: entity types, areas of the reference, filter operators and errors of the spec as data, with unions of their names.',
    takesFolder: true,
    run(outFolder) {
      writeGenerated(outFolder, { 'catalog.ts': catalogModule(loadSpec()) });
      return 0;
    },
  },
  errors: {
    summary: 'write the page of errors',
    help: 'Writes errors.md: code, status, cause and remedy of each error.',
    takesFolder: true,
    run(outFolder) {
      writeGenerated(outFolder, { 'errors.md': errorsPage(loadSpec()) });
      return 0;
    },
  },
  'v1-names': {
    summary: 'write the page of names of REST v1',
    help: 'Writes v1-names.md: what each collection and field of REST v1 is called in REST v100 and in GraphQL.',
    takesFolder: true,
    run(outFolder) {
      writeGenerated(outFolder, { 'v1-names.md': v1NamesPage(loadSpec()) });
      return 0;
    },
  },
  lint: {
    summary: 'check the spec',
    help: [
      'Checks that entity files are valid and fit together, that names agree between the APIs, that errors and x- keys',
      "are known, and both OpenAPI documents by Redocly's strict rules (spec/redocly.yaml).",
    ].join('\n'),
    takesFolder: false,
    run() {
      const spec = loadSpec();
      const errors = lintSpec(spec);
      for (const error of errors) process.stderr.write(`${error}\n`);
      if (errors.length === 0) process.stdout.write(`spec: ${spec.entities.length} entity types, no errors\n`);
      return errors.length === 0 ? 0 : 1;
    },
  },
};

// Writes generated files into a folder; knows nothing of what they hold.

/**
 * @param outFolder made when it is missing
 * @param files texts by file name
 */
function writeGenerated(outFolder: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(outFolder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(outFolder, name), text);
}
