/**
 * A parsed YAML text that knows the line and column of each part, for error messages. Knows no format.
 */
import { lowerFirst } from '@headwater/contract';
import { type Document, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';

/** Keys and indexes from the whole value to a part of it. */
export type YamlPath = readonly PropertyKey[];

/** Both from 1. */
export interface YamlPosition {
  readonly line: number;
  readonly column: number;
}

/** A text that is no YAML; its messages name line and column. */
class YamlSyntaxError extends Error {
  override readonly name = 'YamlSyntaxError';

  constructor(readonly messages: readonly string[]) {
    super(messages.join('\n'));
  }
}

export class LocatedYaml {
  private constructor(
    private readonly document: Document,
    private readonly lines: LineCounter,
    readonly value: unknown,
  ) {}

  /**
   * @param file its name, for messages
   * @param FileError what is thrown for a text that is no YAML, with a line for each error
   */
  static parse(
    text: string,
    file: string,
    FileError: new (message: string, options: ErrorOptions) => Error,
  ): LocatedYaml {
    try {
      return LocatedYaml.read(text);
    } catch (error) {
      if (!(error instanceof YamlSyntaxError)) throw error;
      throw new FileError(error.messages.map((message) => `${file}: ${message}`).join('\n'), { cause: error });
    }
  }

  /** @throws YamlSyntaxError */
  private static read(text: string): LocatedYaml {
    const lines = new LineCounter();
    const document = parseDocument(text, { lineCounter: lines });
    if (document.errors.length > 0) throw new YamlSyntaxError(document.errors.map(({ message }) => message));
    return new LocatedYaml(document, lines, toValue(document));
  }

  /** @returns the position of the innermost part on the path that is in the text */
  positionOf(path: YamlPath): YamlPosition {
    for (let length = path.length; length > 0; length--) {
      const start = startOf(this.document.getIn(path.slice(0, length), true));
      if (start !== undefined) return this.positionAt(start);
    }
    return { line: 1, column: 1 };
  }

  /** @returns the position of the last key of the path, for errors about the key rather than its value */
  keyPositionOf(path: YamlPath): YamlPosition {
    const within: unknown = path.length < 2 ? this.document.contents : this.document.getIn(path.slice(0, -1), true);
    const start = startOf(findKey(within, path.at(-1)));
    return start === undefined ? this.positionOf(path) : this.positionAt(start);
  }

  private positionAt(offset: number): YamlPosition {
    const { line, col } = this.lines.linePos(offset);
    return { line, column: col };
  }
}

/** @returns the path as people write it: `steps[0].name`; '' for the whole */
export function pathText(path: YamlPath): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
}

/** The library rejects too many aliases while it makes the value. */
function toValue(document: Document): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new YamlSyntaxError([error instanceof Error ? error.message : String(error)]);
  }
}

function startOf(node: unknown): number | undefined {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
  return Array.isArray(range) && typeof range[0] === 'number' ? range[0] : undefined;
}

function findKey(map: unknown, name: PropertyKey | undefined): unknown {
  const items = typeof map === 'object' && map !== null && 'items' in map ? map.items : [];
  const pairs: readonly { readonly key?: unknown }[] = Array.isArray(items) ? items : [];
  return pairs.find(({ key }) => typeof key === 'object' && key !== null && 'value' in key && key.value === name)?.key;
}

/**
 * Turns the issues that zod finds in a value into errors, each at its path. Pure.
 */
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
    return issue.issues.map(({ message }) => ({ path, message: lowerFirst(message), isOfKey: true }));
  }
  const unknownKeys = issue.code === 'unrecognized_keys' ? { unknownKeys: issue.keys } : {};
  return [{ path, message: lowerFirst(issue.message), ...unknownKeys }];
}

function depth(errors: readonly ShapeError[]): number {
  // An error inside a mapping beats "expected string", which only says that the short form was not used.
  return Math.max(
    -1,
    ...errors.map((error) => error.path.length * 2 + (/expected string/.test(error.message) ? 0 : 1)),
  );
}
