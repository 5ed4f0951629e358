/** Chooses a related record: a box that looks records up by the text that means them. */
import { unwrap } from '@headwater/client';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { EntityType } from '../contract/contract.js';
import type { DataRecord } from '../contract/values.js';
import { useSpace } from '../space.js';
import { useLoaded } from '../ui/loaded.js';
import type { Common, InputProps } from './input-props.js';

const mostFound = 10;

export function RelationInput(props: InputProps & { readonly common: Common }): JSX.Element {
  const { contract } = useSpace();
  const { member } = props;
  const targets = member.links.flatMap(({ target }) => contract.ofName(target) ?? []);
  const [name, setName] = useState(targets[0]?.name);
  const target = targets.find((one) => one.name === name);
  if (target === undefined) return <input {...props.common} disabled value="" />;
  return (
    <>
      {targets.length > 1 && (
        <select
          aria-label={`Entity type of ${props.label}`}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        >
          {targets.map((one) => (
            <option key={one.name} value={one.name}>
              {one.label}
            </option>
          ))}
        </select>
      )}
      <RecordBox {...props} target={target} />
    </>
  );
}

type BoxProps = InputProps & { readonly common: Common; readonly target: EntityType };

function RecordBox({ common, label, member, value, target, onChange }: BoxProps): JSX.Element {
  const { client } = useSpace();
  const { collection, labelMember } = target;
  const [words, setWords] = useState<string>();
  const [place, setPlace] = useState(0);
  const current = useLoaded(
    async (signal) => {
      if (typeof value !== 'string') return undefined;
      const params = { path: { id: value }, query: { 'load-only': labelMember, 'include-deleted': true } };
      const asked = client.GET<{ data: DataRecord }>(`/entities/${collection}/{id}`, { params, signal });
      return (await unwrap(asked).catch(() => undefined))?.data;
    },
    [value, collection],
  );
  const found = useLoaded(
    async (signal) => {
      if (words === undefined) return { records: [], hasMore: false };
      const isNamed = labelMember !== 'id' && words.trim() !== '';
      const query = {
        first: mostFound,
        'load-only': labelMember,
        filter: {
          ...(isNamed && { [labelMember]: words.trim() }),
          ...target.only,
          ...(member.dataSet && { data_set_id: member.dataSet }),
        },
        'filter-op': isNamed ? { [labelMember]: 'icontains' } : {},
        ...(labelMember !== 'id' && { 'order-by': labelMember }),
      };
      const { data, page_info: info } = await unwrap(
        client.GET<{ data: readonly DataRecord[]; page_info: { has_next_page: boolean } }>(`/entities/${collection}`, {
          params: { query },
          signal,
        }),
      );
      return { records: data, hasMore: info.has_next_page };
    },
    [words, collection],
  );
  useEffect(() => setPlace(0), [found.value]);

  const isOpen = words !== undefined;
  const options = found.value?.records ?? [];
  const textOf = (record: DataRecord | undefined) => String(record?.[labelMember] ?? record?.id ?? '');
  const shown = words ?? (typeof value === 'string' ? textOf(current.value) || value : '');
  const choose = (id: string | null) => {
    onChange(id);
    setWords(undefined);
  };
  const byKey = (event: KeyboardEvent) => {
    const at = options[place];
    if (event.key === 'ArrowDown') {
      if (isOpen) setPlace(Math.min(place + 1, options.length - 1));
      else setWords('');
    } else if (event.key === 'ArrowUp') setPlace(Math.max(place - 1, 0));
    else if (event.key === 'Enter' && isOpen) {
      // While others are looked for, those that are shown are the ones of before.
      if (at !== undefined && !found.isLoading) choose(at.id);
    } else if (event.key === 'Escape' && isOpen) setWords(undefined);
    else return;
    event.preventDefault();
  };
  const optionId = (index: number) => `${common.id}-option-${index}`;
  return (
    <div class="combobox">
      <input
        {...common}
        type="text"
        role="combobox"
        autocomplete="off"
        aria-expanded={isOpen}
        aria-controls={`${common.id}-options`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && options.length > 0 ? optionId(place) : undefined}
        placeholder={`Search ${target.label}`}
        value={shown}
        onInput={({ currentTarget: { value: given } }) => {
          if (given === '') onChange(null);
          setWords(given);
        }}
        onKeyDown={byKey}
        onBlur={() => setWords(undefined)}
      />
      {value !== null && value !== undefined && member.isNullable && (
        <button type="button" aria-label={`Clear ${label}`} onClick={() => choose(null)}>
          Clear
        </button>
      )}
      <div id={`${common.id}-options`} role="listbox" aria-label={`${label}: found`} hidden={!isOpen}>
        {options.map((record, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box, which names the option
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box takes the keys
          <div
            key={record.id}
            id={optionId(index)}
            role="option"
            aria-selected={index === place}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(record.id)}
          >
            {textOf(record)}
          </div>
        ))}
        {isOpen && found.value?.hasMore && <div class="soft">There are more: type more of the text.</div>}
        {isOpen && !found.isLoading && options.length === 0 && <div class="soft">Nothing is found.</div>}
      </div>
    </div>
  );
}
