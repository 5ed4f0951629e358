/** Which members a list shows as columns. */
import type { JSX } from 'preact';
import type { Member } from '../contract/member.js';

interface Props {
  readonly members: readonly Member[];
  readonly chosen: readonly Member[];
  readonly onChange: (names: readonly string[]) => void;
}

export function ColumnChoice({ members, chosen, onChange }: Props): JSX.Element {
  const names = chosen.map(({ name }) => name);
  const toggle = (name: string) => {
    const rest = names.filter((one) => one !== name);
    const next = rest.length < names.length ? rest : [...names, name];
    if (next.length > 0) onChange(next);
  };
  return (
    <details class="drop">
      <summary>Columns</summary>
      <div class="panel columns">
        {members
          .filter(({ isShown, kind }) => isShown && kind !== 'relations')
          .map(({ name, label }) => (
            <label key={name} class="check">
              <input type="checkbox" checked={names.includes(name)} onChange={() => toggle(name)} />
              {label}
            </label>
          ))}
      </div>
    </details>
  );
}
