/**
 * Built packages of the workspace are loaded by Node itself: transformed a second time, they would not share modules such as
 * graphql with their own dependencies.
 */
import { configDefaults, defineConfig } from 'vitest/config';
import { leftOutOf } from '../../tools/long-tests.mjs';

export default defineConfig({
  test: {
    isolate: false,
    exclude: [...configDefaults.exclude, ...leftOutOf('conformance')],
    maxWorkers: 2,
    // As in the server's tests: answers are collected less often.
    execArgv: ['--max-semi-space-size=64'],
    // They end what hangs; a busy machine needs a tenth of them.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    server: { deps: { external: [/\/(apps|packages)\/[^/]+\/dist\//] } },
  },
});
