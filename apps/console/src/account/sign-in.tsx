/** The form that opens a space, and what is wrong with a key that does not. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Problem } from '../ui/problem.js';
import type { Account } from './account.js';

interface Props {
  /** Why the space could not be opened; undefined before it was tried. */
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly onSignIn: (account: Account) => void;
}

const fields = [
  ['space', 'Space'],
  ['token', 'Token'],
  ['password', 'Password'],
] as const;

export function SignIn({ error, isBusy, onSignIn }: Props): JSX.Element {
  const [account, setAccount] = useState<Account>({ space: '', token: '', password: '' });
  const submit = (event: Event) => {
    event.preventDefault();
    onSignIn(account);
  };
  return (
    <main id="main" class="narrow">
      <h1>Headwater console</h1>
      <p>
        Sign in with a key of your space. It stays in this tab and goes to this server only. The page at{' '}
        <a href="/">/</a> shows that of the demo space, if there is one.
      </p>
      <form onSubmit={submit} class="stack">
        {fields.map(([name, label]) => (
          <label key={name}>
            {label}
            <input
              {...(name === 'password' ? { type: 'password' } : { type: 'text' })}
              name={name}
              required={name !== 'password'}
              autocomplete="off"
              value={account[name]}
              onInput={(event) => setAccount({ ...account, [name]: event.currentTarget.value })}
            />
          </label>
        ))}
        <Problem error={error} />
        <button type="submit" class="main" disabled={isBusy}>
          {isBusy ? 'Signing in …' : 'Sign in'}
        </button>
      </form>
    </main>
  );
}
