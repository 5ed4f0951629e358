/** The types of long-tests.mjs. */

export type TestedPackage = 'server' | 'conformance' | 'client';

export function longTestsOf(name: TestedPackage): readonly string[];
export function leftOutOf(name: TestedPackage): string[];
export const longTestCount: number;
