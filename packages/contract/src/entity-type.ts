/**
 * As much of the shape of an entity type as documents say something of. The models of the generators and the entity types of the
 * catalog both have it; only a model has examples.
 */
import type { JsonValue } from './json-value.js';

export interface EnumValue {
  readonly value: number | string;
  readonly label: string;
}

/** Types of a plain value. */
export type ValueType =
  | 'string'
  | 'text'
  | 'integer'
  | 'float'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'uuid'
  | 'uuids'
  | 'strings'
  | 'json';

interface MemberBase {
  readonly name: string;
  readonly description: string;
  readonly readOnly: boolean;
  readonly writeOnce: boolean;
  readonly nullable: boolean;
  readonly default?: { readonly kind: string; readonly value?: JsonValue };
  readonly derived?: { readonly kind: string; readonly value?: JsonValue; readonly fields?: readonly string[] };
  readonly hidden?: boolean;
  /** Present in a member that a space has defined itself. */
  readonly custom?: object;
  readonly examples?: readonly JsonValue[];
}

export interface ValueMember extends MemberBase {
  readonly kind: 'value';
  readonly type: ValueType;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
  readonly enum?: readonly EnumValue[];
  readonly bitMask?: boolean;
  readonly unique?: boolean;
  readonly writeOnly?: boolean;
}

export interface MoneyMember extends MemberBase {
  readonly kind: 'money';
}

export interface ReferenceMember extends MemberBase {
  readonly kind: 'reference';
  readonly hasIdMember: boolean;
  readonly links: readonly { readonly name: string; readonly target: string }[];
}

export interface RowsMember extends MemberBase {
  readonly kind: 'rows';
  readonly target: string;
  readonly targets?: readonly string[];
  readonly owned: boolean;
  readonly item?: string;
  readonly single?: boolean;
  readonly via: string;
  readonly having?: string;
  readonly where?: object;
}

export type Member = ValueMember | MoneyMember | ReferenceMember | RowsMember;

export interface EntityType {
  readonly name: string;
  readonly collection: string;
  readonly description: string;
  readonly operations: readonly string[];
  readonly fields: readonly Member[];
  readonly required: readonly string[];
  readonly requiredAnyOf: readonly (readonly string[])[];
  readonly v1: { readonly entity: string; readonly collection: string } | null;
  readonly duplicates?: { readonly same: readonly string[]; readonly similar: string };
  readonly graphql: { readonly many: string; readonly one: string };
  readonly reverse?: boolean;
  readonly union?: readonly string[];
  readonly keptIn?: string;
}
