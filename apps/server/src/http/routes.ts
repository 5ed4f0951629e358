/**
 * Finds what is to be done at the path of an address. Knows no requests.
 */
import { pathToRegexp } from 'path-to-regexp';

/** What is in the address where the path of the route has `:name`. */
export type RouteParams = Readonly<Record<string, string | undefined>>;

export interface FoundRoute<Action> {
  readonly action: Action;
  readonly params: RouteParams;
  /** Place of the route; those that come after it may fit as well. */
  readonly place: number;
}

interface Route<Action> {
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly action: Action;
}

export class Routes<Action> {
  private readonly routes: Route<Action>[] = [];

  /** @param path as `path-to-regexp` writes it; capitals matter, a slash at its end does not */
  add(path: string, action: Action): void {
    const { regexp, keys } = pathToRegexp(path, { sensitive: true });
    this.routes.push({ pattern: regexp, names: keys.map(({ name }) => name), action });
  }

  /** @param from place of the first route that may be found @returns the first one that fits, in the order in which they were added */
  find(path: string, from = 0): FoundRoute<Action> | undefined {
    for (let place = from; place < this.routes.length; place++) {
      const { pattern, names, action } = this.routes[place]!;
      const found = pattern.exec(path);
      if (found === null) continue;
      const params: Record<string, string> = {};
      for (const [index, name] of names.entries()) {
        const text = found[index + 1];
        if (text) params[name] = decode(text);
      }
      return { action, params, place };
    }
    return undefined;
  }
}

/** @returns a text that is no valid escape as it is */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
