/**
 * The errors of a rejected write, one by one, each with its path from the arguments of the mutation. Knows no schema.
 */
import type { ApiError } from '../../../errors/api-error.js';
import { BatchError } from '../../../errors/batch-error.js';
import { MergeError } from '../../../errors/merge-error.js';
import { ParameterErrors } from '../../../errors/parameter-error.js';
import { type Leaf, leafCode, ValidationError } from '../../../errors/validation-error.js';
import { memberName } from '../schema/names.js';

/** Names of arguments and members, and positions in lists. */
export type ErrorPath = readonly (string | number)[];

export interface WriteError {
  readonly code: string;
  readonly number: number;
  readonly message: string;
  readonly path: ErrorPath;
}

/** The error of what is at a path among the arguments of a mutation. */
export class LocatedError extends Error {
  override readonly name = 'LocatedError';

  constructor(
    readonly rejection: ApiError,
    readonly place: ErrorPath,
  ) {
    super(rejection.message);
  }
}

/** @param place of the record, or of the list of them, among the arguments; the ids of a merge say their own */
export function writeErrorsOf(error: ApiError, place: ErrorPath): WriteError[] {
  if (error instanceof BatchError) {
    return error.failures.flatMap((failure) => writeErrorsOf(failure.error, [...place, failure.index]));
  }
  if (error instanceof ValidationError) {
    const { entity, fields } = error.errors;
    return [
      ...entity.map((leaf) => writeErrorOf(leaf, place, [])),
      ...fields.flatMap(({ fieldName, leaves }) =>
        leaves.map((leaf) => writeErrorOf(leaf, place, fieldName.split('.'))),
      ),
    ];
  }
  if (error instanceof MergeError) {
    const { problems, master } = error;
    return [
      ...problems.map(({ path, text }) => ({
        ...rest(error),
        message: text(memberName),
        path: path.map((step) => (typeof step === 'number' ? step : memberName(step))),
      })),
      ...(master ? writeErrorsOf(master, place) : []),
    ];
  }
  if (error instanceof ParameterErrors) {
    return error.listed.map((one) => ({ ...rest(one), path: argumentPath(one.at ?? '') }));
  }
  return [{ ...rest(error), path: place }];
}

function rest({ errorName, code, message }: ApiError): Omit<WriteError, 'path'> {
  return { code: errorName, number: code, message };
}

/**
 * @param at the field and the place among its arguments: `contacts.filterTab.mainBox.filterFields[0].values`; or an argument alone
 * @returns the way from the argument: `["filterTab", "mainBox", "filterFields", 0, "values"]`
 */
function argumentPath(at: string): ErrorPath {
  const [first = '', ...steps] = at.split(/[.[]/);
  if (steps.length === 0) return [first];
  return steps.map((step) => (step.endsWith(']') ? Number(step.slice(0, -1)) : step));
}

function writeErrorOf(leaf: Leaf, place: ErrorPath, field: ErrorPath): WriteError {
  const path = [...place, ...(leaf.path ?? field).map((step) => (typeof step === 'number' ? step : memberName(step)))];
  return { code: leaf.errorName, number: leafCode(leaf), message: leaf.message, path };
}
