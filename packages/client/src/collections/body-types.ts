/**
 * What a body takes to make or change a record. Types only.
 */
import type { EntityType, Many, Row } from './field-types.js';

/** An amount: in the base currency either value is enough, in another one both are given. */
export interface MoneyInput {
  readonly base_value?: number | null;
  readonly currency_id?: string | null;
  readonly value_foreign?: number | null;
}

/** The record that a relation points at. An address, as answers show it, is ignored; of a choice the name of an option is taken too. */
type Related = { readonly id: string | null } | string;

/** By `type` of `field-types.ts`. */
interface Inputs {
  text: string;
  id: string;
  day: string;
  dateTime: string | Date;
  texts: readonly string[];
  ids: readonly string[];
  money: MoneyInput;
  json: unknown;
  one: Related | null;
  oneOf: Related | null;
  oneOfSeveral: Related | null;
}

type Input<Member> = Member extends { readonly type: infer Type extends keyof Inputs }
  ? Inputs[Type]
  : Member extends Many<infer Target extends EntityType>
    ? readonly RowBody<Target>[]
    : Member extends Row<infer Target extends EntityType>
      ? RowBody<Target>
      : Member;

/** A row inside its parent: the row with this `id`, or a new one; the address or id of a row that stays as it is. */
type RowBody<Entity extends EntityType> =
  | string
  | ({ readonly id?: string } & { readonly [Name in keyof NewMembers<Entity>]?: Input<NewMembers<Entity>[Name]> });

type NewMembers<Entity extends EntityType> = Entity['fields'] & Entity['once'] & Entity['sent'];

type ChangedMembers<Entity extends EntityType> = Entity['fields'] & Entity['sent'];

/** The members of a new record. What is left out takes its default or stays unset. */
export type CreateBody<Entity extends EntityType> = {
  readonly [Name in keyof NewMembers<Entity> as Name extends Entity['required'] ? Name : never]: Exclude<
    Input<NewMembers<Entity>[Name]>,
    null
  >;
} & {
  readonly [Name in keyof NewMembers<Entity> as Name extends Entity['required'] ? never : Name]?: Input<
    NewMembers<Entity>[Name]
  >;
};

/** The members to change. A to-many relation replaces the whole set. */
export type UpdateBody<Entity extends EntityType> = {
  readonly [Name in keyof ChangedMembers<Entity>]?: Input<ChangedMembers<Entity>[Name]>;
};
