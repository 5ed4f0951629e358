/**
 * Reads stored documents from a folder of `.graphql` files or from a JSON file, and rejects what could never run. Whether they fit the
 * schema of a space is seen when they are run there.
 */

import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { GraphQLError, Kind, parse } from 'graphql';
import { z } from 'zod';
import { DocumentsError } from './documents-error.js';

// The documents that the operator has stored on the server, by the ids that clients send in their place. Knows no request.

/** Before the hash in an id; hashes come without it as well. */
const hashPrefix = 'sha256:';

export class AllowedDocuments {
  private readonly texts = new Map<string, string>();

  /** @returns how many ids there are, hashes included */
  get size(): number {
    return this.texts.size;
  }

  /**
   * Takes a document under its own id and under the SHA-256 of its text, in lower case hexadecimal digits.
   * @param id a hash made by another rule counts, too
   * @returns false when the id means another text already
   */
  add(id: string, text: string): boolean {
    const known = this.textOf(id);
    if (known !== undefined && known !== text) return false;
    this.texts.set(withoutPrefix(id), text);
    this.texts.set(createHash('sha256').update(text).digest('hex'), text);
    return true;
  }

  textOf(id: string): string | undefined {
    return this.texts.get(withoutPrefix(id));
  }
}

function withoutPrefix(id: string): string {
  return id.startsWith(hashPrefix) ? id.slice(hashPrefix.length) : id;
}

interface StoredDocument {
  readonly id: string;
  readonly text: string;
  /** For messages. */
  readonly place: string;
}

/** What generators of typed documents write: texts by their hashes. */
const manifestForm = z.record(z.string().min(1), z.string());

const extension = /\.(graphql|gql)$/;

/**
 * @param path of a folder: its files, those in folders below included, by their paths without the extension; or of a JSON file with one
 *   object: documents by their ids
 * @throws DocumentsError
 */
export async function readDocuments(path: string): Promise<AllowedDocuments> {
  const documents = new AllowedDocuments();
  for (const { id, text, place } of await readStored(path)) {
    checkDocument(text, place);
    if (!documents.add(id, text)) throw new DocumentsError(`${place}: another document has the id "${id}" already.`);
  }
  if (documents.size === 0) {
    throw new DocumentsError(`${path} holds no documents. Put .graphql files there, or name a JSON file.`);
  }
  return documents;
}

async function readStored(path: string): Promise<readonly StoredDocument[]> {
  try {
    return (await stat(path)).isDirectory() ? await readFolder(path) : readManifest(path, await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof DocumentsError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new DocumentsError(`${path} cannot be read: ${reason}.`);
  }
}

async function readFolder(folder: string): Promise<readonly StoredDocument[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => extension.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const place = join(folder, name);
      return { id: name.replace(extension, '').replaceAll('\\', '/'), text: await readFile(place, 'utf8'), place };
    }),
  );
}

function readManifest(path: string, json: string): readonly StoredDocument[] {
  const { success, data } = manifestForm.safeParse(parseJson(json));
  if (!success) throw new DocumentsError(`${path} must hold one JSON object: texts of documents by their ids.`);
  return Object.entries(data).map(([id, text]) => ({ id, text, place: `${path}, "${id}"` }));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function checkDocument(text: string, place: string): void {
  try {
    const { definitions } = parse(text);
    if (definitions.some(({ kind }) => kind === Kind.OPERATION_DEFINITION)) return;
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const [at] = error.locations ?? [];
    throw new DocumentsError(`${place}${at === undefined ? '' : `, line ${at.line}`}: ${error.message}`);
  }
  throw new DocumentsError(`${place}: holds no query and no mutation.`);
}
