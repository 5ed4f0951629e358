/**
 * An entity type as the generators see it, after its file has been parsed and checked.
 * The same facts as the shape of the entity catalog plus what only documents need (examples, places); every generator
 * reads this and none of them reads the files again.
 */
import type { JsonValue } from '@headwater/contract';
import type { Place } from '../spec/spec-error.js';

/** The operations that `x-operations` of an entity file can name. */
export const namedOperations = [
  'list',
  'get',
  'create',
  'update',
  'delete',
  'batch-modify',
  'batch-delete',
  'batch-restore',
] as const;

/** All standard operations; the last three come of other facts of the entity type. */
export const operationNames = [...namedOperations, 'upsert', 'merge', 'duplicates'] as const;
export type OperationName = (typeof operationNames)[number];

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

export interface EnumValue {
  readonly value: number | string;
  readonly label: string;
}

export type Derivation =
  | { readonly kind: 'join'; readonly fields: readonly string[] }
  | { readonly kind: 'primary'; readonly rows: string; readonly member: string }
  | { readonly kind: 'days-since'; readonly since: string }
  | {
      readonly kind: 'collect';
      readonly rows: string;
      readonly member: string;
      readonly where?: Readonly<Record<string, string | number | boolean>>;
    }
  | { readonly kind: 'favorite'; readonly member: string }
  | { readonly kind: 'constant'; readonly value: string | number | boolean | null }
  | { readonly kind: 'rule'; readonly rule: string };

export type Default =
  | { readonly kind: 'value'; readonly value: string | number | boolean }
  | { readonly kind: 'now' }
  | { readonly kind: 'first-record'; readonly where?: string }
  | { readonly kind: 'through'; readonly reference: string; readonly member: string };

export interface MemberBase {
  readonly name: string;
  readonly description: string;
  readonly readOnly: boolean;
  readonly writeOnce: boolean;
  readonly nullable: boolean;
  readonly default?: Default;
  readonly derived?: Derivation;
  readonly hidden?: boolean;
  readonly examples: readonly JsonValue[];
  readonly place: Place;
}

export interface ValueMember extends MemberBase {
  readonly kind: 'value';
  readonly type: ValueType;
  readonly v1Name: string | null;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: 'email' | 'uri';
  readonly enum?: readonly EnumValue[];
  readonly aliases?: Readonly<Record<string, string>>;
  readonly bitMask?: boolean;
  readonly unique?: boolean;
  readonly indexed?: boolean;
  readonly writeOnly?: boolean;
  readonly served?: boolean;
}

export interface MoneyMember extends MemberBase {
  readonly kind: 'money';
  readonly v1Names: { readonly base_value: string; readonly value_foreign: string; readonly currency_id: string };
}

export interface ReferenceMember extends MemberBase {
  readonly kind: 'reference';
  readonly v1Name: string | null;
  readonly hasIdMember: boolean;
  readonly links: readonly { readonly name: string; readonly target: string }[];
  readonly targets: readonly string[];
  readonly dataSet?: string;
}

export interface RowsMember extends MemberBase {
  readonly kind: 'rows';
  readonly v1Name: string | null;
  readonly v1Inline: boolean;
  readonly target: string;
  readonly via: string;
  readonly on: string;
  readonly primary?: string;
  readonly owned: boolean;
  readonly sortBy?: string;
  readonly having?: string;
  readonly item?: string;
  readonly single?: boolean;
  readonly targets?: readonly string[];
}

export type Member = ValueMember | MoneyMember | ReferenceMember | RowsMember;

export interface DuplicateRule {
  readonly same: readonly string[];
  readonly similar: string;
}

export interface JointIndex {
  readonly members: readonly string[];
  readonly records?: 'living' | 'deleted';
}

export interface EntityModel {
  readonly name: string;
  readonly collection: string;
  readonly description: string;
  readonly operations: readonly OperationName[];
  readonly fields: readonly Member[];
  readonly required: readonly string[];
  readonly requiredAnyOf: readonly (readonly string[])[];
  readonly label: string;
  readonly numbered: boolean;
  readonly v1: { readonly entity: string; readonly collection: string } | null;
  readonly merge: boolean;
  readonly duplicates?: DuplicateRule;
  readonly indexes?: readonly JointIndex[];
  readonly customFields: boolean;
  readonly reverse?: boolean;
  readonly linkAliases?: Readonly<Record<string, string>>;
  readonly graphql: { readonly many: string; readonly one: string };
  readonly union?: readonly string[];
  readonly place: Place;
}
