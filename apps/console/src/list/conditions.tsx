/** The conditions of a list: those that hold, and a form for one more. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Member } from '../contract/member.js';
import { textOf } from '../contract/values.js';
import { ValueInput } from '../record/value-input.js';
import { type Condition, isFilterable, operatorsFor } from './list-query.js';

interface Props {
  readonly members: readonly Member[];
  readonly conditions: readonly Condition[];
  readonly onChange: (conditions: readonly Condition[]) => void;
}

export function Conditions({ members, conditions, onChange }: Props): JSX.Element {
  return (
    <div class="tools">
      {conditions.map((condition, index) => {
        const text = describe(condition, members);
        return (
          <span key={`${index}-${text}`} class="chip">
            {text}
            <button
              type="button"
              class="plain"
              aria-label={`Remove the condition ${text}`}
              onClick={() => onChange(conditions.filter((one) => one !== condition))}
            >
              ×
            </button>
          </span>
        );
      })}
      <details class="drop">
        <summary>Add a condition</summary>
        <ConditionForm
          members={members.filter(isFilterable)}
          // A list takes one condition for each member.
          onAdd={(added) => onChange([...conditions.filter(({ member }) => member !== added.member), added])}
        />
      </details>
    </div>
  );
}

function describe({ member: name, operator, values }: Condition, members: readonly Member[]): string {
  const member = members.find((one) => one.name === name);
  if (member === undefined) return `${name} ${operator} ${values.join()}`;
  const meaning = operatorsFor(member).find((one) => one.name === operator)?.name ?? operator;
  const texts = values.map((value) => {
    const choice = member.choices.find((one) => String(one.value) === value);
    return choice?.label ?? (member.kind === 'boolean' ? textOf(value === 'true', member) : value);
  });
  return `${member.label} ${meaning} ${texts.join(' and ')}`.trim();
}

interface FormProps {
  readonly members: readonly Member[];
  readonly onAdd: (condition: Condition) => void;
}

function ConditionForm({ members, onAdd }: FormProps): JSX.Element {
  const [name, setName] = useState(members[0]?.name ?? '');
  const [operator, setOperator] = useState('eq');
  const [values, setValues] = useState<readonly unknown[]>([]);
  const member = members.find((one) => one.name === name);
  if (member === undefined) return <p>This entity type has no member that lists are narrowed by.</p>;
  const fitting = operatorsFor(member);
  const chosen = fitting.find((one) => one.name === operator) ?? fitting[0];
  const count = { none: 0, one: 1, two: 2, many: 1 }[chosen?.operands ?? 'none'];
  const texts = values.slice(0, count).map((value) => String(value ?? ''));
  const isWhole = texts.length === count && texts.every((text) => text !== '');
  const submit = (event: Event) => {
    event.preventDefault();
    if (chosen !== undefined && isWhole) onAdd({ member: name, operator: chosen.name, values: texts });
  };
  const choose = (next: string) => {
    setName(next);
    setValues([]);
  };
  return (
    <form class="panel stack" onSubmit={submit}>
      <label for="condition-member">Member</label>
      <select id="condition-member" value={name} onChange={(event) => choose(event.currentTarget.value)}>
        {members.map((one) => (
          <option key={one.name} value={one.name}>
            {one.label}
          </option>
        ))}
      </select>
      <label for="condition-operator">Operator</label>
      <select id="condition-operator" value={chosen?.name} onChange={(event) => setOperator(event.currentTarget.value)}>
        {fitting.map((one) => (
          <option key={one.name} value={one.name}>
            {one.name}: {one.description}
          </option>
        ))}
      </select>
      {Array.from({ length: count }, (_, index) => (
        <ValueInput
          key={`${name}-${index}`}
          id={`condition-${index}`}
          label={count === 2 ? (['From', 'To'][index] ?? '') : 'Value'}
          member={{
            ...member,
            isNullable: false,
            kind: member.kind === 'long-text' || member.kind === 'texts' ? 'text' : member.kind,
          }}
          value={values[index]}
          onChange={(value) =>
            setValues(Array.from({ length: count }, (_one, at) => (at === index ? value : values[at])))
          }
        />
      ))}
      <button type="submit" class="main" disabled={!isWhole}>
        Apply
      </button>
    </form>
  );
}
