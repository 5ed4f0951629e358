/**
 * What to paste into a terminal to try the demo space. Pure.
 */
import type { DemoCredentials } from './demo-credentials.js';
import { demoSpace } from './ensure-demo-space.js';

/** @param url scheme, host and port of the server @returns several lines of text, without a line break at the end */
export function demoLines(url: string, { token, password }: DemoCredentials): string {
  const user = `curl -s -u ${quote(`${token}:${password}`)}`;
  const query = '{ contacts(first: 3) { nodes { formattedName email1 primaryAccount { name } } } }';
  const contacts = `${url}/api/v100/rest/spaces/${demoSpace}/entities/Contacts?first=3&expand=owner,account_relations.account`;
  const graphql = `${url}/api/v100/graphql/spaces/${demoSpace}`;
  const legacy = `${url}/rest_services/v1/${demoSpace}/Contacts?limit=3&sort=-CREATED`;
  return [
    'The demo space is ready. Its records are invented.',
    '',
    `  Address   ${url}`,
    `  Space     ${demoSpace}`,
    `  Token     ${token}`,
    `  Password  ${password}`,
    '',
    'The first contacts, with their owners and accounts:',
    `  ${user} ${quote(contacts)}`,
    'The same through GraphQL:',
    `  ${user} ${quote(graphql)} -H 'Content-Type: application/json' -d ${quote(JSON.stringify({ query }))}`,
    'And through REST v1:',
    `  ${user} ${quote(legacy)}`,
    '',
    `API reference: ${url}/docs`,
  ].join('\n');
}

/** For a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
