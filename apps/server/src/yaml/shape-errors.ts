/**
 * Turns the issues that zod finds in a value into errors, each at its path. Pure.
 */
import type { z } from 'zod';
import type { YamlPath } from './located-yaml.js';

export interface ShapeError {
  readonly path: YamlPath;
  readonly message: string;
  /** Keys that the format does not know; the path leads to the mapping that has them. */
  readonly unknownKeys?: readonly string[];
  /** What is wrong is the key that the path ends with, not its value. */
  readonly isOfKey?: true;
}

/** @returns the errors of all issues, in their order; messages begin with a small letter */
export function shapeErrors(error: z.ZodError): ShapeError[] {
  return error.issues.flatMap((issue) => describeIssue(issue, []));
}

/** A union reports every alternative that failed; the one that matched furthest is the one that was meant. */
function describeIssue(issue: z.core.$ZodIssue, prefix: YamlPath): ShapeError[] {
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

function depth(errors: readonly ShapeError[]): number {
  // An error inside a mapping beats "expected string", which only says that the short form was not used.
  return Math.max(
    -1,
    ...errors.map((error) => error.path.length * 2 + (/expected string/.test(error.message) ? 0 : 1)),
  );
}
