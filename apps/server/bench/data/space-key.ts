/**
 * Names the benchmark's data: the same name means the same records.
 */
import { createHash } from 'node:crypto';
import { entityTypes } from '@headwater/catalog';
import type { SpacePlan } from './space-plan.js';

/** Rises when the invented records change. */
const dataVersion = 2;

/** @returns a space id that differs when the entity types, the number of records or the way they are invented differ */
export function spaceIdOf(plan: SpacePlan): string {
  return `bench-${digestOf([dataVersion, plan, entityTypes])}`;
}

/** @returns 12 hexadecimal digits that stand for a value */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12);
}
