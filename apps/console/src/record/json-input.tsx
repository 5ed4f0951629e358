/** Free JSON as text; given on once it can be read. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Common, InputProps } from './input-props.js';

export function JsonInput({ common, value, onChange }: InputProps & { readonly common: Common }): JSX.Element {
  const [text, setText] = useState(value === null || value === undefined ? '' : JSON.stringify(value, null, 2));
  const [isReadable, setReadable] = useState(true);
  const give = (input: HTMLTextAreaElement) => {
    const given = input.value;
    setText(given);
    try {
      onChange(given.trim() === '' ? null : JSON.parse(given));
      setReadable(true);
      input.setCustomValidity('');
    } catch {
      setReadable(false);
      // The form is not sent while it is so.
      input.setCustomValidity('This is no JSON yet.');
    }
  };
  return (
    <>
      <textarea {...common} rows={4} class="code" value={text} onInput={(event) => give(event.currentTarget)} />
      {!isReadable && <p class="wrong">This is no JSON yet; what was here before is kept until it is.</p>}
    </>
  );
}
