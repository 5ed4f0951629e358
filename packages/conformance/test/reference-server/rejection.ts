/**
 * What a request is rejected with, by the table of errors, and the errors of a record that is not valid.
 */
import { type ErrorName, errorByName } from '@headwater/catalog';
import { fieldIdOf } from './field-ids.js';
import type { Json, JsonObject } from './json.js';

/** Ends a request; nothing of it is written. */
export class Rejection extends Error {
  constructor(
    readonly status: number,
    /** Whole, as it is answered. */
    readonly body: JsonObject,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(String(body.message));
  }
}

/** A rejection in the general shape. @throws Error for an error that is only inside of others */
export function rejection(name: ErrorName, message: string, headers: Readonly<Record<string, string>> = {}): Rejection {
  const { code, status } = errorByName(name);
  if (status === null) throw new Error(`${name} is no error of a request`);
  return new Rejection(status, { code, name, message, http_status: status, success: false }, headers);
}

/** A query parameter that has a value it cannot have. */
export function badParameter(parameter: string, problem: string): Rejection {
  return rejection('ERROR_PARAMETER_INVALID', `The parameter "${parameter}" ${problem}.`);
}

interface Finding {
  readonly field: string | undefined;
  readonly error: ErrorName;
  readonly message: string;
}

/** Everything that is wrong with one record. */
export class Findings {
  private readonly all: Finding[] = [];

  constructor(
    readonly entityName: string,
    readonly id: string,
  ) {}

  /** @param field undefined: it belongs to the record as a whole */
  add(field: string | undefined, error: ErrorName, message: string): void {
    this.all.push({ field, error, message });
  }

  /** Takes over what is wrong with a row that is written inside the record. */
  addRow(field: string, row: Findings): void {
    for (const { error, message } of row.all) this.add(field, error, message);
  }

  /** Whether something is wrong with the field already. */
  has(field: string): boolean {
    return this.all.some((finding) => finding.field === field);
  }

  get isEmpty(): boolean {
    return this.all.length === 0;
  }

  /** @throws Rejection when something is wrong */
  expectNone(): void {
    if (!this.isEmpty) throw validationRejection([{ findings: this, index: undefined }]);
  }

  /** @param index place of the record in a batch that is rejected as a whole */
  entityErrors(index: number | undefined): Json[] {
    return this.all.filter(({ field }) => field === undefined).map((finding) => leaf(finding, {}, index));
  }

  fieldErrors(index: number | undefined): Json[] {
    const fields = new Set(this.all.flatMap(({ field }) => field ?? []));
    return [...fields].map((field_name) => {
      const named = { field_id: fieldIdOf(this.entityName, field_name), field_name };
      const errors = this.all.filter(({ field }) => field === field_name).map((finding) => leaf(finding, named, index));
      return { ...named, name: 'ERROR_FIELD_VALIDATION', code: 40002, errors, ...at(index) };
    });
  }

  get messages(): string {
    return this.all.map(({ message }) => `\n${message}`).join('');
  }
}

/** @param rejected the records that are not valid, with their places in a batch; one at least */
export function validationRejection(
  rejected: readonly { readonly findings: Findings; readonly index: number | undefined }[],
): ValidationRejection {
  const [first] = rejected;
  if (first === undefined) throw new Error('nothing is wrong');
  return new ValidationRejection(first.findings, {
    code: 40000,
    name: 'ERROR_ENTITY_VALIDATION',
    message: rejected.map(({ findings }) => findings.messages).join(''),
    http_status: 422,
    success: false,
    entity_id: first.findings.id,
    entity_name: first.findings.entityName,
    entity_index: rejected.length === 1 ? (first.index ?? null) : null,
    entity_errors: rejected.flatMap(({ findings, index }) => findings.entityErrors(index)),
    field_errors: rejected.flatMap(({ findings, index }) => findings.fieldErrors(index)),
    step_checklist_errors: [],
  });
}

/** A rejection because a record is not valid. */
export class ValidationRejection extends Rejection {
  constructor(
    readonly findings: Findings,
    body: JsonObject,
  ) {
    super(422, body);
  }
}

function leaf({ error, message }: Finding, field: JsonObject, index: number | undefined): Json {
  return { code: errorByName(error).code, name: error, message, ...field, ...at(index) };
}

function at(index: number | undefined): JsonObject {
  return index === undefined ? {} : { entity_index: index };
}
