/**
 * The translations of a text: what it is called in other languages, by language code.
 */
import { invalid } from '../../plan/change/field-errors.js';
import type { Draft } from '../../records/write/draft.js';

/** Codes such as `de` and `pt-BR`. */
const languageCode = /^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$/;

/** @param member of a draft that is stored as JSON; what is wrong with it goes to the draft */
export function checkTranslations(draft: Draft, member: string): void {
  if (!draft.changes(member)) return;
  const problem = problemOf(JSON.parse(draft.text(member) ?? 'null'));
  if (problem !== undefined) draft.errors.push(invalid(member, problem));
}

function problemOf(given: unknown): string | undefined {
  if (given === null) return undefined;
  if (typeof given !== 'object' || Array.isArray(given))
    return 'must be an object of texts by language, such as {"de": "Name"}.';
  for (const [language, text] of Object.entries(given)) {
    if (!languageCode.test(language)) return `"${language}" is not a language code, such as "de" or "pt-BR".`;
    if (typeof text !== 'string' || text === '')
      return `${language}: must be a text; leave the language out where there is none.`;
  }
  return undefined;
}
