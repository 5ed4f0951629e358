/**
 * The mistakes of a refused write, one by one, each with its way from the arguments of the mutation. Knows no schema.
 */
import type { ApiError } from '../../errors/api-error.js';
import { BatchError } from '../../errors/batch-error.js';
import { MergeRefusal } from '../../errors/merge-refusal.js';
import { ParameterErrors } from '../../errors/parameter-errors.js';
import { type Leaf, leafCode, ValidationError } from '../../errors/validation-error.js';
import { memberName } from './names.js';

/** Names of arguments and members, and positions in lists. */
export type MistakePath = readonly (string | number)[];

export interface Mistake {
  readonly code: string;
  readonly number: number;
  readonly message: string;
  readonly path: MistakePath;
}

/** The refusal of what stands at a place among the arguments of a mutation. */
export class PlacedRefusal extends Error {
  override readonly name = 'PlacedRefusal';

  constructor(
    readonly refusal: ApiError,
    readonly place: MistakePath,
  ) {
    super(refusal.message);
  }
}

/** @param place of the record, or of the list of them, among the arguments; the ids of a merge say their own */
export function mistakesOf(error: ApiError, place: MistakePath): Mistake[] {
  if (error instanceof BatchError) {
    return error.failures.flatMap((failure) => mistakesOf(failure.error, [...place, failure.index]));
  }
  if (error instanceof ValidationError) {
    const { entity, fields } = error.errors;
    return [
      ...entity.map((leaf) => mistakeOf(leaf, place, [])),
      ...fields.flatMap(({ fieldName, leaves }) => leaves.map((leaf) => mistakeOf(leaf, place, fieldName.split('.')))),
    ];
  }
  if (error instanceof MergeRefusal) {
    const { problems, master } = error;
    return [
      ...problems.map(({ path, text }) => ({
        ...rest(error),
        message: text(memberName),
        path: path.map((step) => (typeof step === 'number' ? step : memberName(step))),
      })),
      ...(master ? mistakesOf(master, place) : []),
    ];
  }
  if (error instanceof ParameterErrors) {
    return error.listed.map((one) => ({ ...rest(one), path: argumentPath(one.at ?? '') }));
  }
  return [{ ...rest(error), path: place }];
}

function rest({ errorName, code, message }: ApiError): Omit<Mistake, 'path'> {
  return { code: errorName, number: code, message };
}

/**
 * @param at the field and the place among its arguments: `contacts.filterTab.mainBox.filterFields[0].values`; or an argument alone
 * @returns the way from the argument: `["filterTab", "mainBox", "filterFields", 0, "values"]`
 */
function argumentPath(at: string): MistakePath {
  const [first = '', ...steps] = at.split(/[.[]/);
  if (steps.length === 0) return [first];
  return steps.map((step) => (step.endsWith(']') ? Number(step.slice(0, -1)) : step));
}

function mistakeOf(leaf: Leaf, place: MistakePath, field: MistakePath): Mistake {
  const path = [...place, ...(leaf.path ?? field).map((step) => (typeof step === 'number' ? step : memberName(step)))];
  return { code: leaf.errorName, number: leafCode(leaf), message: leaf.message, path };
}
