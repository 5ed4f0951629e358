/**
 * The hosts that a PostgreSQL URL names. Pure.
 */

const form = /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#@]*)([^#]*)$/;
/** The service writes: it takes the host that does, whichever of these is given. */
const targets: readonly (string | null)[] = [null, 'any', 'read-write', 'primary'];

/**
 * @param url `postgres://user:password@one:5432,two:5432/database?target_session_attrs=read-write`
 * @returns a URL for each host; undefined when the URL is none or asks for a host that only reads
 */
export function parsePostgresUrl(url: string): readonly string[] | undefined {
  const [, scheme = '', credentials = '', hosts, rest = ''] = form.exec(url) ?? [];
  if (hosts === undefined) return undefined;
  const urls: string[] = [];
  for (const host of hosts.split(',')) {
    const text = `${scheme}${credentials}${host}${rest}`;
    if (!URL.canParse(text)) return undefined;
    const one = new URL(text);
    if (!targets.includes(one.searchParams.get('target_session_attrs'))) return undefined;
    one.searchParams.delete('target_session_attrs');
    urls.push(one.href);
  }
  return urls;
}
