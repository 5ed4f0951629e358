/** The keys of the space and what each may do. They are made and taken back on the command line, by who operates the service. */
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { momentText } from '../contract/values.js';
import { Busy } from '../ui/busy.js';
import { DataTable } from '../ui/data-table.js';
import { Problem } from '../ui/problem.js';
import { useList } from '../ui/use-list.js';

interface Key {
  readonly id: string;
  readonly name: string;
  readonly username: string;
  readonly is_active: boolean;
  readonly last_used: string | null;
  readonly permissions: {
    readonly read_only: boolean;
    readonly scopes: readonly string[];
    readonly networks: readonly string[] | null;
    readonly expires_at: string | null;
    /** It may no more than its user. */
    readonly as_user?: boolean;
  } | null;
}

/** Enough to know a token by, and too little to use it. */
const shownLetters = 3;
const masked = (token: string) => `${token.slice(0, shownLetters)}…`;

function stateOf({ is_active: isActive, permissions }: Key): string {
  const end = permissions?.expires_at;
  if (!isActive) return 'revoked';
  return end && Date.parse(end) < Date.now() ? 'expired' : 'active';
}

export function KeysPage(): JSX.Element {
  const { value, error } = useList<Key>('ApiAccesses', { first: 100 });
  useEffect(() => {
    document.title = 'Keys · Headwater';
  }, []);
  return (
    <>
      <h1>Keys</h1>
      <p class="soft">
        A key opens the space to programs and to this console. Who operates the service makes and takes back keys with{' '}
        <code>headwater key</code>; see <a href="/guides/permissions">permissions</a>.
      </p>
      <Problem error={error} />
      {value === undefined && error === undefined && <Busy what="keys" />}
      {value !== undefined && (
        <DataTable
          label="Keys"
          rows={value}
          keyOf={({ id }) => id}
          columns={{
            Name: ({ name, username }) => (name === username ? masked(name) : name),
            Token: ({ username }) => masked(username),
            State: stateOf,
            'Last used': ({ last_used: lastUsed }) => (lastUsed === null ? 'not yet' : momentText(lastUsed)),
            'May do': ({ permissions }) =>
              [
                ...(permissions?.as_user ? ['as its user:'] : []),
                ...(permissions?.read_only ? ['read only'] : []),
                ...(permissions?.scopes ?? []),
              ].join(' '),
            From: ({ permissions }) => permissions?.networks?.join(', ') ?? 'anywhere',
            Until: ({ permissions }) => (permissions?.expires_at ? momentText(permissions.expires_at) : 'taken back'),
          }}
        />
      )}
    </>
  );
}
