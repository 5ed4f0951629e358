/** The tables of `spec/`, as data: types of custom fields, filter operators, errors. */
import type { ValueField } from './entity-type.js';
import type { ValueType } from './value-types.js';

/** A type of custom fields, as `spec/field-types.yaml` has it. */
export interface CustomFieldTypeDefinition<Name extends string = string> {
  readonly name: Name;
  /** What its values are; absent where the server makes the field by code. */
  readonly value?: Pick<ValueField, 'type' | 'maxLength' | 'format'>;
  /** `primitive_type` of its Type record. */
  readonly primitive: string;
  /** `primitive_type` of its Field records: the JSON type of its values. */
  readonly json: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';
  readonly can: readonly ('have-default' | 'be-calculated' | 'be-in-formula' | 'be-read-only')[];
  /** A space can demand that no two records share a value. */
  readonly unique: boolean;
  /** Its values are options of a set. */
  readonly options: boolean;
  /** Whether its values are other records. */
  readonly relation: 'none' | 'one' | 'many';
}

/** A filter operator, as `spec/operators.yaml` has it. */
export interface OperatorDefinition<Name extends string = string> {
  readonly name: Name;
  /** How many operands it takes; `many`: one or several. */
  readonly operands: 'none' | 'one' | 'two' | 'many';
  /** The types of fields that have it. */
  readonly types: readonly ValueType[];
  /** Where texts have the operand: all of them, their start, their end or any part; absent where it is not looked for in texts. */
  readonly match?: 'equal' | 'start' | 'end' | 'part';
  /** Upper and lower case are the same to it. */
  readonly ignoresCase?: boolean;
  /** It holds where this operator does not, and so for null. */
  readonly opposite?: Name;
  readonly description: string;
  /** Its members in the condition inputs of GraphQL: `many` takes a list of operands. */
  readonly graphql?: {
    readonly name: string;
    readonly types: readonly ValueType[];
    readonly description: string;
    readonly many?: { readonly name: string; readonly description: string };
  };
}

export interface ErrorDefinition {
  /** `code` of the error body. */
  readonly code: number;
  /** `name` of the error body. */
  readonly name: string;
  /** HTTP status of the answer; null: only a leaf inside a validation error. */
  readonly status: number | null;
  readonly title: string;
  /** What it means, in Markdown. */
  readonly description: string;
  /** What to do about it, in Markdown. */
  readonly remedy: string;
  /** True: the same request may succeed later. */
  readonly retryable: boolean;
}

/** A part of the reference, as `spec/areas.yaml` has it. */
export interface Area {
  readonly name: string;
  readonly description: string;
  /** Its entity types are shown when a reader asks for them. */
  readonly folded: boolean;
  /** Names. */
  readonly entityTypes: readonly string[];
}
