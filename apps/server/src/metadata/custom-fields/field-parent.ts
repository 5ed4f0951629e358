/**
 * The field whose choice decides which options of another one are allowed.
 */
import type { ReferenceField } from '@headwater/catalog';
import { invalid } from '../../plan/change/field-errors.js';
import type { Draft } from '../../records/write/draft.js';
import type { RuleContext } from '../../records/write/entity-rule.js';
import { choiceById, circleOfParents } from './deciding-sets.js';

const member = 'parent_options_field_id';

/** The catalog does not know yet what the fields that are written together say. */
const changedParents = () => new Map<string, ReferenceField | undefined>();

/** The set of the field whose choice decides goes with it. */
export function resolveParent(draft: Draft, { catalog, shared }: RuleContext): void {
  if (!draft.changes(member)) return;
  const id = draft.text(member);
  const owner = catalog.entityType(draft.text('entity_name') ?? '');
  const parent = choiceById(owner, id);
  if (id !== null && (!parent || id === draft.id)) {
    draft.errors.push(invalid(member, `must be another field of ${draft.text('entity_name') ?? ''} with one option.`));
    return;
  }
  const changed = shared(changedParents);
  const circle = owner && parent && circleOfParents(owner, parent, draft.id, changed);
  if (circle) {
    const chain = [draft.text('api_name'), ...circle].join(' by ');
    draft.errors.push(invalid(member, `makes a circle: the choice is decided in ${chain}.`));
    return;
  }
  changed.set(draft.id, parent);
  draft.set('parent_data_set_id', parent?.dataSet ?? null);
}
