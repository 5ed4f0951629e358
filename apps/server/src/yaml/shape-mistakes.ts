/**
 * What keeps a value from having the shape that a format wants: the mistakes that zod finds, each at its path. Pure.
 */
import type { z } from 'zod';
import type { YamlPath } from './placed-yaml.js';

export interface ShapeMistake {
  readonly path: YamlPath;
  readonly message: string;
  /** Keys that the format does not know; the path leads to what holds them. */
  readonly unknownKeys?: readonly string[];
  /** What is wrong is the key that the path ends with, not its value. */
  readonly isOfKey?: true;
}

/** @returns the mistakes of all issues, in their order; messages begin with a small letter */
export function shapeMistakes(error: z.ZodError): ShapeMistake[] {
  return error.issues.flatMap((issue) => describeIssue(issue, []));
}

/** A union tells of every alternative that failed; the one that came furthest is the one that was meant. */
function describeIssue(issue: z.core.$ZodIssue, prefix: YamlPath): ShapeMistake[] {
  const path = [...prefix, ...issue.path];
  if (issue.code === 'invalid_union') {
    const alternatives = issue.errors.map((issues) => issues.flatMap((inner) => describeIssue(inner, path)));
    return alternatives.reduce((best, next) => (depth(next) > depth(best) ? next : best), []);
  }
  if (issue.code === 'invalid_key') {
    return issue.issues.map(({ message }) => ({ path, message: decapitalised(message), isOfKey: true }));
  }
  const unknownKeys = issue.code === 'unrecognized_keys' ? { unknownKeys: issue.keys } : {};
  return [{ path, message: decapitalised(issue.message), ...unknownKeys }];
}

function decapitalised(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function depth(mistakes: readonly ShapeMistake[]): number {
  // A mistake inside a mapping beats "expected string", which only says that the short form was not used.
  return Math.max(
    -1,
    ...mistakes.map((mistake) => mistake.path.length * 2 + (/expected string/.test(mistake.message) ? 0 : 1)),
  );
}
