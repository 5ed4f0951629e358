/** The arguments that every list has. Pure. */
import type { SdlLine } from './print-sdl.js';

/** @param target the entity type listed */
export function listArguments(target: string): readonly SdlLine[] {
  return [
    { text: 'first: Int', description: 'Records of the page, 1 to 100; 30 when `last` is left out, too.' },
    { text: 'after: String', description: 'Only records behind this cursor.' },
    { text: 'last: Int', description: 'Only the last ones, 1 to 100: of those that `first` takes, else of all.' },
    { text: 'before: String', description: 'Only records ahead of this cursor.' },
    { text: `filter: ${target}Filter`, description: 'Conditions that must hold.' },
    { text: 'filterTab: FilterTabInput', description: 'A filter put together of boxes that must hold as well.' },
    { text: 'profileId: UUID', description: 'Id of a saved filter that must hold as well.' },
    { text: `orderBy: [${target}Order!]`, description: 'The order, at most 8 keys; the id decides between equals.' },
    { text: 'includeDeleted: Boolean = false', description: 'Lists deleted records, too.' },
  ];
}
