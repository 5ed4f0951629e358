/** How this app's tests run. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: {
    // Node gives everybody the CommonJS build of graphql; without this, our own files would get the other one, and graphql
    // refuses types of another copy of itself.
    alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }],
  },
});
