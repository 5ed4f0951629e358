/**
 * Times that hardly ever come, such as those by which statements must have ended: one timer looks at all of them. A timer for each of
 * thousands of statements a second costs more than the rest of what is done to bound them.
 */

/** How long after its time a deadline may be noticed. */
const lookEveryMs = 20;

/**
 * A time that has not come, and has not been ended before. Deadlines are a ring. One that has left it refers to nothing any more: the
 * callback holds rows, and an old deadline must not keep new rows until a full collection.
 */
export class Deadline {
  previous: Deadline = this;
  next: Deadline = this;

  /** @param at of `performance.now()` */
  constructor(
    readonly at: number,
    public onOver: (() => void) | undefined,
  ) {}
}

const ring = new Deadline(Number.POSITIVE_INFINITY, undefined);
let looking: NodeJS.Timeout | undefined;

/** @param onOver called once, in about `ms` milliseconds, unless the deadline is ended before */
export function startDeadline(ms: number, onOver: () => void): Deadline {
  const deadline = new Deadline(performance.now() + ms, onOver);
  deadline.previous = ring.previous;
  deadline.next = ring;
  ring.previous.next = deadline;
  ring.previous = deadline;
  looking ??= setInterval(look, lookEveryMs);
  return deadline;
}

/** A deadline that is over, or ended before, stays so. */
export function endDeadline(deadline: Deadline): void {
  const { previous, next } = deadline;
  previous.next = next;
  next.previous = previous;
  deadline.previous = deadline;
  deadline.next = deadline;
  deadline.onOver = undefined;
}

function look(): void {
  const now = performance.now();
  for (const deadline of over(now)) {
    const { onOver } = deadline;
    endDeadline(deadline);
    // One of them may have ended another one meanwhile.
    onOver?.();
  }
  if (ring.next !== ring) return;
  clearInterval(looking);
  looking = undefined;
}

function over(now: number): Deadline[] {
  const found: Deadline[] = [];
  for (let one = ring.next; one !== ring; one = one.next) if (one.at <= now) found.push(one);
  return found;
}
