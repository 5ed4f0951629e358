/**
 * Who may see and who may change a saved report: the rules of saved filters, and besides those with whom it is shared by name or by
 * their sales unit. A key that speaks for no user may do both. Pure.
 */
import type { Filter } from '../../request/filter.js';

export type Right = 'see' | 'change';

/** A user, with the sales units that records are shared with. */
export interface Sharer {
  readonly client: string;
  readonly units: readonly string[];
}

/** `share_mode` of reports. */
const shareMode = { isPrivate: 1, allEdit: 3 } as const;

/** `role` of those with whom they are shared. */
const editor = 2;

const at = 'savedReports';

/** @returns which Reports a user sees or may change */
export function reportsFor({ client, units }: Sharer, right: Right): Filter {
  const isShared =
    right === 'see' ? is('share_mode', 'not-eq', shareMode.isPrivate) : is('share_mode', 'eq', shareMode.allEdit);
  return {
    kind: 'or',
    filters: [
      is('owner_id', 'eq', null),
      is('owner_id', 'eq', client),
      isShared,
      sharedBy('sharing_clients', is('client_id', 'eq', client), right),
      ...(units.length === 0 ? [] : [sharedBy('sharing_units', is('unit_id', 'eq', ...units), right)]),
    ],
  };
}

/** @returns that a row of the relation holds the condition, with a role that gives the right */
function sharedBy(relation: string, condition: Filter, right: Right): Filter {
  const filters = right === 'see' ? [condition] : [condition, is('role', 'eq', editor)];
  return { kind: 'some', path: [relation], filter: { kind: 'and', filters }, at };
}

function is(field: string, operator: 'eq' | 'not-eq', ...operands: (string | number | null)[]): Filter {
  return { kind: 'condition', path: [field], operator, operands, at };
}
