/** Draws a value of a record: a relation as the way to the related record, all else as text. */
import type { JSX } from 'preact';
import type { Member } from '../contract/member.js';
import { type DataRecord, referenceOf, textOf } from '../contract/values.js';
import { useSpace } from '../space.js';
import { addressOf } from './route.js';
import { useCurrencies } from './use-currencies.js';

export function Value({ record, member }: { readonly record: DataRecord; readonly member: Member }): JSX.Element {
  const { contract } = useSpace();
  const currencies = useCurrencies(member.kind === 'money');
  if (member.kind === 'relation') {
    const reference = referenceOf(record, member, contract);
    if (reference === undefined) return <Nothing />;
    const { collection, id, label } = reference;
    return (
      <a href={addressOf(['records', collection, id])}>
        {label || `${contract.ofCollection(collection)?.name ?? ''} ${id.slice(0, 8)}`}
      </a>
    );
  }
  const text = textOf(record[member.name], member, currencies);
  if (text === '') return <Nothing />;
  if (member.kind === 'json') {
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    return <pre tabIndex={0}>{text}</pre>;
  }
  // Formulas make texts of several lines in members that are usually one line.
  return <span class={text.includes('\n') ? 'lines' : undefined}>{text}</span>;
}

function Nothing(): JSX.Element {
  return <span class="soft">–</span>;
}
