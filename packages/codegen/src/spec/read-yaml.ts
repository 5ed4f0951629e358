/**
 * Reads one YAML file of the spec into a node that knows its places.
 * Waits on the file system; knows nothing of the content.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonValue } from '@headwater/contract';
import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import { SpecError, type SpecLocation } from './spec-error.js';
import { SpecNode } from './spec-node.js';

/**
 * @param specFolder absolute path of the folder `spec/`
 * @param file path below it
 * @throws SpecError when the file is missing or is not YAML
 */
export function readYaml(specFolder: string, file: string): SpecNode {
  return parseYaml(readText(specFolder, file), file);
}

/** The text of a file of the spec. */
export function readText(specFolder: string, file: string): string {
  try {
    return readFileSync(join(specFolder, file), 'utf8');
  } catch {
    throw new SpecError({ file }, 'the file is missing or cannot be read');
  }
}

function parseYaml(text: string, file: string): SpecNode {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  const [error] = document.errors;
  if (error) throw new SpecError({ file, line: lineCounter.linePos(error.pos[0]).line }, error.message);

  const locate = (path: readonly (string | number)[]): SpecLocation => {
    // The innermost node that exists: a missing key is reported at the map that lacks it.
    for (let length = path.length; length > 0; length--) {
      const offset = offsetOf(document, path.slice(0, length));
      if (offset !== undefined) return { file, line: lineCounter.linePos(offset).line };
    }
    return { file, line: 1 };
  };
  const value: JsonValue = document.toJS() ?? null;
  return new SpecNode(value, [], locate);
}

/** The position of the key of a value, or the value itself when it is an item of a list. */
function offsetOf(document: Document, path: readonly (string | number)[]): number | undefined {
  const last = path.at(-1);
  const parent = document.getIn(path.slice(0, -1), true);
  if (isMap(parent)) {
    const key = parent.items
      .map((pair) => pair.key)
      .find((each) => isScalar(each) && String(each.value) === String(last));
    return isScalar(key) ? key.range?.[0] : undefined;
  }
  const node = document.getIn(path, true);
  return isNode(node) ? node.range?.[0] : undefined;
}
