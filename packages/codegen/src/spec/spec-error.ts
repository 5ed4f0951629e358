/**
 * An error in the spec, with its file and line.
 * Knows nothing of what the spec says.
 */
export interface SpecLocation {
  /** Path of the file below the spec folder. */
  readonly file: string;
  /** First line is 1; absent when the error is in no one line. */
  readonly line?: number;
}

export class SpecError extends Error {
  override readonly name = 'SpecError';

  constructor(
    readonly location: SpecLocation,
    problem: string,
  ) {
    super(`${formatLocation(location)}: ${problem}`);
  }
}

/** `openapi/entities/Contact.yaml:12`. */
export function formatLocation(location: SpecLocation): string {
  return location.line === undefined ? location.file : `${location.file}:${location.line}`;
}
