/**
 * The root fields of saved filters and of saved reports: one, a page of them, create, change, delete. What differs between the two is
 * given as `SavedFieldOptions`.
 */
import type { Catalog } from '@headwater/catalog';
import type { SavedCollection } from '../../../analytics/saved/saved-collection.js';
import type { SavedRecord } from '../../../analytics/saved/saved-records.js';
import { eachOf, everyOf } from '../../../errors/collect-errors.js';
import { parameterError } from '../../../errors/parameter-error.js';
import { type FieldLeaves, ValidationError } from '../../../errors/validation-error.js';
import type { Filter } from '../../../request/filter.js';
import { pageSize } from '../limits.js';
import type { FieldContext, SpecialCall } from '../special-field.js';

interface PageArgs {
  readonly first?: number | null;
  readonly after?: string | null;
}

interface WriteArgs {
  readonly name?: string | null;
  readonly shareMode?: number | null;
}

interface ChangeArgs extends WriteArgs {
  readonly id: string;
  readonly revision?: number | null;
}

interface SavedFieldOptions<Stored extends SavedRecord, New, Change, Shown, Members, ListArgs, SaveArgs, Args> {
  readonly collection: SavedCollection<Stored, New, Change, Shown>;
  /** Names of arguments in snake case, by the members that they fill, where they differ. */
  readonly argumentNames: Readonly<Record<string, string>>;
  /** Arguments of a change of which nothing can be taken away, besides name and share mode. */
  readonly notNull: readonly (keyof Args & string)[];
  /** @throws ApiError for fields below that are not shown here */
  checkSelection(context: FieldContext): void;
  /** @returns which of them a list is about; null for all */
  listFilter(given: ListArgs, catalog: Catalog, at: string): Filter | null;
  /** @returns what is given besides name and share mode */
  parseNew(given: SaveArgs, context: FieldContext): New;
  parseChange(given: Args, context: FieldContext): Change;
  /** @returns the fields of the object besides those that `savedFields` shows of every record */
  show(saved: Shown): Members;
}

/** @returns one root field for each of the five operations */
export function savedFields<
  Stored extends SavedRecord,
  New,
  Change,
  Shown extends { readonly record: Stored; readonly problem: string | null },
  Members extends object,
  ListArgs extends PageArgs,
  SaveArgs extends WriteArgs,
  Args extends ChangeArgs,
>(options: SavedFieldOptions<Stored, New, Change, Shown, Members, ListArgs, SaveArgs, Args>) {
  const { collection } = options;
  const show = (saved: Shown) => ({ ...showRecord(saved), ...options.show(saved) });
  const onOne = <Result>(run: SpecialCall<Result>['run']): SpecialCall<Result> => ({
    kind: 'special',
    size: { records: 1, depth: 0 },
    run: (...given) => withArgumentNames(options.argumentNames, () => run(...given)),
  });

  const find = ({ id }: { readonly id: string }, context: FieldContext) => {
    options.checkSelection(context);
    return onOne(async (deps, call) => {
      const found = await collection.find(deps, call, id);
      return found && show(found);
    });
  };
  const list = (given: ListArgs, context: FieldContext) => {
    options.checkSelection(context);
    const window = { first: given.first ?? pageSize.default, after: given.after ?? null };
    return {
      kind: 'special',
      size: { records: Math.min(Math.max(window.first, 1), pageSize.max), depth: 0 },
      async run(deps, call) {
        const filter = options.listFilter(given, deps.catalog, context.at);
        const { items, ...page } = await collection.list(deps, call, { filter, ...window }, context.at);
        return { ...page, items: items.map(show) };
      },
    } satisfies SpecialCall;
  };
  const save = (given: SaveArgs, context: FieldContext) => {
    options.checkSelection(context);
    const parsed = options.parseNew(given, context);
    return onOne(async (deps, call, write) =>
      show(await collection.create(deps, call, write, membersOf(given), parsed)),
    );
  };
  const change = (given: Args, context: FieldContext) => {
    options.checkSelection(context);
    const { parsed } = everyOf({
      nulls: () => rejectNulls(given, ['name', ...options.notNull, 'shareMode'], context.at),
      parsed: () => options.parseChange(given, context),
    });
    const members = { ...membersOf(given), revision: given.revision ?? null };
    return onOne(async (deps, call, write) =>
      show(await collection.change(deps, call, write, given.id, members, parsed)),
    );
  };
  const remove = ({ id }: { readonly id: string }) =>
    onOne((deps, call, write) => collection.delete(deps, call, write, id));

  return { find, list, save, change, remove };
}

/** @throws ParameterErrors with each of these arguments that is null: left out they stay as they are, and null would take them away */
function rejectNulls<Given extends object>(
  given: Given,
  names: readonly (keyof Given & string)[],
  field: string,
): void {
  eachOf(names, (name) => {
    if (given[name] !== null) return;
    const at = `${field}.${name}`;
    throw parameterError(at, 'is null; leave it out to keep it as it is');
  });
}

function membersOf({ name, shareMode }: WriteArgs) {
  return { name: name ?? undefined, shareMode: shareMode ?? undefined };
}

function showRecord({ record, problem }: { readonly record: SavedRecord; readonly problem: string | null }) {
  const { id, name, owner_id: ownerId, share_mode, created, modified, revision } = record;
  return { id, name, problem, ownerId, shareMode: share_mode ?? 0, created, modified, revision };
}

/**
 * @param names of arguments in snake case, by the members that they fill
 * @throws what the work throws; a ValidationError with its errors at the arguments
 */
async function withArgumentNames<Result>(
  names: Readonly<Record<string, string>>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const fields = error.errors.fields.map((field) => renamed(field, names[field.fieldName]));
    throw new ValidationError({ ...error.errors, fields });
  }
}

function renamed({ fieldId, fieldName, leaves }: FieldLeaves, name: string = fieldName): FieldLeaves {
  const placed = leaves.map((leaf) => (leaf.path ? { ...leaf, path: [name, ...leaf.path.slice(1)] } : leaf));
  return { fieldId, fieldName: name, leaves: placed };
}
