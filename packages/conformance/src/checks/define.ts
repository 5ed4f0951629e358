/**
 * Fields and entity types that a check defines for itself, in spaces that let it. What a check has defined is deleted with its records.
 */

import { idOf, type RecordJson } from '../api/record.js';
import { readRecord } from '../api/rest-api.js';
import type { CheckContext } from '../check-context.js';
import { CheckSkipped } from '../expectation.js';
import type { Answer } from '../http/answer.js';
import { type Json, readText } from '../http/json.js';

/** Why a check that defines something is serial. */
export const definitionsAreShared =
  'defines fields or entity types, which records and contracts of the whole space show';

type Defining = Pick<CheckContext, 'rest' | 'fixtures'>;

/** A field that a check has defined. */
export interface DefinedField {
  readonly id: string;
  /** Its `api_name`. */
  readonly member: string;
}

/**
 * Defines a field, of projects unless `members` say otherwise.
 * @param ending ends the name of the field and with it that of the member
 * @throws CheckSkipped when the server lets the key define no fields at all; ExpectationFailed when it rejects this one
 */
export async function defineField(
  context: Defining,
  ending: string,
  members: Record<string, Json>,
): Promise<DefinedField> {
  const name = `${context.fixtures.uniqueText()} ${ending}`;
  const field = await define(context, 'Field', { name, ...members });
  return { id: idOf(field), member: readText(field.api_name, 'api_name') };
}

/** Defines an entity type. @throws as `defineField` does */
export async function defineEntityType(context: Defining): Promise<RecordJson> {
  return await define(context, 'Entity', {});
}

async function define(context: Defining, name: string, members: Record<string, Json>): Promise<RecordJson> {
  const answer = await post(context, name, members);
  if (isRejection(answer)) {
    const plainest = await post(context, name, {});
    if (isRejection(plainest)) throw new CheckSkipped(`nothing can be defined here: ${plainest.line}`);
  }
  return readRecord(answer);
}

async function post({ rest, fixtures }: Defining, name: string, members: Record<string, Json>): Promise<Answer> {
  const body = await fixtures.body(name, members);
  return await rest.send('POST', fixtures.entityType(name).collection, undefined, { body });
}

function isRejection({ status }: Answer): boolean {
  return status >= 400 && status <= 499;
}
