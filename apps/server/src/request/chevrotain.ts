/**
 * The parser library, out of its one bundled file. What a plain import of it loads is 640 files of another library: that took half of the
 * time of a start, and 28 MB.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const entry = pathToFileURL(createRequire(import.meta.url).resolve('chevrotain'));
const bundle = new URL('../chevrotain.mjs', entry).href;

export const { createToken, EmbeddedActionsParser, Lexer } = (await import(bundle)) as typeof import('chevrotain');
