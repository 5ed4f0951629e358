/**
 * What kinds of fields there are, by where they come from. Knows no database.
 */

/** `system_type` of Field records. */
export const systemType = { system: 1, custom: 3 } as const;
