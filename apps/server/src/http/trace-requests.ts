/**
 * A span for each request, which continues the trace that its `traceparent` names. It has the route, and not the address: filters hold
 * values of records.
 */
import type { Middleware } from 'koa';
import type { Principal } from '../auth/principal.js';
import { markFailed, withSpan } from '../tracing/spans.js';

export const traceRequests: Middleware = (ctx, next) =>
  withSpan(
    ctx.method,
    {
      kind: 'SERVER',
      headers: ctx.req.headers,
      attributes: { 'http.request.method': ctx.method, 'url.scheme': ctx.protocol },
    },
    async (span) => {
      await next();
      const principal: Principal | undefined = ctx.state.principal;
      const route: string | undefined = ctx.state.route;
      if (route !== undefined) span.updateName(`${ctx.method} ${route}`);
      span.setAttributes({
        'http.response.status_code': ctx.status,
        'headwater.request_id': ctx.state.requestId,
        ...(route !== undefined && { 'http.route': route }),
        ...(principal && { 'headwater.space': principal.space, 'headwater.key': principal.token }),
      });
      if (ctx.status >= 500) markFailed(span);
    },
  );
