/** The error table of the spec (`errors.yaml`): each code once. */
import type { ErrorDefinition } from '@headwater/contract';
import { SpecError } from './spec-error.js';
import type { SpecNode } from './spec-node.js';

/** @throws SpecError for a wrong entry, or a code or name that is given twice */
export function parseErrors(node: SpecNode): ErrorDefinition[] {
  const errors = node.items().map(parseError);
  const seen = new Set<number | string>();
  for (const [index, error] of errors.entries()) {
    for (const key of [error.code, error.name]) {
      if (seen.has(key)) throw new SpecError(node.items()[index]!.location(), `${key} is given twice`);
      seen.add(key);
    }
  }
  return errors;
}

function parseError(node: SpecNode): ErrorDefinition {
  node.allowOnly(['code', 'name', 'status', 'title', 'retryable', 'description', 'remedy']);
  const status = node.get('status');
  const name = node.get('name').asString();
  if (!/^ERROR_[A-Z_]+$/.test(name)) node.get('name').fail('an error is named ERROR_…');
  return {
    code: node.get('code').asNumber(),
    name,
    status: status.value === null ? null : status.asNumber(),
    title: node.get('title').asString(),
    retryable: node.find('retryable')?.asBoolean() ?? false,
    description: node.get('description').asString().trim(),
    remedy: node.get('remedy').asString().trim(),
  };
}
