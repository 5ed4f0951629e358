/**
 * Writes one value of one member and looks at what comes back.
 */

import { idOf } from '../../api/record.js';
import type { CheckContext } from '../../check-context.js';
import { expectFieldError, expectValidationError } from '../../expect-error.js';
import { expectEqual } from '../../expectation.js';
import type { Json } from '../../http/json.js';

/** Writes a value and expects another one back, in the answer to the write and in a list. */
export async function expectRoundTrip(
  context: CheckContext,
  name: string,
  member: string,
  sent: Json,
  wanted: Json = sent,
): Promise<void> {
  const { rest, fixtures } = context;
  const record = await fixtures.create(name, { [member]: sent });
  expectEqual(record[member], wanted, `${member} sent as ${JSON.stringify(sent)}`);
  const { records } = await rest.list(fixtures.entityType(name).collection, { 'filter[id]': idOf(record) });
  expectEqual(records[0]?.[member], wanted, `${member} sent as ${JSON.stringify(sent)}, listed`);
}

/** Expects a create with the value to be rejected, naming the member. */
export async function expectRejected(
  { rest, fixtures }: CheckContext,
  name: string,
  member: string,
  value: Json,
): Promise<void> {
  const body = await fixtures.body(name, { [member]: value });
  const answer = await rest.send('POST', fixtures.entityType(name).collection, undefined, { body });
  expectFieldError(expectValidationError(answer, name), member);
}
