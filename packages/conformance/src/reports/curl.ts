/**
 * An exchange as a command that people run in a shell. Pure.
 */
import type { Exchange, WhoseCredentials } from '../http/answer.js';

/** The program takes its keys from the same variables; those of no run have others. */
const keys: Readonly<Record<WhoseCredentials, string>> = {
  first: ' -u "$HEADWATER_CONFORMANCE_TOKEN:$HEADWATER_CONFORMANCE_PASSWORD"',
  second: ' -u "$HEADWATER_CONFORMANCE_SECOND_TOKEN:$HEADWATER_CONFORMANCE_SECOND_PASSWORD"',
  others: ' -u "$OTHER_TOKEN:$OTHER_PASSWORD"',
  none: '',
};

/** @returns a line of a POSIX shell that sends the request; credentials come from the environment */
export function curlOf({ method, url, requestHeaders, credentials, requestBody }: Exchange): string {
  const sent = requestBody === undefined ? [] : ['--data-raw', quoted(requestBody)];
  const headers = Object.entries(requestHeaders).flatMap(([name, value]) => ['-H', quoted(`${name}: ${value}`)]);
  const verb = method === (requestBody === undefined ? 'GET' : 'POST') ? [] : ['-X', method];
  return [`curl -sS${keys[credentials]}`, ...verb, ...headers, ...sent, quoted(url)].join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
