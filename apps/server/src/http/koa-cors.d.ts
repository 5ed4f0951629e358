/** The types of `@koa/cors`, which brings none: as much as we use. */
declare module '@koa/cors' {
  import type { Context, Middleware } from 'koa';

  interface CorsOptions {
    /** `''` from the function: the request's origin is not allowed. */
    readonly origin: '*' | ((ctx: Context) => string);
    readonly allowMethods: readonly string[];
    readonly exposeHeaders: readonly string[];
    /** Seconds. */
    readonly maxAge: number;
  }

  export default function cors(options: CorsOptions): Middleware;
}
