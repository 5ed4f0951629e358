/**
 * What a client is made from, checked once when it is made.
 * Must not know how requests are sent; must never put the password, or an address that might hold one, into a message.
 */
import type { Hooks } from './fetch/hooks.js';

export interface ClientSettings {
  /**
   * Address of the server, with the path it is served below, if any: `https://crm.example.com`.
   * The path of the interface and the space are added to it.
   */
  readonly baseUrl: string;
  /** Id of the space: its slug or its uuid. */
  readonly space: string;
  /** API token of the space; the user name of HTTP Basic authentication. */
  readonly token: string;
  /** API password of the space. */
  readonly password: string;
  /**
   * Milliseconds that one attempt may take until its JSON answer is complete. Of other answers (a download) only the
   * head is timed. 1 to 2,147,483,647; 30,000 when absent.
   */
  readonly timeoutMs?: number;
  /** How often a request that is safe to repeat is sent at most, the first time included. 1 to 10; 3 when absent. */
  readonly maxAttempts?: number;
  /**
   * What collections give date-times as: texts in ISO 8601 with `Z`, as the server has them with six digits behind the seconds, or
   * `Date`, which has three of them. `iso` when absent. The interface itself has no zone in them (UTC is meant), and `GET` shows
   * them so.
   */
  readonly dateTimes?: 'iso' | 'date';
  /** Sends a request; the platform's `fetch` when absent. Must honour the signal of the request. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /**
   * Gives each POST of JSON an `Idempotency-Key` of its own, under which it may be repeated where the server knows such keys. False for a
   * server of the interface that lets pages of another origin send no such header. True when absent.
   */
  readonly idempotencyKeys?: boolean;
  /** Called for each attempt, for traces and logs. */
  readonly hooks?: Hooks;
}

/** The settings with every default filled in. */
export type CheckedSettings = Required<ClientSettings>;

/** The longest delay that timers of all platforms can wait. */
const longestTimeoutMs = 2_147_483_647;

/**
 * Fills in defaults and rejects what cannot work. Pure.
 * @returns `baseUrl` without a slash at its end
 * @throws TypeError a setting is missing or out of its bounds; the message names it and never shows its value
 */
export function checkSettings(settings: ClientSettings): CheckedSettings {
  const { baseUrl, space, token, password } = settings;
  const timeoutMs = settings.timeoutMs ?? 30_000;
  const maxAttempts = settings.maxAttempts ?? 3;
  const dateTimes = settings.dateTimes ?? 'iso';
  for (const [name, value] of Object.entries({ space, token, password })) {
    if (typeof value !== 'string' || value === '') throw new TypeError(`"${name}" must be a text that is not empty`);
  }
  // HTTP Basic ends the user name at the first colon.
  if (token.includes(':')) throw new TypeError('"token" must not contain a colon');
  checkWholeNumber('timeoutMs', timeoutMs, longestTimeoutMs);
  checkWholeNumber('maxAttempts', maxAttempts, 10);
  if (dateTimes !== 'iso' && dateTimes !== 'date') throw new TypeError('"dateTimes" must be "iso" or "date"');
  return {
    baseUrl: checkBaseUrl(baseUrl),
    space,
    token,
    password,
    timeoutMs,
    maxAttempts,
    dateTimes,
    fetch: settings.fetch ?? ((request) => globalThis.fetch(request)),
    idempotencyKeys: settings.idempotencyKeys ?? true,
    hooks: settings.hooks ?? {},
  };
}

function checkBaseUrl(baseUrl: string): string {
  const isWebAddress = URL.canParse(baseUrl) && /^https?:$/.test(new URL(baseUrl).protocol);
  if (!isWebAddress) throw new TypeError('"baseUrl" must be an absolute address');
  const url = new URL(baseUrl);
  if (url.username !== '' || url.password !== '') {
    throw new TypeError('"baseUrl" must not contain credentials; give "token" and "password"');
  }
  if (url.search !== '' || url.hash !== '') throw new TypeError('"baseUrl" must not have a query or a fragment');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** @throws TypeError */
export function checkWholeNumber(name: string, value: number, most: number): void {
  if (!Number.isInteger(value) || value < 1 || value > most) {
    throw new TypeError(`"${name}" must be a whole number from 1 to ${most}`);
  }
}
