/** Token and password of a key that was made or rotated, to be copied: they are shown this once. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { momentText } from '../contract/values.js';
import type { KeyPassword } from './key.js';

interface Props {
  readonly made: KeyPassword;
  readonly onDone: () => void;
}

export function ShownPassword({ made, onDone }: Props): JSX.Element {
  const { token, password, old_password_until: oldUntil } = made;
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), [made]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);
  return (
    <section class="card" aria-label="The key and its password">
      <h2 ref={head} tabIndex={-1}>
        Copy the password now
      </h2>
      <p>
        It is shown only this once: the service does not store it, and nobody can read it again. If it is lost, rotate
        the key, which gives it another one.
      </p>
      <Copied label="Token" text={token} />
      <Copied label="Password" text={password} />
      {oldUntil !== null && <p>The password before is taken until {momentText(oldUntil)}.</p>}
      <div class="tools">
        <button type="button" class="main" onClick={onDone}>
          I have copied it
        </button>
      </div>
    </section>
  );
}

function Copied({ label, text }: { readonly label: string; readonly text: string }): JSX.Element {
  const box = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('Copied.');
    } catch {
      // Pages that come over plain HTTP may not write to the clipboard; the user may.
      box.current?.focus();
      box.current?.select();
      setOutcome('The browser does not let the page copy it. It is selected: copy it by keyboard or menu.');
    }
  };
  const id = `made-${label.toLowerCase()}`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="combobox">
        <input ref={box} id={id} class="code" readOnly value={text} onFocus={(event) => event.currentTarget.select()} />
        <button type="button" onClick={copy}>
          Copy the {label.toLowerCase()}
        </button>
      </div>
      <p class="soft" role="status">
        {outcome}
      </p>
    </div>
  );
}
