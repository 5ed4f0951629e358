/**
 * The body of an error answer, read leniently: the server's three shapes, or whatever a proxy in between sent.
 * Must not know HTTP statuses or error classes.
 */

/** One mistake of a validation error. */
export interface ErrorLeaf {
  /** From the error table of the interface; null when the answer has none. */
  readonly code: number | null;
  /** `ERROR_PARAMETER_MISSING`; null when the answer has none. */
  readonly name: string | null;
  readonly message: string;
  /** `api_name` of the field that is wrong; null when the mistake belongs to the record as a whole. */
  readonly fieldName: string | null;
  /** Id of the Field record of that field. */
  readonly fieldId: string | null;
}

/** What an error body says, whichever shape it has. */
export interface ErrorBody {
  readonly code: number | null;
  readonly name: string | null;
  readonly message: string | null;
  /** Singular name of the entity type whose record was refused. */
  readonly entityName: string | null;
  /** Id of that record; a refused create has one too. */
  readonly entityId: string | null;
  /** Its position, from 0, in a batch. */
  readonly entityIndex: number | null;
  /** Every mistake, in the order of the answer. */
  readonly leaves: readonly ErrorLeaf[];
}

/**
 * Decodes the body of an error answer. Pure; never throws.
 * @param body parsed JSON, or the text when it was not JSON
 */
export function decodeErrorBody(body: unknown): ErrorBody {
  const members = membersOf(body);
  return {
    // A path that matches no route is answered in the older form, whose code is called `errorcode`.
    code: numberOf(members.code) ?? numberOf(members.errorcode),
    name: textOf(members.name),
    message: textOf(members.message)?.trim() || null,
    entityName: textOf(members.entity_name),
    entityId: textOf(members.entity_id),
    entityIndex: numberOf(members.entity_index),
    leaves: [
      ...listOf(members.entity_errors).map((leaf) => decodeLeaf(leaf, {})),
      ...listOf(members.field_errors).flatMap((group) => listOf(group.errors).map((leaf) => decodeLeaf(leaf, group))),
      ...listOf(members.step_checklist_errors).map((leaf) => decodeLeaf(leaf, {})),
    ],
  };
}

type Members = Readonly<Record<string, unknown>>;

function decodeLeaf(leaf: Members, group: Members): ErrorLeaf {
  return {
    code: numberOf(leaf.code),
    name: textOf(leaf.name),
    message: textOf(leaf.message) ?? '',
    fieldName: textOf(leaf.field_name) ?? textOf(group.field_name),
    fieldId: textOf(leaf.field_id) ?? textOf(group.field_id),
  };
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function listOf(value: unknown): Members[] {
  return Array.isArray(value) ? value.map(membersOf) : [];
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
