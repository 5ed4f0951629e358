/** The whole console: the sign-in, then the space with its navigation and the page of the address. */
import { AuthenticationError } from '@headwater/client';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Account, clientOf, forgetAccount, storeAccount, storedAccount } from './account/account.js';
import { SignIn } from './account/sign-in.js';
import { Frame } from './frame.js';
import { type OpenSpace, openSpace, type Space, SpaceContext } from './space.js';
import { Busy } from './ui/busy.js';

export function Console(): JSX.Element {
  const [account, setAccount] = useState<Account | undefined>(storedAccount);
  const [space, setSpace] = useState<OpenSpace>();
  const [error, setError] = useState<unknown>();
  const [round, setRound] = useState(0);

  useEffect(() => {
    if (account === undefined) return;
    setError(undefined);
    let isWanted = true;
    openSpace(account).then(
      (opened) => {
        if (!isWanted) return;
        storeAccount(account);
        setSpace(opened);
      },
      (problem: unknown) => {
        // What is open stays open when its contract cannot be read again.
        if (!isWanted || space !== undefined) return;
        if (problem instanceof AuthenticationError) forgetAccount();
        setAccount(undefined);
        setError(problem);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [account, round]);

  const signOut = () => {
    forgetAccount();
    setAccount(undefined);
    setSpace(undefined);
    setRound(0);
    location.hash = '';
  };

  if (space !== undefined && account !== undefined) {
    const changePassword = (password: string) => {
      // Who has signed out meanwhile stays so.
      if (storedAccount()?.token !== account.token) return;
      const changed = { ...account, password };
      // At once: the old password may have ended.
      storeAccount(changed);
      setAccount(changed);
      setSpace({ ...space, client: clientOf(changed) });
    };
    const opened: Space = { ...space, account, reload: () => setRound(round + 1), changePassword, signOut };
    return (
      <SpaceContext.Provider value={opened}>
        <Frame />
      </SpaceContext.Provider>
    );
  }
  if (account !== undefined && storedAccount() !== undefined) return <Busy what="the space" />;
  return <SignIn error={error} isBusy={account !== undefined} onSignIn={setAccount} />;
}
