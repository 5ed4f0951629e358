/**
 * Makes the keys by which duplicates are found: records that share one are likely one. Pure.
 */
import { hash } from 'node:crypto';
import type { DuplicateRule } from '@headwater/catalog';
import { fold } from '../../sql/filter/fold.js';

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

// Brings names that are nearly equal to one form. Pure.

/** Legal forms of companies, in any case. */
const legalForms = new Set(
  (
    'limited ltd incorporated inc corporation corp company llc llp plc pty pte pvt bhd sdn gmbh mbh kgaa ohg gbr sarl srl eurl ' +
    'bv nv oyj aps sro kft zrt nyrt'
  ).split(' '),
);
/** Those that are names of people as well: only in capitals or with points. */
const shortLegalForms = new Set('ab ag ao as asa co doo ek ev kg kk lp oo ooo oy sa sas se sl spa spol ug'.split(' '));

/**
 * @returns the words in one case, without accents, punctuation and legal forms, in the order of the alphabet; equal for `Müller &
 *   Söhne GmbH` and `SOHNE, MULLER`. '' when there is neither letter nor digit
 */
export function nameKey(name: string): string {
  const tokens = name.split(/[^\p{L}\p{M}\p{N}.'’]+/u).filter((token) => /[\p{L}\p{N}]/u.test(token));
  const words = tokens.map(plainWord);
  // What a name begins with is never only its legal form.
  const kept = words.filter((word, index) => index === 0 || !isLegalForm(tokens[index] ?? '', word));
  return kept.sort().join(' ');
}

/** Points and apostrophes join: `G.m.b.H.` is one word, and so is `O'Neil`. */
function plainWord(token: string): string {
  return fold(token.normalize('NFKD').replaceAll(/[\p{M}.'’]/gu, ''));
}

function isLegalForm(token: string, word: string): boolean {
  return legalForms.has(word) || (shortLegalForms.has(word) && (token.includes('.') || !/\p{Ll}/u.test(token)));
}
