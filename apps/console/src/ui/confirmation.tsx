/** Asks before something is done, and says what went wrong with it. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Problem } from './problem.js';

interface Props {
  readonly question: string;
  readonly consequence: string;
  readonly action: string;
  readonly onConfirm: () => Promise<void>;
  readonly onCancel: () => void;
}

export function Confirmation({ question, consequence, action, onConfirm, onCancel }: Props): JSX.Element {
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
    <dialog ref={dialog} aria-labelledby="question" onClose={onCancel}>
      <h2 id="question">{question}</h2>
      <p>{consequence}</p>
      <Problem error={error} />
      <div class="tools">
        <button type="button" class="main" disabled={isBusy} onClick={confirm}>
          {action}
        </button>
        <button type="button" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
      </div>
    </dialog>
  );
}
