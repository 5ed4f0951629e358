/**
 * Writes a schema as the text of a schema file: the same bytes for the same schema. Pure; the reverse of `parse-schema.ts`.
 */
import { Document, isMap, isPair, isScalar, isSeq, visit } from 'yaml';
import type { Schema } from '../schema.js';
import { contentOf } from './file-content.js';

const introduction = ` What a space defines itself: entity types ("kinds"), types of records, options to choose from, fields.

   headwater schema diff --space <id> <file>    shows what would change; its exit code is 1 when something would
   headwater schema apply --space <id> <file>   makes the changes, all or none; --dry-run only tries, --delete also removes

 Entity types and fields have their api names as keys; types and options have the names that people see. The sections
 "kinds" and "fields" are complete: what they lack is to be removed. In "types" and "data_sets" only what is named changes. A
 section that is left out changes nothing.`;

const sections: Readonly<Record<string, string>> = {
  kinds: ' Entity types that the space has defined.',
  types: ' Types of records, by entity type.',
  data_sets: ' Options of built-in fields, by the first field that offers them.',
  fields: ' Fields of the space, by entity type. "data_set" lists options, or names the field that lists them.',
};

/** Members of definitions whose values are maps or lists. */
const parts: ReadonlySet<string> = new Set([
  ...['name_translations', 'option_name_translations', 'allowed_by', 'lookup', 'rollup', 'filter', 'settings'],
]);

/** Parts of a definition up to this length are written in one line; so are options, which then read as a table. */
const longestLine = 100;

export function renderSchema(schema: Schema<unknown>): string {
  const document = new Document(contentOf(schema), { aliasDuplicateObjects: false });
  document.commentBefore = introduction;
  for (const { key } of isMap(document.contents) ? document.contents.items : []) {
    if (!isScalar(key) || typeof key.value !== 'string' || !(key.value in sections)) continue;
    key.commentBefore = sections[key.value] ?? null;
    key.spaceBefore = true;
  }
  visit(document, {
    Collection(_, node, path) {
      if (!isPartOfDefinition(path.at(-1))) return undefined;
      node.flow = node.items.length === 0 || JSON.stringify(node.toJSON()).length <= longestLine;
      return node.flow ? visit.SKIP : undefined;
    },
  });
  return document.toString({ lineWidth: 0 });
}

/** @param parent what holds a map or a list: a list, or the pair of it and its key */
function isPartOfDefinition(parent: unknown): boolean {
  if (isSeq(parent)) return true;
  return isPair(parent) && isScalar(parent.key) && parts.has(String(parent.key.value));
}
