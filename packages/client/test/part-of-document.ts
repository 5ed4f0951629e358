/**
 * A real server of whose document a few paths are shown: making types of all of its paths takes many times as long.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RealServer } from './real-server.js';

type Tree = { readonly [name: string]: unknown };
interface Document extends Tree {
  readonly paths: Tree;
  readonly components: Readonly<Record<string, Tree>>;
}

/**
 * Starts a proxy before the server. Only its answer to `GET …/openapi.json` differs.
 * @param isWanted which paths of the document are left
 */
export async function showPart(server: RealServer, isWanted: (path: string) => boolean): Promise<RealServer> {
  const proxy = createServer(async ({ url = '', headers }, response) => {
    const { authorization = '' } = headers;
    const answer = await fetch(`${server.url}${url}`, { headers: { authorization } });
    const isDocument = answer.ok && url.endsWith('/openapi.json');
    const body = isDocument ? JSON.stringify(partOf((await answer.json()) as Document, isWanted)) : await answer.text();
    response.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? '' });
    response.end(body);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    ...server,
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: async () => {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

/** @returns the document with the wanted paths and the components that they need */
function partOf(document: Document, isWanted: (path: string) => boolean): object {
  const paths = Object.fromEntries(Object.entries(document.paths).filter(([path]) => isWanted(path)));
  const { securitySchemes = {} } = document.components;
  const components: Record<string, Record<string, unknown>> = { securitySchemes };
  const keep = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, part] of Object.entries(value)) {
      if (key === '$ref' && typeof part === 'string') keepComponent(part);
      else keep(part);
    }
  };
  const keepComponent = (reference: string): void => {
    const [, , group = '', name = ''] = reference.split('/');
    components[group] ??= {};
    if (name in components[group]) return;
    const component = document.components[group]?.[name];
    components[group][name] = component;
    keep(component);
  };
  keep(paths);
  return { ...document, paths, components };
}
