/**
 * An OpenAPI document as one JSON text that knows the positions of its parts, so that a changed document can be made without writing
 * all of it again. Knows no space.
 */
import type { OpenApiDocument } from '@headwater/openapi-types';
import type { Edit } from './edit-text.js';

/** From the first character of a part to behind its last one. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export interface DocumentText {
  readonly text: string;
  readonly servers: TextRange;
  readonly tags: TextRange;
  readonly paths: TextRange;
  readonly schemas: TextRange;
  /** Of `components.schemas`, by name. */
  readonly schema: ReadonlyMap<string, TextRange>;
}

/** @returns the text that JSON.stringify gives, and the places in it */
export function documentText(document: OpenApiDocument): DocumentText {
  let text = '';
  const write = (value: unknown): TextRange => {
    const start = text.length;
    text += JSON.stringify(value);
    return { start, end: text.length };
  };
  /** Writes an object whose members `writeMember` writes; gives what that gives, by name. */
  const writeObject = <T>(value: object, writeMember: (value: unknown, name: string) => T): Map<string, T> => {
    const written = new Map<string, T>();
    text += '{';
    for (const [name, member] of Object.entries(value)) {
      text += `${written.size === 0 ? '' : ','}${JSON.stringify(name)}:`;
      written.set(name, writeMember(member, name));
    }
    text += '}';
    return written;
  };
  let schema: ReadonlyMap<string, TextRange> = new Map();
  let schemas: TextRange | undefined;
  const writeComponents = (value: unknown, kind: string): TextRange => {
    if (kind !== 'schemas') return write(value);
    const start = text.length;
    schema = writeObject(document.components.schemas ?? {}, write);
    schemas = { start, end: text.length };
    return schemas;
  };
  const parts = writeObject(document, (value, name): TextRange => {
    const start = text.length;
    if (name !== 'components') return write(value);
    writeObject(document.components, writeComponents);
    return { start, end: text.length };
  });
  const [servers, tags, paths] = [parts.get('servers'), parts.get('tags'), parts.get('paths')];
  if (!servers || !tags || !paths || !schemas) {
    throw new Error(`The document "${document.info.title}" lacks servers, tags, paths or schemas`);
  }
  return { text, servers, tags, paths, schemas, schema };
}

/** @param range of an object that has members @returns the change that adds members behind those that are there */
export function insertedAtEnd({ end }: TextRange, members: Readonly<Record<string, unknown>>): Edit {
  const texts = Object.entries(members).map(([name, member]) => `,${JSON.stringify(name)}:${JSON.stringify(member)}`);
  return { start: end - 1, end: end - 1, text: texts.join('') };
}
