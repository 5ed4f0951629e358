/** Rewrites the golden files; run it on purpose and read what git shows as changed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';

const server = await createServer({
  configFile: false,
  server: { middlewareMode: true },
  appType: 'custom',
  logLevel: 'error',
});
const { generateGolden, goldenFolder } = await server.ssrLoadModule(join(import.meta.dirname, 'generate-golden.ts'));
for (const [name, text] of Object.entries(generateGolden())) writeFileSync(join(goldenFolder, name), text);
await server.close();
