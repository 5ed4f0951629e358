/** A control that draws what is typed as it is typed, while what it means is given on: "10.0" means 10, and goes on to "10.05". */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Common } from './input-props.js';

interface TypedProps<Value> {
  readonly common: Common;
  readonly value: Value;
  /** How a value is drawn that nobody is typing. */
  readonly show: (value: Value) => string;
  readonly read: (text: string) => Value;
  readonly onChange: (value: Value) => void;
  /** One line of a type, or several lines. */
  readonly control:
    | { readonly type: 'number' | 'datetime-local'; readonly step: number | 'any' }
    | { readonly rows: number; readonly placeholder: string };
}

export function TypedInput<Value>(props: TypedProps<Value>): JSX.Element {
  const { common, value, show, read, onChange, control } = props;
  const shown = show(value);
  // What is typed, and how the value is drawn that it means; another value has come from elsewhere.
  const [typed, setTyped] = useState({ text: shown, shown });
  const text = typed.shown === shown ? typed.text : shown;
  const give = (given: string) => {
    const meant = read(given);
    setTyped({ text: given, shown: show(meant) });
    onChange(meant);
  };
  if ('rows' in control) {
    return <textarea {...common} {...control} value={text} onInput={(event) => give(event.currentTarget.value)} />;
  }
  return <input {...common} {...control} value={text} onInput={(event) => give(event.currentTarget.value)} />;
}
