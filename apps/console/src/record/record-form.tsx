/** A form made from the members of an entity type. Gives what was changed, and shows what the server rejects at its field. */
import { ValidationError } from '@headwater/client';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Member } from '../contract/member.js';
import { isRevisionConflict, Problem } from '../ui/problem.js';
import { problemsOf } from './field-problems.js';
import { ValueInput } from './value-input.js';

export type Values = Readonly<Record<string, unknown>>;

interface Props {
  /** Those that fit what has been entered, where that matters. */
  readonly members: readonly Member[] | ((entered: Values) => readonly Member[]);
  /** As they were before; empty for a new record. */
  readonly values: Values;
  readonly submitLabel: string;
  /** @param changed the members that differ from `values` */
  readonly onSubmit: (changed: Values) => Promise<void>;
  readonly onCancel: () => void;
  /** What to do about a conflict. */
  readonly children?: ComponentChildren;
}

export function RecordForm({ members: given, values, submitLabel, onSubmit, onCancel, children }: Props): JSX.Element {
  const [changed, setChanged] = useState<Values>({});
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const members = typeof given === 'function' ? given({ ...values, ...changed }) : given;
  const problems = problemsOf(error, members);
  useEffect(() => {
    if (error !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);

  const submit = async (event: Event) => {
    event.preventDefault();
    // What a control cannot read it gives as nothing, which would clear the member.
    if (form.current?.reportValidity() === false) return;
    setBusy(true);
    setError(undefined);
    try {
      await onSubmit(changed);
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(false);
    }
  };
  const general = problems.get('')?.join(' ');
  const isElsewhere = isRevisionConflict(error) && children !== undefined;
  return (
    <form ref={form} class="record-form" onSubmit={submit} noValidate>
      {members.map((member) => (
        <ValueInput
          key={member.name}
          id={`field-${member.name}`}
          label={member.label}
          member={member}
          value={member.name in changed ? changed[member.name] : values[member.name]}
          problems={problems.get(member.name) ?? []}
          onChange={(value) => setChanged((last) => ({ ...last, [member.name]: value }))}
        />
      ))}
      <div class="whole">
        {children}
        {error instanceof ValidationError || problems.size > 0 ? (
          <Problem error={general ?? 'Some fields were rejected; each says why. Nothing was saved.'} />
        ) : (
          <Problem error={isElsewhere ? undefined : error} />
        )}
        <div class="tools">
          <button type="submit" class="main" disabled={isBusy}>
            {isBusy ? 'Saving …' : submitLabel}
          </button>
          <button type="button" onClick={onCancel}>
            Cancel
          </button>
        </div>
      </div>
    </form>
  );
}
