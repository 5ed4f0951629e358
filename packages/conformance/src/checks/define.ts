/**
 * Fields and entity types that a check defines for itself, in spaces that let it. What a check has defined is deleted with its records.
 */
import type { CheckContext } from '../check-context.js';
import { idOf, type RecordJson } from '../doors/record.js';
import { readRecord } from '../doors/rest-door.js';
import { CheckSkipped } from '../expectation.js';
import type { Answer } from '../http/answer.js';
import { type Json, readText } from '../http/json.js';

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
 * @throws CheckSkipped when the server lets the key define no fields at all; ExpectationFailed when it refuses this one
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
export async function defineKind(context: Defining): Promise<RecordJson> {
  return await define(context, 'Entity', {});
}

async function define(context: Defining, name: string, members: Record<string, Json>): Promise<RecordJson> {
  const answer = await post(context, name, members);
  if (isRefusal(answer)) {
    const plainest = await post(context, name, {});
    if (isRefusal(plainest)) throw new CheckSkipped(`nothing can be defined here: ${plainest.line}`);
  }
  return readRecord(answer);
}

async function post({ rest, fixtures }: Defining, name: string, members: Record<string, Json>): Promise<Answer> {
  const body = await fixtures.body(name, members);
  return await rest.send('POST', fixtures.entityType(name).collection, undefined, { body });
}

function isRefusal({ status }: Answer): boolean {
  return status >= 400 && status <= 499;
}
