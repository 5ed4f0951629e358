/** Names in GraphQL from names in the spec. Pure. */

/** `first_name` becomes `firstName`. */
export function camelCase(memberName: string): string {
  return memberName.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** The value of an order enum for a member: `first_name` becomes `FIRST_NAME`. */
export function orderValue(memberName: string): string {
  return memberName.toUpperCase();
}
