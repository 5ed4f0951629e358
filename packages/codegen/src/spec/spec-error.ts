/**
 * An error in the spec, with its file and line.
 * Knows nothing of what the spec says.
 */
export interface Place {
  /** Path of the file below the spec folder. */
  readonly file: string;
  /** First line is 1; absent when the error is in no one line. */
  readonly line?: number;
}

export class SpecError extends Error {
  override readonly name = 'SpecError';

  constructor(
    readonly place: Place,
    problem: string,
  ) {
    super(`${formatPlace(place)}: ${problem}`);
  }
}

/** `openapi/entities/Contact.yaml:12`. */
export function formatPlace(place: Place): string {
  return place.line === undefined ? place.file : `${place.file}:${place.line}`;
}
