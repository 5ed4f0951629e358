/**
 * Makes the keys by which duplicates are found: records that share one are likely one. Pure.
 */
import { hash } from 'node:crypto';
import type { DuplicateRule } from '@headwater/catalog';
import { fold } from '../../sql/filter/fold.js';
import { nameKey } from './name-key.js';

export interface DuplicateKey {
  /** 22 characters, whatever the text. */
  readonly key: string;
  /** The field and the text in it that the key was made of. */
  readonly field: string;
  readonly text: string;
}

/** Counts the ways in which keys have been made: what `keysOf` gives for the same record must not change without it. */
const version = 1;

/** @returns the same for keys that are made in the same way */
export function methodOf(rule: DuplicateRule): string {
  return JSON.stringify([version, rule.same, rule.similar]);
}

/** @returns the fields that the keys of a record are made of, each once */
export function fieldsOf({ same, similar }: DuplicateRule): string[] {
  return [...new Set([...same, similar])];
}

/** @returns the keys of a record, each once, with the first text that gives it; empty texts give none */
export function keysOf({ same, similar }: DuplicateRule, textOf: (field: string) => string | null): DuplicateKey[] {
  const found = new Map<string, DuplicateKey>();
  const add = (kind: string, field: string, text: string, form: string) => {
    if (form === '') return;
    const key = hash('sha256', `${kind}:${form}`, 'base64url').slice(0, 22);
    if (!found.has(key)) found.set(key, { key, field, text });
  };
  for (const field of same) {
    const text = textOf(field) ?? '';
    add('same', field, text, fold(text.trim()));
  }
  const name = textOf(similar) ?? '';
  add('similar', similar, name, nameKey(name));
  return [...found.values()];
}
