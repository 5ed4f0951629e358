/** Names in GraphQL from names of members. Pure. */

/** `SalesUnit` becomes `salesUnit`. */
export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** `first_name` becomes `firstName`. */
export function camelCase(memberName: string): string {
  return memberName.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** `firstName` becomes `first_name`. */
export function snakeCase(graphqlName: string): string {
  return graphqlName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * What a member is called in GraphQL.
 * @param name of the member, or of one of its links. Those that a space has defined itself keep theirs: in camel case two of them could
 * become one.
 */
export function graphqlName(member: { readonly custom?: object }, name: string): string {
  return member.custom === undefined ? camelCase(name) : name;
}

/** Members that every order has; a relation of that name has another one there. */
const orderMembers: Readonly<Record<string, string>> = { field: 'fieldRecord', direction: 'directionRecord' };

/** @returns what the relation `name` of GraphQL is called in an order */
export function orderRelationName(name: string): string {
  return orderMembers[name] ?? name;
}

/** @returns the name of a relation by what it is called in an order */
export function relationOfOrder(orderName: string): string {
  const [name] = Object.entries(orderMembers).find(([, taken]) => taken === orderName) ?? [orderName];
  return name;
}

/** The value of an order enum for a member: `first_name` becomes `FIRST_NAME`. */
export function orderValue(memberName: string): string {
  return memberName.toUpperCase();
}
