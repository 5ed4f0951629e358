/**
 * Reads a mapping file: YAML to `Mapping`, or one error that names every mistake with its line. Knows no catalog.
 */
import { readFile } from 'node:fs/promises';
import { type Document, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { type Mapping, mappingSchema } from './mapping.js';

/** A mapping that cannot be used; the message has a line for each mistake. */
export class MappingError extends Error {
  override readonly name = 'MappingError';
}

/** @throws MappingError when the file cannot be read or is not a mapping */
export async function loadMapping(file: string): Promise<Mapping> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new MappingError(`cannot read the mapping ${file}: ${(cause as Error).message}`, { cause });
  }
  return parseMapping(text, file);
}

/**
 * @param file how messages name the text
 * @throws MappingError
 */
export function parseMapping(text: string, file: string): Mapping {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  if (document.errors.length > 0) {
    throw new MappingError(document.errors.map((error) => `${file}: ${error.message}`).join('\n'));
  }
  const parsed = mappingSchema.safeParse(document.toJS());
  if (parsed.success) return parsed.data;
  const mistakes = parsed.error.issues.flatMap((issue) => describeIssue(issue, []));
  throw new MappingError(
    mistakes
      .map(({ path, message }) => `${file}:${lineOf(document, lines, path)}: ${placeText(path)}${message}`)
      .join('\n'),
  );
}

interface Mistake {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** A union tells of every alternative that failed; the one that came furthest is the one that was meant. */
function describeIssue(issue: z.core.$ZodIssue, prefix: readonly PropertyKey[]): Mistake[] {
  const path = [...prefix, ...issue.path];
  if (issue.code === 'invalid_union') {
    const alternatives = issue.errors.map((issues) => issues.flatMap((inner) => describeIssue(inner, path)));
    return alternatives.reduce((best, next) => (depth(next) > depth(best) ? next : best), []);
  }
  return [{ path, message: issue.message.charAt(0).toLowerCase() + issue.message.slice(1) }];
}

function depth(mistakes: readonly Mistake[]): number {
  // A mistake inside a mapping beats "expected string", which only says that the short form was not used.
  return Math.max(
    -1,
    ...mistakes.map((mistake) => mistake.path.length * 2 + (/expected string/.test(mistake.message) ? 0 : 1)),
  );
}

function placeText(path: readonly PropertyKey[]): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return text === '' ? '' : `${text.replace(/^\./, '')}: `;
}

/** @returns the line of the innermost node on the path that stands in the file, from 1 */
function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
    if (Array.isArray(range) && typeof range[0] === 'number') return lines.linePos(range[0]).line;
  }
  return 1;
}
