/**
 * What an import tells of its progress and outcome, as data. Knows neither terminals nor files.
 */

/** A line that did not become a record, with everything that is wrong with it. */
export interface RejectedLine {
  readonly step: string;
  readonly file: string;
  /** From 1; the header is line 1. */
  readonly line: number;
  /** What the line says, cut to a readable length. */
  readonly text: string;
  /** At least one. */
  readonly reasons: readonly RejectedReason[];
}

export interface RejectedReason {
  /** Columns at fault, comma separated; '' when it is none in particular. */
  readonly column: string;
  readonly value: string;
  readonly reason: string;
}

export interface Counts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly rejected: number;
}

export interface StepProgress {
  readonly step: string;
  readonly lines: number;
  readonly bytesRead: number;
  readonly bytesTotal: number;
}

export interface ImportListener {
  /** Called after every chunk. */
  progress(progress: StepProgress): void;
  /** Called once for every line that is rejected. */
  rejected(line: RejectedLine): void;
}

/** A spelling that the mapping mends. */
export interface Mended {
  readonly step: string;
  readonly column: string;
  readonly from: string;
  readonly to: string;
  /** The place that the column is checked against (`Products.name`) when it lacks `from`; else null. */
  readonly missingIn: string | null;
}

/** A text that was looked up in vain. */
export interface NotFound {
  readonly step: string;
  /** Columns that the text came from, comma separated; '' for a constant. */
  readonly column: string;
  /** Where it was looked up: `Accounts.name`. */
  readonly place: string;
  readonly text: string;
}

/** The number of lines that something concerns. */
export type Counted<T> = T & { readonly lines: number };

export interface StepSummary extends Counts {
  readonly step: string;
  readonly collection: string;
  /** Lines of the file, those passed over included. */
  readonly lines: number;
  /** Lines that `when` or `distinct` leave out. */
  readonly passedOver: number;
  /** Records made for look-ups that found nothing. */
  readonly createdForLookups: number;
}

export interface ImportSummary {
  readonly steps: readonly StepSummary[];
  readonly mended: readonly Counted<Mended>[];
  readonly notFound: readonly Counted<NotFound>[];
  /** True when it was stopped before the end; a repeat goes on from there. */
  readonly isStopped: boolean;
}
