/** Free JSON as text; given on once it can be read. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Common, InputProps } from './input-props.js';

export function JsonInput({ common, value, onChange }: InputProps & { readonly common: Common }): JSX.Element {
  const [text, setText] = useState(value === null || value === undefined ? '' : JSON.stringify(value, null, 2));
  const [isReadable, setReadable] = useState(true);
  const give = (given: string) => {
    setText(given);
    try {
      onChange(given.trim() === '' ? null : JSON.parse(given));
      setReadable(true);
    } catch {
      setReadable(false);
    }
  };
  return (
    <>
      <textarea {...common} rows={4} class="code" value={text} onInput={(event) => give(event.currentTarget.value)} />
      {!isReadable && <p class="wrong">This is no JSON yet; what was here before is kept until it is.</p>}
    </>
  );
}
