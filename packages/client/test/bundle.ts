/**
 * The client and all that it needs as one script, as a web page would load it.
 */
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Bundles and minifies. @returns the text of a script that sets the global `Headwater` */
export async function bundleForBrowsers(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      lib: { entry: fileURLToPath(new URL('../src/index.ts', import.meta.url)), formats: ['iife'], name: 'Headwater' },
    },
  });
  const outputs = Array.isArray(built) ? built : [built];
  const chunk = outputs
    .flatMap((output) => ('output' in output ? output.output : []))
    .find((part) => part.type === 'chunk');
  if (chunk === undefined) throw new Error('the bundle is empty');
  return chunk.code;
}
