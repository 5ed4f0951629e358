/**
 * The refusal of a record that was written from arguments, told by the names of the arguments. Knows no entity type.
 */
import { type FieldLeaves, ValidationError } from '../../../errors/validation-error.js';

/**
 * @param names of arguments in snake case, by the fields that they fill
 * @throws what the work throws; a ValidationError with its mistakes at the arguments
 */
export async function withArgumentNames<Result>(
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
