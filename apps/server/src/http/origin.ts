/**
 * The origin to which a request was sent: the links of its answer begin with it.
 */
import { isIP } from 'node:net';
import type { Context } from 'koa';

export interface OriginRules {
  /** What links begin with; undefined: the request's own scheme and host. */
  readonly publicUrl: string | undefined;
  /** Whether forwarded headers from this address count. */
  readonly isTrustedProxy: (address: string) => boolean;
}

/** @returns scheme and host without a trailing slash; forwarded headers count only from a trusted proxy */
export function requestOrigin(ctx: Context, rules: OriginRules): string {
  if (rules.publicUrl !== undefined) return rules.publicUrl;
  const { headers, socket } = ctx.req;
  const isForwarded = headers['x-forwarded-host'] !== undefined || headers['x-forwarded-proto'] !== undefined;
  if (isForwarded && rules.isTrustedProxy(socket.remoteAddress ?? '')) {
    const host = firstOf(headers['x-forwarded-host']) ?? headers.host ?? '';
    const scheme = firstOf(headers['x-forwarded-proto']) === 'https' ? 'https' : 'http';
    return `${scheme}://${safeHost(host)}`;
  }
  return `http://${safeHost(headers.host ?? '')}`;
}

/** @returns the address of the caller: the last one in `X-Forwarded-For` that is no trusted proxy, where the connection is that of one */
export function clientAddress({ req }: Context, { isTrustedProxy }: Pick<OriginRules, 'isTrustedProxy'>): string {
  const connected = req.socket.remoteAddress ?? '';
  if (!isTrustedProxy(connected)) return connected;
  const forwarded = String(req.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((item) => item.trim());
  const caller = forwarded.findLast((address) => isIP(address) !== 0 && !isTrustedProxy(address));
  return caller ?? connected;
}

function firstOf(header: string | string[] | undefined): string | undefined {
  const text = Array.isArray(header) ? header[0] : header;
  return text?.split(',')[0]?.trim();
}

/** A host header is the caller's text: what could not be part of an address does not get into links. */
function safeHost(host: string): string {
  return /^[a-z0-9.\-_]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/i.test(host) ? host : 'localhost';
}
