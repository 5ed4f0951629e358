/**
 * Finds what is to be done at the path of an address. Knows no requests.
 */
import Router, { type Layer } from '@koa/router';

/** What is in the address where the path of the route has `:name`. */
export type RouteParams = Readonly<Record<string, string | undefined>>;

export interface FoundRoute<Action> {
  /** As it was added. */
  readonly path: string;
  readonly action: Action;
  readonly params: RouteParams;
}

/** The router finds the routes; it runs none of them, as it would make a middleware of all that fit for each request. */
export class Routes<Action> {
  private readonly router = new Router({ sensitive: true });
  private readonly actions = new Map<Layer, Action>();

  /** @param path as `@koa/router` writes it; capitals matter, a slash at its end does not */
  add(path: string, action: Action): void {
    this.actions.set(this.router.register(path, [], []) as Layer, action);
  }

  /** @returns the routes that fit, in the order in which they were added */
  find(path: string): FoundRoute<Action>[] {
    return this.router.match(path, '').path.map((layer) => ({
      path: String(layer.path),
      action: this.actions.get(layer as Layer)!,
      params: layer.params(path, layer.captures(path)),
    }));
  }
}
