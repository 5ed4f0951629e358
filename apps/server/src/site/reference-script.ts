/**
 * What the reference page runs in the browser: Swagger UI over both documents of this server.
 */
import { PreparedContent } from '../http/prepared-content.js';
import type { Page } from './page.js';

/**
 * Requests go to wherever the page came from: behind a proxy that the server has not been told of, the documents name an
 * address that the browser can't reach or may not ask.
 */
const script = `SwaggerUIBundle({
  dom_id: '#reference',
  urls: [
    { name: 'REST v100', url: '/openapi/v100.json' },
    { name: 'REST v1', url: '/openapi/v1.json' },
  ],
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: 'StandaloneLayout',
  queryConfigEnabled: false,
  validatorUrl: null,
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  tryItOutEnabled: true,
  requestInterceptor: (request) => {
    const { pathname, search } = new URL(request.url, location.href);
    request.url = location.origin + pathname + search;
    return request;
  },
});
`;

const content = new PreparedContent(script, { type: 'text/javascript; charset=utf-8', cached: 'always-ask' });

export const referenceScript: Page = (ctx) => content.send(ctx);
