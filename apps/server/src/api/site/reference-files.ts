/**
 * The files of Swagger UI, from its package: read when somebody first asks for one. Knows no address.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PreparedContent } from '../../http/content/prepared-content.js';

const require = createRequire(import.meta.url);

const packageFile = require.resolve('swagger-ui-dist/package.json');

const { version }: { readonly version: string } = JSON.parse(readFileSync(packageFile, 'utf8'));

/** Of the package, so that addresses with it can be cached for ever. */
export const referenceFilesVersion = version;

/** The files that the page needs, with their types. */
export const referenceFileTypes = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui-standalone-preset.js': 'text/javascript; charset=utf-8',
} as const;

export type ReferenceFile = keyof typeof referenceFileTypes;

/** @returns a reader that reads the file once */
export function referenceFile(name: ReferenceFile): () => PreparedContent {
  let content: PreparedContent | undefined;
  return () => {
    content ??= new PreparedContent(readFileSync(join(dirname(packageFile), name)), {
      type: referenceFileTypes[name],
      cached: 'forever',
    });
    return content;
  };
}
