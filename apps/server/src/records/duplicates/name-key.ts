/**
 * Brings names that are nearly equal to one form. Pure.
 */
import { fold } from '../../sql/filter/fold.js';

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
