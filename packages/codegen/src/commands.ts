/** The commands of `headwater-codegen`: what each is called, what its help says and what it runs. */
import { catalogModule } from './catalog/catalog-module.js';
import { loadSpec } from './spec/load-spec.js';
import { writeGenerated } from './write-generated.js';

export interface Command {
  readonly summary: string;
  readonly help: string;
  /** True: the command writes into a folder given as its argument. */
  readonly takesFolder: boolean;
  /** @returns the exit code */
  run(outFolder: string): number | Promise<number>;
}

export const commands: Readonly<Record<string, Command>> = {
  catalog: {
    summary: 'write the entity catalog',
    help: 'Writes catalog.ts: entity types, filter operators and errors of the spec as data, with unions of their names.',
    takesFolder: true,
    run(outFolder) {
      writeGenerated(outFolder, { 'catalog.ts': catalogModule(loadSpec()) });
      return 0;
    },
  },
};
