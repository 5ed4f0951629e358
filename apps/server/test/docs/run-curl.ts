/**
 * Does what the shell and curl would do with a line of a document, so that such lines can be tested where there is no curl.
 */

export interface CurlAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** @param line `curl` with `-u`, and perhaps `-H` and `-d`; other flags change nothing of the answer */
export async function runCurl(line: string): Promise<CurlAnswer> {
  const words = [...line.matchAll(/(?:'[^']*'|\\'|[^\s'\\])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|\\'/g, (_, quoted: string | undefined) => quoted ?? "'"),
  );
  const after = (flag: string) => words[words.indexOf(flag) + 1] ?? '';
  const url = words.find((word) => word.startsWith('http')) ?? '';
  const body = words.includes('-d') ? { method: 'POST', body: after('-d') } : {};
  const headers = {
    Authorization: `Basic ${Buffer.from(after('-u')).toString('base64')}`,
    ...(words.includes('-H') ? { 'Content-Type': 'application/json' } : {}),
  };
  const answer = await fetch(url, { ...body, headers });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}
