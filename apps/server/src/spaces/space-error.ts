/** A space that cannot be made, restored or removed; the message says why. */
export class SpaceError extends Error {
  override readonly name = 'SpaceError';
}
