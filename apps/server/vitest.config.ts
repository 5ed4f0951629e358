/** How this app's tests run: those beside the code alone, those over HTTP with a PostgreSQL that is started once a run. */
import { configDefaults, defineConfig } from 'vitest/config';
import { leftOutOf } from '../../tools/long-tests.mjs';
import { compileSources } from './vitest.compile.js';
import { LongestFirst } from './vitest.sequencer.js';

export default defineConfig({
  plugins: [await compileSources()],
  resolve: {
    // Node gives everybody the CommonJS build of graphql; without this, our own files would get the other one, and graphql
    // refuses types of another copy of itself.
    alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }],
  },
  test: {
    server: { deps: { external: [/\/apps\/server\/dist\//] } },
    setupFiles: './test/seed-random-tests.ts',
    // What is waited for takes longer on a busy machine, and never the whole of this.
    expect: { poll: { timeout: 20_000 } },
    sequence: { sequencer: LongestFirst },
    // Tests over HTTP wait for databases, deadlines and killed processes as long as they compute.
    maxWorkers: 3,
    // A tenth of the time goes otherwise into collecting what requests leave behind.
    execArgv: ['--max-semi-space-size=64'],
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          include: ['src/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...leftOutOf('server')],
          isolate: false,
          // Some compute for seconds, which a busy machine makes many.
          testTimeout: 60_000,
          // After the other project: a worker that changed between them would import the whole server again each time.
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...leftOutOf('server')],
          isolate: false,
          globalSetup: './test/prepare-databases.ts',
          // They end what hangs; a busy machine needs a tenth of them.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
