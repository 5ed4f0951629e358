/** Which members hold moments, by the schemas of the interface. Pure. */

/**
 * @param {Readonly<Record<string, object>>} schemas by name
 * @returns {string[]} names of members that hold a moment in some entity type, in their order
 */
export function dateTimeNames(schemas) {
  const isDateTime = (schema) =>
    [schema, ...(schema.oneOf ?? [])].some(({ $ref }) => $ref === '#/components/schemas/DateTime');
  const members = Object.values(schemas).flatMap(({ properties = {} }) => Object.entries(properties));
  return [...new Set(members.filter(([, schema]) => isDateTime(schema)).map(([name]) => name))].sort();
}
