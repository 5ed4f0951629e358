/**
 * How the texts of environment variables become values. Knows no variable.
 */
import { BlockList, isIP } from 'node:net';
import { z } from 'zod';

export const wholeNumber = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum));

export const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

/** Addresses and networks, comma separated. */
export const proxyList = z.string().transform((text, context) => {
  const proxies = parseProxies(text);
  if (proxies === undefined) context.addIssue('not a list of addresses');
  return proxies ?? z.NEVER;
});

/** Origins, comma separated, or `*`. */
export const originList = z.string().transform((text, context) => {
  const origins = text.trim() === '*' ? '*' : parseOrigins(text);
  if (origins === undefined) context.addIssue('not a list of origins');
  return origins ?? z.NEVER;
});

/** @returns the origins in the form of the `Origin` header; undefined when an item is something else */
function parseOrigins(text: string): readonly string[] | undefined {
  const origins: string[] = [];
  for (const item of text.split(',').map((part) => part.trim())) {
    const url = URL.canParse(item) ? new URL(item) : undefined;
    const isOrigin = url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
    if (!isOrigin) return undefined;
    origins.push(url.origin);
  }
  return origins;
}

/** @returns the list that checks addresses; undefined when an item is neither an address nor a network */
function parseProxies(text: string): BlockList | undefined {
  const proxies = new BlockList();
  for (const item of text.split(',').map((part) => part.trim())) {
    const [address = '', prefix] = item.split('/');
    const version = isIP(address);
    if (version === 0) return undefined;
    const family = version === 4 ? 'ipv4' : 'ipv6';
    if (prefix === undefined) {
      proxies.addAddress(address, family);
      continue;
    }
    const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
    if (!(bits <= (version === 4 ? 32 : 128))) return undefined;
    proxies.addSubnet(address, bits, family);
  }
  return proxies;
}
