/** Addresses within the console: a path and parameters behind the `#`, so that the server has one page to send. */
import { useEffect, useState } from 'preact/hooks';

export interface Route {
  /** `records/Accounts` as its segments, decoded. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const segments = path.split('/').filter((segment) => segment !== '');
  return { path: segments.map(decoded), query: new URLSearchParams(query) };
}

/** @returns a segment that somebody has broken as it is */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** @returns the address of a place, for `href` */
export function addressOf(path: readonly string[], query?: URLSearchParams): string {
  const parameters = query?.toString() ?? '';
  return `#/${path.map(encodeURIComponent).join('/')}${parameters === '' ? '' : `?${parameters}`}`;
}

export function goTo(address: string): void {
  location.hash = address;
}

export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const follow = () => setHash(location.hash);
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return parseRoute(hash);
}
