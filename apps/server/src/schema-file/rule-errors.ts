/**
 * What the rules of records say against a change, at its path in the file. Pure.
 */
import type { ApiError } from '../errors/api-error.js';
import { ValidationError } from '../errors/validation-error.js';
import { type Change, changeText } from './change.js';
import type { SchemaError } from './schema-errors.js';

export function ruleErrors(error: ApiError, change: Change): SchemaError[] {
  const { action, path } = change;
  // Nothing in the file is wrong: what it does not have cannot be removed.
  if (action === 'remove') return [{ path, message: `cannot do "${changeText(change)}": ${error.message.trim()}` }];
  if (!(error instanceof ValidationError)) return [{ path, message: error.message }];
  const { entity, fields } = error.errors;
  return [
    ...entity.map(({ message }) => ({ path, message })),
    ...fields.flatMap(({ fieldName, leaves }) =>
      leaves.map(({ message }) => ({ path: [...path, wordOf(fieldName)], message })),
    ),
  ];
}

/** Files name what records point at: `parent_options_field` says what is written as `parent_options_field_id`. */
function wordOf(member: string): string {
  return member.replace(/_id$/, '') === 'type' ? member : member.replace(/_id$/, '');
}
