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
  if (ofAll > 0) server.maxConnections = ofAll;
  if (ofAddress === 0) return;
  const open = new Map<string, number>();
  server.prependListener('connection', (socket) => {
    const { remoteAddress = '' } = socket;
    if (isTrustedProxy(remoteAddress)) return;
    const network = networkOf(remoteAddress);
    const count = open.get(network) ?? 0;
    if (count >= ofAddress) {
      socket.destroy();
      return;
    }
    open.set(network, count + 1);
    socket.once('close', () => {
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
