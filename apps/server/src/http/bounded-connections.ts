/**
 * Bounds the connections to a server: each takes a descriptor, and one address, with connections that send nothing or little, must not
 * take them all.
 */
import type { Server } from 'node:http';

export interface ConnectionLimits {
  /** Open at the same time; 0: any number. */
  readonly ofAll: number;
  /** The same of one address; 0: any number. */
  readonly ofAddress: number;
}

/**
 * Closes further connections at once, without an answer.
 * @param server before it listens
 * @param isTrustedProxy whose connections are those of many, and only counted among all
 */
export function boundConnections(
  server: Server,
  { ofAll, ofAddress }: ConnectionLimits,
  isTrustedProxy: (address: string) => boolean,
): void {
  // Not by `maxConnections`: a worker that has so many would hand a connection on to the next one, and this one back.
  let all = 0;
  const open = new Map<string, number>();
  server.prependListener('connection', (socket) => {
    const { remoteAddress = '' } = socket;
    const network = isTrustedProxy(remoteAddress) ? undefined : networkOf(remoteAddress);
    const count = network === undefined ? 0 : (open.get(network) ?? 0);
    if ((ofAll > 0 && all >= ofAll) || (ofAddress > 0 && count >= ofAddress)) {
      socket.destroy();
      return;
    }
    all += 1;
    if (network !== undefined) open.set(network, count + 1);
    socket.once('close', () => {
      all -= 1;
      if (network === undefined) return;
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  });
}

/** @returns what one caller may have: an address, and of IPv6, where callers have many, the first 64 bits */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address;
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array(Math.max(0, 8 - head.length - tail.length)).fill('0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
}
