/**
 * The columns of a report table as a selection of members, and how each is found in a record that was read so. Pure.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { eachOf } from '../../errors/collect-errors.js';
import { parameterError } from '../../errors/parameter-error.js';
import { resolvePath } from '../../plan/relations/field-path.js';
import type { Sort } from '../../request/list-arguments.js';
import type { MemberSelection, SelectedMember } from '../../request/selection.js';
import type { TableItem } from './report-item.js';

/** @returns the value of a column */
export type ReadColumn = (record: Readonly<Record<string, unknown>>) => unknown;

const most = { columns: 50, orderBy: 5 } as const;

/** @returns the order of the lines */
export function sortOf({ orderBy }: TableItem): Sort[] {
  return orderBy.map(({ field, descending, at }) => ({ path: field.split('.'), descending, at }));
}

/** @throws ApiError `ERROR_PARAMETER_INVALID` for too many columns; ParameterErrors for all unknown names and to-many relations */
export function planColumns(
  catalog: Catalog,
  entityType: EntityType,
  { columns, orderBy, at }: TableItem,
): { readonly selection: MemberSelection; readonly columns: readonly ReadColumn[] } {
  if (columns.length === 0) throw parameterError(`${at}.columns`, 'name at least one');
  for (const [name, list] of Object.entries({ columns, orderBy })) {
    const bound = most[name as keyof typeof most];
    if (list.length > bound) throw parameterError(`${at}.${name}`, `at most ${bound}; ${list.length} given`);
  }
  const members = eachOf(columns, ({ field, at }, index) => {
    return memberOf(catalog, entityType, field.split('.'), `c${index}`, `${at}.field`);
  });
  const id: SelectedMember = { kind: 'value', as: 'id', field: 'id' };
  return {
    selection: { kind: 'members', members: [id, ...members] },
    columns: members.map((member) => (record) => valueIn(record, member)),
  };
}

function memberOf(
  catalog: Catalog,
  entityType: EntityType,
  path: readonly string[],
  as: string,
  at: string,
): SelectedMember {
  const { steps, terminal } = resolvePath(catalog, entityType, path, at);
  let member = endOf(terminal, as, at);
  for (const [index, step] of [...steps.entries()].reverse()) {
    if (step.kind === 'many') throw parameterError(at, 'leads to many records; report on these instead');
    member = { kind: 'record', as, link: path[index] ?? '', selection: { kind: 'members', members: [member] } };
  }
  return member;
}

function endOf(terminal: ReturnType<typeof resolvePath>['terminal'], as: string, at: string): SelectedMember {
  switch (terminal.kind) {
    case 'rows':
      throw parameterError(at, 'leads to many records; report on these instead');
    case 'number':
      throw parameterError(at, 'numbers are shown by REST v1 only');
    case 'money':
      return { kind: 'money', as, field: terminal.field.name, parts: [{ kind: 'amount', as, part: terminal.part }] };
    case 'reference':
      if (!terminal.field.hasIdMember) {
        const id: SelectedMember = { kind: 'value', as, field: 'id' };
        return { kind: 'record', as, link: terminal.field.name, selection: { kind: 'members', members: [id] } };
      }
      return { kind: 'value', as, field: terminal.field.name };
    default:
      return { kind: 'value', as, field: terminal.field.name };
  }
}

function valueIn(record: unknown, member: SelectedMember): unknown {
  const value = (record as Readonly<Record<string, unknown>> | null)?.[member.as] ?? null;
  if (member.kind === 'record') {
    const [inner] = member.selection.members;
    return inner ? valueIn(value, inner) : null;
  }
  if (member.kind === 'money') return (value as Readonly<Record<string, unknown>> | null)?.[member.as] ?? null;
  return value;
}
