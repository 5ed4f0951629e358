/** The APIs that have an OpenAPI document. */

export const apiNames = ['v100', 'v1'] as const;
export type ApiName = (typeof apiNames)[number];
