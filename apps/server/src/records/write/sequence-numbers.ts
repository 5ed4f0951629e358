/**
 * Gives new records the texts of their sequences: each the next number of its field, which no other record of the space gets. The
 * number is taken in the transaction that makes the record, so that none is lost that was given.
 */
import type { EntityType, ValueField } from '@headwater/catalog';
import { formatSequence, parseSequencePattern, type SequencePattern } from '../../plan/values/sequence-pattern.js';
import { takeNumbersFrom } from '../../sql/tables/spaces.js';
import type { Draft } from './draft.js';
import type { WriteContext } from './write-context.js';

interface Sequence {
  readonly field: ValueField;
  readonly fieldId: string;
  readonly pattern: SequencePattern;
}

const known = new WeakMap<EntityType, readonly Sequence[]>();

/** @returns the sequences of an entity type; one whose pattern cannot be read gives nothing */
function sequencesOf(entityType: EntityType): readonly Sequence[] {
  let sequences = known.get(entityType);
  if (!sequences) {
    sequences = entityType.fields.flatMap((field): Sequence[] => {
      if (field.kind !== 'value' || field.derived?.kind !== 'sequence' || !field.custom) return [];
      const pattern = parseSequencePattern(field.derived.pattern);
      return typeof pattern === 'string' ? [] : [{ field, fieldId: field.custom.id, pattern }];
    });
    known.set(entityType, sequences);
  }
  return sequences;
}

export function hasSequences({ entityType }: Draft): boolean {
  return sequencesOf(entityType).length > 0;
}

/** @param drafts of new records, in the order of their numbers */
export async function giveSequences(context: WriteContext, drafts: readonly Draft[]): Promise<void> {
  for (const entityType of new Set(drafts.map((draft) => draft.entityType))) {
    const own = drafts.filter((draft) => draft.entityType === entityType);
    for (const { field, fieldId, pattern } of sequencesOf(entityType)) {
      const { dialect, transaction, space } = context;
      const numbers = { start: pattern.start, count: own.length };
      const [row] = await transaction.run(takeNumbersFrom(dialect, space, `sequence ${fieldId}`, numbers));
      const last = Number(row?.v);
      for (const [index, draft] of own.entries()) {
        draft.set(field.name, formatSequence(pattern, last - own.length + 1 + index, context.moment));
      }
    }
  }
}
