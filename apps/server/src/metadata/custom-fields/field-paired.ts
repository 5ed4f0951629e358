/**
 * Paired fields: a custom field of leads and one of opportunities that hand the value to each other when a record becomes one of the other type.
 */
import { invalid } from '../../plan/change/field-errors.js';
import type { Draft } from '../../records/write/draft.js';
import type { RuleContext } from '../../records/write/entity-rule.js';
import { typeOfField } from '../field-types.js';
import { claim } from './field-draft.js';
import { customFieldById, dataSetOf, fullName } from './find-field.js';

const member = 'shared_with_field_id';
const others: Readonly<Record<string, string>> = { Lead: 'Opportunity', Opportunity: 'Lead' };

/** A new choice has the set of its paired field, unless the body says otherwise. */
export function shareOptions(draft: Draft, { catalog }: RuleContext): void {
  const paired = customFieldById(catalog, draft.text(member) ?? '');
  const set = paired && dataSetOf(catalog, paired.field);
  if (draft.isNew && set !== undefined && draft.text('data_set_id') === null && !draft.change.rows.has('data_set')) {
    draft.set('data_set_id', set);
  }
}

/** Ties a field to its paired field, which then names it as well, and lets go of an earlier one. */
export function resolvePairedField(draft: Draft, context: RuleContext): void {
  if (!draft.changes(member)) return;
  const problem = pairingProblem(draft, context);
  if (problem !== undefined) {
    draft.errors.push(invalid(member, problem));
    return;
  }
  const [before, now] = [draft.stored?.[member] ?? null, draft.text(member)];
  if (typeof before === 'string') context.change('Field', before, new Map([[member, null]]));
  if (now !== null) context.change('Field', now, new Map([[member, draft.id]]));
}

function pairingProblem(draft: Draft, context: RuleContext): string | undefined {
  const { catalog } = context;
  const id = draft.text(member);
  if (id === null) return undefined;
  const wanted = others[draft.text('entity_name') ?? ''];
  if (wanted === undefined) return 'is only for fields of leads and opportunities.';
  const paired = customFieldById(catalog, id);
  // That there is no such field is reported already.
  if (!paired) return 'must be a custom field.';
  if (paired.entityType.name !== wanted) return `must be a field of ${wanted}, not ${fullName(paired)}.`;
  const type = typeOfField(paired.field);
  if (type?.name !== draft.text('type_id')) {
    return `must be a field of the same type; ${fullName(paired)} is of type ${type?.name}.`;
  }
  // Their values are worked out, or belong to the field itself.
  if (type && !type.can.includes('have-default')) return `is not for fields of type ${type.name}.`;
  const taken = paired.field.custom?.pairedField;
  const isFree = taken === undefined || taken === draft.id;
  if (!isFree || !claim(context, `pair ${id}`, draft.id)) return `${fullName(paired)} is paired already.`;
  const set = dataSetOf(catalog, paired.field);
  return set === undefined || set === draft.text('data_set_id')
    ? undefined
    : `must choose from the same options; give the data_set_id ${set} of ${fullName(paired)}.`;
}
