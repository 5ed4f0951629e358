/** A request of the fuzzer, and the same one again. */

/** As it goes over the wire. */
export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/**
 * @param time how often it has been sent before
 * @returns the same request, to GraphQL with another document: the server keeps what it has parsed and validated
 */
export function sentAgain(request: FuzzRequest, time: number): FuzzRequest {
  const { body, path } = request;
  const start = '{"query":"';
  if (time === 0 || !path.includes('/graphql/') || !body?.startsWith(start)) return request;
  return { ...request, body: `${start}# ${time}\\n${body.slice(start.length)}` };
}
