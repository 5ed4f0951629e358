/**
 * Counts the bytes that requests in work hold, and bounds those of one request and those of all. Knows neither requests nor databases.
 */
import { ApiError } from '../errors/api-error.js';

/** A request that holds no more is an ordinary one: others that hold much do not keep it from its work. */
const ordinaryBytes = 1_048_576;

/** Four answers of the length that one may have. */
export const defaultMaxHeldBytes = 268_435_456;

/** What one space may hold of all: callers who are slow to take their answers leave the rest to other spaces. */
const shareOfSpace = 0.75;

/** What the requests of one space hold. */
interface SpaceBytes {
  readonly space: string;
  total: number;
  requests: number;
}

/** What the requests of a process hold together. */
export class HeldBytes {
  /** Now, of all requests. */
  total = 0;
  /** Only spaces with requests are in it. */
  private readonly spaces = new Map<string, SpaceBytes>();

  /** @param maxBytes that requests may hold together, those of one space three quarters of them; ordinary ones twice as many */
  constructor(readonly maxBytes: number) {}

  /** @param maxRead bytes that the request may read for its answer */
  ofRequest(space: string, maxRead: number): RequestBytes {
    const known = this.spaces.get(space) ?? { space, total: 0, requests: 0 };
    this.spaces.set(space, known);
    known.requests += 1;
    return new RequestBytes(this, known, maxRead);
  }

  add(ofSpace: SpaceBytes, bytes: number): void {
    this.total += bytes;
    ofSpace.total += bytes;
  }

  /** @returns whether they hold no more than they may, or so many times as much */
  hasRoom(ofSpace: SpaceBytes, times: number): boolean {
    const most = times * this.maxBytes;
    return this.total <= most && ofSpace.total <= most * shareOfSpace;
  }

  endRequest(ofSpace: SpaceBytes): void {
    ofSpace.requests -= 1;
    if (ofSpace.requests === 0) this.spaces.delete(ofSpace.space);
  }
}

/** What one request holds, until its answer has been sent. */
export class RequestBytes {
  private held = 0;
  private answer = 0;
  private hasEnded = false;

  constructor(
    private readonly all: HeldBytes,
    private readonly ofSpace: SpaceBytes,
    private readonly maxRead: number,
  ) {}

  /**
   * Counts bytes that are read for the answer.
   * @throws ApiError `ERROR_PARAMETER_INVALID` when they are more than one answer may hold; what `hold` throws
   */
  readonly read = (bytes: number): void => {
    this.answer += bytes;
    this.hold(bytes);
    if (this.answer > this.maxRead) throw answerTooLong(this.maxRead);
  };

  /**
   * Counts what a statement of a write has read: the writes of a request read a record several times, and answer it once.
   * @throws ApiError as `read` does
   */
  readForWrite(bytes: number): void {
    this.hold(bytes);
    if (bytes > this.maxRead) throw answerTooLong(this.maxRead);
  }

  /**
   * Counts bytes of a body as well.
   * @throws ApiError `ERROR_OVERLOADED` when all requests, or those of the space, hold more than they may
   */
  readonly hold = (bytes: number): void => {
    if (this.hasEnded) return;
    this.held += bytes;
    this.all.add(this.ofSpace, bytes);
    if (this.all.hasRoom(this.ofSpace, this.held > ordinaryBytes ? 1 : 2)) return;
    const message = `Requests in work hold more than ${this.all.maxBytes} bytes. Ask for less at once, or try again later.`;
    throw new ApiError('ERROR_OVERLOADED', message);
  };

  /** Called when what was read has been sent on. */
  release(): void {
    this.all.add(this.ofSpace, -this.held);
    this.held = 0;
    this.answer = 0;
  }

  /** Called when the work has ended and the answer has been sent, or its caller has gone. */
  end(): void {
    if (this.hasEnded) return;
    this.release();
    this.hasEnded = true;
    this.all.endRequest(this.ofSpace);
  }
}

/** @returns the error for an answer that would hold more bytes than one may */
export function answerTooLong(maxBytes: number): ApiError {
  const message =
    `The answer would be longer than ${maxBytes} bytes, which are allowed. ` +
    'Expand fewer relations, name the members that you need, or read smaller pages.';
  return new ApiError('ERROR_PARAMETER_INVALID', message);
}

/** @returns about how many bytes the values of rows take */
export function bytesOf(rows: readonly Readonly<Record<string, unknown>>[]): number {
  let bytes = 0;
  for (const row of rows) for (const name in row) bytes += bytesOfValue(row[name]);
  return bytes;
}

function bytesOfValue(value: unknown): number {
  return typeof value === 'string' ? value.length : 8;
}
