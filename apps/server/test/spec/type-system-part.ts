/**
 * The form in which tables hold what the interface says of a part of the GraphQL type system.
 */

export interface TypeSystemPart {
  /** Interfaces and object types with their members; the text of each type is as in SDL. */
  readonly types: Readonly<Record<string, TypeMembers>>;
  /** The values of enums in their order. */
  readonly enums: Readonly<Record<string, readonly string[]>>;
}

export interface TypeMembers {
  readonly implements?: readonly string[];
  /** Of an interface whose name does not end so. */
  readonly isInterface?: true;
  readonly members: Readonly<Record<string, string>>;
}
