/** Tests of this package, those of types included. */
import { configDefaults, defineConfig } from 'vitest/config';
import { leftOutOf } from '../../tools/long-tests.mjs';

export default defineConfig({
  test: {
    // A worker for each file would load the types and the server again.
    isolate: false,
    exclude: [...configDefaults.exclude, ...leftOutOf('client')],
    // Packing, bundling and a server of its own take longer than a unit.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Other runs leave this to `npm run types`: it takes declarations of the server, which a build makes none of.
    typecheck: { enabled: process.env.HEADWATER_TEST_ALL === '1', tsconfig: './tsconfig.json' },
    // The server is run as it was built. Transformed by vite it would get a second copy of graphql, which graphql rejects.
    server: { deps: { external: [/\/apps\/server\/dist\//] } },
  },
});
