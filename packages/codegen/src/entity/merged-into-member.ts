/**
 * The member by which a record that was merged into another one remembers it. Every entity type that can be merged has it, stored
 * and seen by nobody. Pure.
 */
import type { SpecLocation } from '../spec/spec-error.js';
import type { ReferenceMember } from './entity-model.js';

/** @param entity name of the entity type, at which the member points */
export function mergedIntoMember(entity: string, location: SpecLocation): ReferenceMember {
  return {
    name: 'merged_into',
    description: 'The record that this one was merged into; null when it was not.',
    readOnly: true,
    writeOnce: false,
    nullable: true,
    hidden: true,
    examples: [],
    location,
    kind: 'reference',
    v1Name: null,
    hasIdMember: false,
    links: [],
    targets: [entity],
  };
}
