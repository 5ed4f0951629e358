/** What is asked before a key gets another password, and before it ends. */
import { unwrap } from '@headwater/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useSpace } from '../space.js';
import { Confirmation } from '../ui/confirmation.js';
import { type Key, type KeyPassword, nameOf } from './key.js';

/** Seconds for which the password before is taken. */
const overlaps = [
  [0, 'It ends at once'],
  [3_600, 'For an hour'],
  [86_400, 'For a day'],
  [604_800, 'For a week'],
  [2_592_000, 'For 30 days'],
] as const;

interface RotationProps {
  readonly rotated: Key;
  readonly onRotated: (made: KeyPassword) => void;
  readonly onCancel: () => void;
}

export function RotationQuestion({ rotated, onRotated, onCancel }: RotationProps): JSX.Element {
  const { client, account, changePassword } = useSpace();
  const [seconds, setSeconds] = useState('86400');
  const isOwn = rotated.username === account.token;
  const rotate = async () => {
    const { data } = await unwrap(
      client.POST<{ data: KeyPassword }>('/keys/{token}/rotate', {
        params: { path: { token: rotated.username } },
        body: { keep_old_seconds: Number(seconds) },
      }),
    );
    if (isOwn) changePassword(data.password);
    onRotated(data);
  };
  return (
    <Confirmation
      question={`Give ${nameOf(rotated)} another password?`}
      consequence={`The next page shows it once. Programs that use the key need it before the old one ends; one that is even older ends now.${
        isOwn ? ' You are signed in with this key: this tab goes on with the new password.' : ''
      }`}
      action="Rotate"
      onConfirm={rotate}
      onCancel={onCancel}
    >
      <div class="field">
        <label for="keep-old">How long the old password is taken</label>
        <select id="keep-old" value={seconds} onChange={(event) => setSeconds(event.currentTarget.value)}>
          {overlaps.map(([value, label]) => (
            <option key={value} value={String(value)}>
              {label}
            </option>
          ))}
        </select>
      </div>
    </Confirmation>
  );
}

interface DeletionProps {
  readonly deleted: Key;
  readonly onDeleted: () => void;
  readonly onCancel: () => void;
}

export function DeletionQuestion({ deleted, onDeleted, onCancel }: DeletionProps): JSX.Element {
  const { client, account, signOut } = useSpace();
  const isOwn = deleted.username === account.token;
  const remove = async () => {
    await unwrap(client.DELETE('/keys/{token}', { params: { path: { token: deleted.username } } }));
    if (isOwn) signOut();
    else onDeleted();
  };
  return (
    <Confirmation
      question={`Take back ${nameOf(deleted)}?`}
      consequence={`What uses the key has no access any more within two seconds. That cannot be undone.${
        isOwn ? ' You are signed in with this key, so you are signed out.' : ''
      }`}
      action="Take back"
      onConfirm={remove}
      onCancel={onCancel}
    />
  );
}
