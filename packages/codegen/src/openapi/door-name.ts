/** The doors that have an OpenAPI document. */

export const doorNames = ['v100', 'v1'] as const;
export type DoorName = (typeof doorNames)[number];
