/** Asks before something is done, and says what went wrong with it. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Problem } from './problem.js';

interface Props {
  readonly question: string;
  readonly consequence: string;
  readonly action: string;
  readonly onConfirm: () => Promise<void>;
  readonly onCancel: () => void;
  /** What is to be chosen before. */
  readonly children?: ComponentChildren;
}

export function Confirmation(props: Props): JSX.Element {
  const { question, consequence, action, onConfirm, onCancel, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
    } catch (problem) {
      setError(problem);
      setBusy(false);
    }
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby="question"
      onCancel={(event) => isBusy && event.preventDefault()}
      onClose={onCancel}
    >
      <h2 id="question">{question}</h2>
      <p>{consequence}</p>
      {children}
      <Problem error={error} />
      <div class="tools">
        <button type="button" class="main" disabled={isBusy} onClick={confirm}>
          {action}
        </button>
        <button type="button" disabled={isBusy} onClick={() => dialog.current?.close()}>
          Cancel
        </button>
      </div>
    </dialog>
  );
}
