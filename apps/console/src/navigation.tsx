/** The entity types of the space by area, with a box to find one. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { EntityType } from './contract/contract.js';
import { places } from './pages.js';
import { useSpace } from './space.js';
import { addressOf } from './ui/route.js';

export function Navigation({ path }: { readonly path: readonly string[] }): JSX.Element {
  const { contract } = useSpace();
  const [words, setWords] = useState('');
  const [at, collection] = path;
  const isFound = ({ label, name }: EntityType) =>
    `${label} ${name}`.toLowerCase().includes(words.toLowerCase().trim());
  return (
    <nav id="navigation" aria-label="Console">
      <ul>
        {places.map(({ name, label }) => (
          <li key={name}>
            <a href={addressOf(name === '' ? [] : [name])} aria-current={(at ?? '') === name ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
      <input
        type="search"
        aria-label="Find an entity type"
        placeholder="Find an entity type"
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
      />
      {contract.areas.map(({ name, isFolded, entityTypes }) => {
        const found = entityTypes.filter(isFound);
        const isHere = at === 'records' && found.some((one) => one.collection === collection);
        if (found.length === 0) return undefined;
        return (
          <details key={name} open={!isFolded || isHere || words !== ''}>
            <summary>{name}</summary>
            <ul>
              {found.map((one) => (
                <li key={one.collection}>
                  <a
                    href={addressOf(['records', one.collection])}
                    aria-current={isHere && one.collection === collection ? 'page' : undefined}
                  >
                    {one.label}
                  </a>
                </li>
              ))}
            </ul>
          </details>
        );
      })}
    </nav>
  );
}
