/**
 * What a space has defined at which time: the versions of its fields, read from the answers to the changes that made them.
 */

/** A field as one version of the schema has it. */
export interface KnownField {
  readonly id: string;
  readonly member: string;
  /** What a create gives a record that says nothing. */
  readonly fallback: unknown;
  /** Of a record with these values; undefined for a field whose values are written. */
  readonly formula?: (base: number, rate: number) => number;
}

/** A change was made at some moment between these two. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

interface Change extends Span {
  /** Of the space, at which the change was made. */
  readonly revision: number;
  readonly apply: (fields: Map<string, KnownField>) => void;
}

export interface Version extends Span {
  readonly revision: number;
  readonly fields: ReadonlyMap<string, KnownField>;
}

export class SchemaHistory {
  private readonly changes: Change[] = [];

  add(change: Change): void {
    this.changes.push(change);
  }

  /** @returns all versions, oldest first; to be asked when no change is under way any more */
  versions(): readonly Version[] {
    const fields = new Map<string, KnownField>();
    const ordered = [...this.changes].sort((a, b) => a.revision - b.revision);
    return ordered.map(({ apply, ...when }) => {
      apply(fields);
      return { ...when, fields: new Map(fields) };
    });
  }
}

/** @returns the version that writes of a revision must have known */
export function versionAt(versions: readonly Version[], revision: number): Version {
  const found = versions.findLast((version) => version.revision < revision);
  if (!found) throw new Error(`nothing was defined before revision ${revision}`);
  return found;
}

/** @returns the versions that were current at some moment of the span, or may have been */
export function versionsDuring(versions: readonly Version[], { start, end }: Span): readonly Version[] {
  return versions.filter((version, index) => {
    const next = versions[index + 1];
    return version.start <= end && (!next || next.end >= start);
  });
}

export function membersOf({ fields }: Version): string {
  return [...fields.values()]
    .map(({ member }) => member)
    .sort()
    .join(' ');
}
