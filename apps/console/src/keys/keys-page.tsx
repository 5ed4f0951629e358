/** The keys of the space and what each may do: made, given another password, and taken back here. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { momentText } from '../contract/values.js';
import { useSpace } from '../space.js';
import { Busy } from '../ui/busy.js';
import { DataTable } from '../ui/data-table.js';
import { More } from '../ui/more.js';
import { Problem } from '../ui/problem.js';
import { useList } from '../ui/use-list.js';
import { type Key, type KeyAction, type KeyPassword, lackedRight, masked, nameOf } from './key.js';
import { DeletionQuestion, RotationQuestion } from './key-questions.js';
import { NewKeyForm } from './new-key-form.js';
import { ShownPassword } from './shown-password.js';

function stateOf({ is_active: isActive, permissions }: Key): string {
  const end = permissions?.expires_at;
  if (!isActive) return 'revoked';
  if (end && Date.parse(end) < Date.now()) return 'expired';
  const old = permissions?.old_password_until;
  return old && Date.parse(old) > Date.now() ? `active; the password before until ${momentText(old)}` : 'active';
}

/** What the page shows besides the list. */
type Shown =
  | { readonly what: 'form' }
  | { readonly what: 'password'; readonly made: KeyPassword }
  | { readonly what: 'rotation' | 'deletion'; readonly key: Key };

export function KeysPage(): JSX.Element {
  const { account } = useSpace();
  const keys = useList<Key>('ApiAccesses', {});
  const own = useList<Key>('ApiAccesses', { first: 1, filter: { username: account.token } });
  const [shown, setShown] = useState<Shown>();
  const [done, setDone] = useState('');
  useEffect(() => {
    document.title = 'Keys · Headwater';
  }, []);
  const isKnown = own.value !== undefined || own.error !== undefined;
  const lacked = (action: KeyAction) => lackedRight(own.value?.[0], action);
  // A password that is shown could not be brought back.
  const mayChange = isKnown && shown?.what !== 'password';
  const show = (next: Shown | undefined) => {
    setDone('');
    setShown(next);
  };
  const showPassword = (made: KeyPassword) => {
    show({ what: 'password', made });
    keys.reload();
  };
  return (
    <>
      <div class="head">
        <h1>Keys</h1>
        {mayChange && lacked('make') === undefined && (
          <button type="button" class="main" onClick={() => show({ what: 'form' })}>
            New key
          </button>
        )}
      </div>
      <p class="soft">
        A key opens the space to programs and to this console. The guide on{' '}
        <a href="/guides/permissions">permissions</a> says what keys can be; who operates the service makes them with{' '}
        <code>headwater key</code> as well.
      </p>
      {isKnown && <Lacked rights={(['make', 'rotate', 'delete'] as const).flatMap((one) => lacked(one) ?? [])} />}
      <p role="status">{done}</p>
      {shown?.what === 'form' && <NewKeyForm onMade={showPassword} onCancel={() => show(undefined)} />}
      {shown?.what === 'password' && <ShownPassword made={shown.made} onDone={() => show(undefined)} />}
      {shown?.what === 'rotation' && (
        <RotationQuestion rotated={shown.key} onRotated={showPassword} onCancel={() => show(undefined)} />
      )}
      {shown?.what === 'deletion' && (
        <DeletionQuestion
          deleted={shown.key}
          onDeleted={() => {
            setShown(undefined);
            setDone(`${nameOf(shown.key)} is taken back.`);
            keys.reload();
          }}
          onCancel={() => show(undefined)}
        />
      )}
      <Problem error={keys.error} />
      {keys.value === undefined && keys.error === undefined && <Busy what="keys" />}
      {keys.value !== undefined && (
        <DataTable
          label="Keys"
          rows={keys.value}
          keyOf={({ id }) => id}
          columns={{
            Name: (key) => (key.username === account.token ? `${nameOf(key)} (yours)` : nameOf(key)),
            Token: ({ username }) => masked(username),
            State: stateOf,
            'Last used': ({ last_used: lastUsed }) => (lastUsed === null ? 'not yet' : momentText(lastUsed)),
            'May do': mayDo,
            From: ({ permissions }) => permissions?.networks?.join(', ') ?? 'anywhere',
            Until: ({ permissions }) => (permissions?.expires_at ? momentText(permissions.expires_at) : 'taken back'),
            Change: (key) => (
              <div class="tools">
                {mayChange && key.is_active && lacked('rotate') === undefined && (
                  <button
                    type="button"
                    aria-label={`Rotate ${nameOf(key)}`}
                    onClick={() => show({ what: 'rotation', key })}
                  >
                    Rotate
                  </button>
                )}
                {mayChange && lacked('delete') === undefined && (
                  <button
                    type="button"
                    aria-label={`Take back ${nameOf(key)}`}
                    onClick={() => show({ what: 'deletion', key })}
                  >
                    Take back
                  </button>
                )}
              </div>
            ),
          }}
        />
      )}
      <More list={keys} what="keys" />
    </>
  );
}

function mayDo({ permissions }: Key): string {
  const hidden = permissions?.hidden_fields ?? [];
  return [
    ...(permissions?.as_user ? ['as its user:'] : []),
    ...(permissions?.read_only ? ['read only'] : []),
    ...(permissions?.scopes ?? []),
    ...(hidden.length > 0 ? [`without ${hidden.join(', ')}`] : []),
  ].join(' ');
}

/** Why the page has no buttons for what the own key may not do. */
function Lacked({ rights }: { readonly rights: readonly string[] }): JSX.Element | null {
  if (rights.length === 0) return null;
  const [them, it] = rights.length === 1 ? ['the right', 'it'] : ['the rights', 'them'];
  return (
    <p class="notice">
      Your key lacks {them} {rights.join(', ')}, so some things cannot be done here. Sign in with a key whose scopes
      have {it}, or ask who operates the service.
    </p>
  );
}
