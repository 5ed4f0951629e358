/**
 * What reads and writes answer: records as finished JSON texts.
 */
import { encodeCursor } from '../../plan/list/cursor.js';

/** A record of a page: its text, and its sort values and id as the text of a JSON array. */
export interface PageRow {
  readonly j: string;
  readonly c: string;
}

export class RecordPage {
  /**
   * @param rows the records in the order of the list
   * @param total count of all matches, when it was requested
   */
  constructor(
    private readonly rows: readonly PageRow[],
    readonly hasPreviousPage: boolean,
    readonly hasNextPage: boolean,
    readonly total: number | undefined,
  ) {}

  /** The records, each a JSON object; the API joins them. */
  get texts(): readonly string[] {
    return this.rows.map((row) => row.j);
  }

  /** The cursor of each record, for APIs that show them all. */
  get cursors(): readonly string[] {
    return this.rows.map(cursorOf);
  }

  /** Null on an empty page. */
  get startCursor(): string | null {
    const first = this.rows[0];
    return first ? cursorOf(first) : null;
  }

  /** Null on an empty page. */
  get endCursor(): string | null {
    const last = this.rows.at(-1);
    return last ? cursorOf(last) : null;
  }
}

function cursorOf(row: PageRow): string {
  return encodeCursor(JSON.parse(row.c) as unknown[]);
}

/** One record as finished JSON text. */
export interface RecordText {
  readonly id: string;
  readonly revision: number;
  readonly text: string;
}
