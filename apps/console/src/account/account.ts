/** The key that the tab is signed in with. It stays in the tab until it is closed, and goes to this server only. */
import { createClient } from '@headwater/client';

export interface Account {
  readonly space: string;
  readonly token: string;
  readonly password: string;
}

/** The reference at `/docs` reads the same: who is signed in there is signed in here. */
const storedAs = 'headwater-space';

export function storedAccount(): Account | undefined {
  const stored = sessionStorage.getItem(storedAs);
  return stored === null ? undefined : JSON.parse(stored);
}

export function storeAccount(account: Account): void {
  sessionStorage.setItem(storedAs, JSON.stringify(account));
}

export function forgetAccount(): void {
  sessionStorage.removeItem(storedAs);
}

export type Client = ReturnType<typeof clientOf>;

/** @returns a client of the space; it sends nothing yet */
export function clientOf(account: Account) {
  // Without the browser's own credentials, so that it asks for none either.
  const send = (request: Request) => fetch(request, { credentials: 'omit' });
  // No paths are known: the console takes whatever collections the space has.
  return createClient<Record<never, never>>({ baseUrl: location.origin, ...account, fetch: send });
}
