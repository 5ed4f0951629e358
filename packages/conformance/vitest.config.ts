/**
 * Built packages of the workspace are loaded by Node itself: transformed a second time, they would not share modules such as
 * graphql with their own dependencies.
 */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    isolate: false,
    maxWorkers: 2,
    // As in the server's tests: answers are collected less often.
    execArgv: ['--max-semi-space-size=64'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    server: { deps: { external: [/\/(apps|packages)\/[^/]+\/dist\//] } },
  },
});
