/**
 * Makes ids: UUIDs of version 7, which rise in the order in which a process makes them.
 */
import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const bytesOfId = 16;
/** Of many ids at once: few random bytes cost as much as many. */
const random = new Uint8Array(256 * bytesOfId);
let used = random.length;
let msecs = 0;
/** Of the ids of one millisecond. */
let seq = 0;

export function newUuid(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  const bytes = random.subarray(used, used + bytesOfId);
  used += bytesOfId;
  const now = Date.now();
  if (now > msecs) {
    msecs = now;
    // Leaves room for as many ids again: the numbers of a millisecond have 32 bits.
    seq = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) >>> 1;
  } else {
    seq++;
  }
  return v7({ random: bytes, msecs, seq });
}
