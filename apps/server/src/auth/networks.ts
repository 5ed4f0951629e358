/**
 * Lists of addresses and networks, and whether an address is in one. Pure.
 */
import { BlockList, isIP, isIPv6 } from 'node:net';

/** @param items such as `192.0.2.7`, `10.0.0.0/8`, `fd00::/8` @returns undefined when one is neither an address nor a network */
export function parseNetworks(items: readonly string[]): BlockList | undefined {
  const networks = new BlockList();
  for (const item of items) {
    const [address = '', prefix, ...rest] = item.split('/');
    const version = isIP(address);
    // A zone would be dropped without a word.
    if (version === 0 || rest.length > 0 || address.includes('%')) return undefined;
    const family = version === 4 ? 'ipv4' : 'ipv6';
    if (prefix === undefined) {
      networks.addAddress(address, family);
      continue;
    }
    const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
    if (!(bits <= (version === 4 ? 32 : 128))) return undefined;
    networks.addSubnet(address, bits, family);
  }
  return networks;
}

/** Whether one address or network lies within another one; both as `parseNetworks` takes them. */
export function isInside(item: string, outer: string): boolean {
  const [address = '', bits] = item.split('/');
  const [outerAddress = '', outerBits] = outer.split('/');
  const version = isIP(address);
  const networks = parseNetworks([outer]);
  if (version === 0 || version !== isIP(outerAddress) || networks === undefined) return false;
  const all = version === 4 ? 32 : 128;
  return Number(bits ?? all) >= Number(outerBits ?? all) && isInNetworks(networks, address);
}

/** IPv4 addresses in their form of IPv6 are those of IPv4. */
export function isInNetworks(networks: BlockList, address: string): boolean {
  return isIP(address) !== 0 && networks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
