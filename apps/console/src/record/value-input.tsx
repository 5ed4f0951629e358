/** The control for a value of a member, with its label and what is wrong with it. */
import type { JSX } from 'preact';
import type { Common, InputProps } from './input-props.js';
import { JsonInput } from './json-input.js';
import { MoneyInput } from './money-input.js';
import { RelationInput } from './relation-input.js';
import { TypedInput } from './typed-input.js';

export function ValueInput(props: InputProps): JSX.Element {
  const { id, label, member, problems = [] } = props;
  return (
    <div class={problems.length > 0 ? 'field wrong' : 'field'}>
      <label for={id}>
        {label}
        {member.isRequired && <span class="soft"> (required)</span>}
      </label>
      {member.help !== undefined && (
        <span id={`${id}-help`} class="soft">
          {member.help}
        </span>
      )}
      <Control {...props} />
      <div id={`${id}-problems`} class="wrong" role={problems.length > 0 ? 'alert' : undefined}>
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
    </div>
  );
}

function Control(props: InputProps): JSX.Element {
  const { id, member, value, problems = [], onChange } = props;
  const common = {
    id,
    'aria-invalid': problems.length > 0,
    'aria-describedby': member.help === undefined ? `${id}-problems` : `${id}-help ${id}-problems`,
  };
  const text = value === null || value === undefined ? '' : String(value);
  const give = (given: string) => onChange(given === '' ? null : given);
  switch (member.kind) {
    case 'boolean':
      return (
        <Choice
          {...props}
          common={common}
          choices={[
            { value: true, label: 'Yes' },
            { value: false, label: 'No' },
          ]}
        />
      );
    case 'choice':
      return <Choice {...props} common={common} choices={member.choices} />;
    case 'relation':
      return <RelationInput {...props} common={common} />;
    case 'money':
      return <MoneyInput {...props} common={common} />;
    case 'json':
      return <JsonInput {...props} common={common} />;
    case 'long-text':
      return <textarea {...common} rows={4} value={text} onInput={(event) => give(event.currentTarget.value)} />;
    case 'texts':
      return (
        <TypedInput
          common={common}
          control={{ rows: 3, placeholder: 'One a line' }}
          value={value}
          show={(one) => (Array.isArray(one) ? one.join('\n') : '')}
          read={(given) => given.split('\n').filter((line) => line.trim() !== '')}
          onChange={onChange}
        />
      );
    case 'integer':
    case 'number':
      return (
        <TypedInput
          common={common}
          control={{ type: 'number', step: member.kind === 'integer' ? 1 : 'any' }}
          value={value}
          show={(one) => (one === null || one === undefined ? '' : String(one))}
          read={(given) => (given === '' ? null : Number(given))}
          onChange={onChange}
        />
      );
    case 'date':
      return <input {...common} type="date" value={text} onInput={(event) => give(event.currentTarget.value)} />;
    case 'date-time':
      return (
        <TypedInput
          common={common}
          control={{ type: 'datetime-local', step: 1 }}
          value={value}
          show={(one) => (typeof one === 'string' ? localTime(one) : '')}
          read={(given) => (given === '' ? null : new Date(given).toISOString())}
          onChange={onChange}
        />
      );
    default:
      return (
        <input
          {...common}
          type="text"
          maxLength={member.maxLength}
          value={text}
          onInput={(event) => give(event.currentTarget.value)}
        />
      );
  }
}

/** @returns a moment of the interface, in UTC, as the browser's control takes it */
function localTime(text: string): string {
  const moment = new Date(/[zZ]$/.test(text) ? text : `${text}Z`);
  if (Number.isNaN(moment.getTime())) return '';
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

type ChoiceProps = InputProps & {
  readonly common: Common;
  readonly choices: readonly { readonly value: string | number | boolean; readonly label: string }[];
};

function Choice({ common, choices, member, value, onChange }: ChoiceProps): JSX.Element {
  const isUnset = value === null || value === undefined;
  return (
    <select
      {...common}
      value={isUnset ? '' : String(value)}
      onChange={({ currentTarget: { value: given } }) =>
        onChange(choices.find((choice) => String(choice.value) === given)?.value ?? null)
      }
    >
      {(member.isNullable || isUnset) && <option value="">–</option>}
      {choices.map((choice) => (
        <option key={String(choice.value)} value={String(choice.value)}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
