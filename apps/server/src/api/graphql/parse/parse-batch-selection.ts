/**
 * What is selected of the items of a batch: the members of their records, and the shape in which each item is answered. Knows no database.
 */
import type { WriteOutcome } from '../../../records/write/write-outcome.js';
import type { MemberSelection, SelectedMember } from '../../../request/selection.js';
import { type ErrorPath, type WriteError, writeErrorsOf } from '../errors/write-errors.js';
import { type JsonObject, type ObjectShape, renderObject } from '../run/render-answer.js';
import { collectSubfields, type FieldNodes, type Reading } from './collect-fields.js';
import { parseRecordUnder } from './parse-selection.js';

/** The members of an item's result that are selected, by response key. */
export type BatchShape = readonly BatchMember[];

type BatchMember =
  | { readonly kind: 'id'; readonly as: string }
  | { readonly kind: 'record'; readonly as: string; readonly record: ObjectShape }
  | { readonly kind: 'errors'; readonly as: string; readonly members: readonly ErrorMember[] };

interface ErrorMember {
  readonly as: string;
  readonly name: keyof WriteError;
}

export interface BatchSelection {
  /** Undefined when no record is selected. */
  readonly selection: MemberSelection | undefined;
  readonly shape: BatchShape;
}

/** @param withRecords the results are of the entity type's own type; else of that which all share */
export function parseBatchSelection(
  reading: Reading,
  entityType: string,
  withRecords: boolean,
  nodes: FieldNodes,
): BatchSelection {
  const fields = [...collectSubfields(reading, withRecords ? `${entityType}BatchResult` : 'BatchResult', nodes)];
  const places = fields.filter(([, [node]]) => node.name.value === 'record').length;
  const members: SelectedMember[] = [];
  const shape = fields.map(([as, fieldNodes]): BatchMember => {
    const name = fieldNodes[0].name.value;
    switch (name) {
      case 'id':
        return { kind: 'id', as };
      case 'record': {
        // One record in several places gets keys of its own for each.
        const record = parseRecordUnder(places > 1 ? `${as}.` : '', reading, entityType, fieldNodes);
        members.push(...record.selection.members);
        return { kind: 'record', as, record: record.shape };
      }
      case 'errors': {
        const parts = [...collectSubfields(reading, 'WriteError', fieldNodes)];
        return {
          kind: 'errors',
          as,
          members: parts.map(([key, [node]]) => ({ as: key, name: node.name.value as keyof WriteError })),
        };
      }
      default:
        throw new Error(`The result of a batch has no member "${name}"`);
    }
  });
  return { selection: places === 0 ? undefined : { kind: 'members', members }, shape };
}

/**
 * @param text of the record that was written, if records are selected
 * @param place of the item among the arguments
 */
export function renderOutcome(
  shape: BatchShape,
  outcome: WriteOutcome,
  text: string | undefined,
  place: ErrorPath,
): JsonObject {
  const errors = outcome.kind === 'failed' ? writeErrorsOf(outcome.error, place) : [];
  const record = text === undefined ? undefined : (JSON.parse(text) as JsonObject);
  const answerTo = (member: BatchMember): unknown => {
    switch (member.kind) {
      case 'id':
        return outcome.kind === 'done' ? outcome.id : null;
      case 'record':
        return record === undefined ? null : renderObject(member.record, record);
      case 'errors':
        return errors.map((error) => renderWriteError(member.members, error));
    }
  };
  return Object.fromEntries(shape.map((member) => [member.as, answerTo(member)]));
}

function renderWriteError(members: readonly ErrorMember[], error: WriteError): JsonObject {
  return Object.fromEntries(members.map(({ as, name }) => [as, error[name]]));
}
