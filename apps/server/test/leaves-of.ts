/**
 * Reads the errors out of a rejection in shape B.
 */
import type { Answer } from './test-space.js';

interface Leaf {
  readonly code: number;
  readonly message: string;
}

/** Every leaf as `field code message`; those of the record as a whole have no field. */
export function leavesOf({ body }: Answer): string[] {
  const entity = body.entity_errors as Leaf[];
  const fields = body.field_errors as { field_name: string; errors: Leaf[] }[];
  return [
    ...entity.map(({ code, message }) => `- ${code} ${message}`),
    ...fields.flatMap(({ field_name, errors }) =>
      errors.map(({ code, message }) => `${field_name} ${code} ${message}`),
    ),
  ];
}
