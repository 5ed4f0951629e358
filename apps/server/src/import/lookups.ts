/**
 * Finds records by a natural key and remembers their ids. Asks once for all the texts of a chunk of lines.
 */
import type { Filter } from '../request/filter.js';
import type { LookupPlan } from './mapping/import-plan.js';
import type { Scalar } from './mapping/mapping.js';
import { and, anyOf, type FoundRecord, type RecordAccess } from './record-access.js';
import { coerceValue } from './values/coerce-value.js';
import type { LookupAnswer } from './values/evaluate-source.js';

/** Texts remembered for each look-up; the oldest are asked for again. */
const maxRemembered = 50_000;

interface KnownTexts {
  readonly lookup: LookupPlan;
  readonly answers: Map<string, LookupAnswer>;
}

export class Lookups {
  readonly #known = new Map<string, KnownTexts>();

  constructor(private readonly access: RecordAccess) {}

  /** Waits on nothing. */
  answer(lookup: LookupPlan, text: string): LookupAnswer {
    return this.#texts(lookup).answers.get(text) ?? { kind: 'unknown' };
  }

  /** Finds texts that are not known yet: one list a look-up. @param wanted texts by look-up */
  async ask(wanted: ReadonlyMap<LookupPlan, ReadonlySet<string>>): Promise<void> {
    for (const [lookup, texts] of wanted) {
      const { answers } = this.#texts(lookup);
      const unknown = [...texts].filter((text) => !answers.has(text));
      if (unknown.length === 0) continue;
      const readable = readableTexts(lookup, unknown);
      const records = readable.size === 0 ? [] : await this.#records(lookup, [...readable.values()]);
      for (const text of unknown) this.#remember(answers, text, answerFrom(lookup, text, readable, records));
    }
  }

  /** After records were made or rejected. */
  learn(lookup: LookupPlan, text: string, answer: LookupAnswer): void {
    this.#remember(this.#texts(lookup).answers, text, answer);
  }

  /** Records of an entity type changed: what was not found before may be there now. */
  forget(entityTypeName: string): void {
    for (const { lookup, answers } of this.#known.values()) {
      if (lookup.entityType.name === entityTypeName) answers.clear();
    }
  }

  #records(lookup: LookupPlan, texts: readonly Scalar[]): Promise<FoundRecord[]> {
    const only = { id: {}, is_deleted: {}, [lookup.by.name]: {} };
    return this.access.find(lookup.entityType.name, filterOf(lookup, texts), only, {});
  }

  #texts(lookup: LookupPlan): KnownTexts {
    const known = this.#known.get(lookup.name) ?? { lookup, answers: new Map() };
    this.#known.set(lookup.name, known);
    return known;
  }

  #remember(answers: Map<string, LookupAnswer>, text: string, answer: LookupAnswer): void {
    answers.set(text, answer);
    if (answers.size <= maxRemembered) return;
    for (const oldest of answers.keys()) {
      answers.delete(oldest);
      return;
    }
  }
}

function filterOf({ by, where }: LookupPlan, texts: readonly Scalar[]): Filter {
  return and([anyOf(by.name, texts), ...where.map(({ member, value }) => anyOf(member, [value]))]);
}

function answerFrom(
  { by, name }: LookupPlan,
  text: string,
  readable: ReadonlyMap<string, Scalar>,
  records: readonly FoundRecord[],
): LookupAnswer {
  const matches = records.filter((record) => record.is_deleted !== true && record[by.name] === readable.get(text));
  if (matches.length > 1) return { kind: 'error', reason: `${matches.length} records of ${name} match` };
  const [match] = matches;
  return match === undefined ? { kind: 'missing' } : { kind: 'found', id: String(match.id) };
}

/** @returns the texts that the member could hold at all; the others match no record */
function readableTexts({ by }: LookupPlan, texts: readonly string[]): ReadonlyMap<string, Scalar> {
  const readable = new Map<string, Scalar>();
  for (const text of texts) {
    const coerced = coerceValue(by, text);
    if (coerced.kind === 'value') readable.set(text, coerced.value);
  }
  return readable;
}
