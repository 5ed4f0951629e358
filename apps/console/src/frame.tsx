/** What is around every page: the way to each entity type, the space, and the way out. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Navigation } from './navigation.js';
import { pageOf } from './pages.js';
import { useSpace } from './space.js';
import { Drawn } from './ui/drawn.js';
import { addressOf, useRoute } from './ui/route.js';

export function Frame(): JSX.Element {
  const { name, signOut } = useSpace();
  const route = useRoute();
  const [isOpen, setOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const path = route.path.join('/');
  useEffect(() => setOpen(false), [path]);
  return (
    <div class={isOpen ? 'frame open' : 'frame'}>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <header class="bar">
        <button
          type="button"
          class="menu"
          aria-expanded={isOpen}
          aria-controls="navigation"
          onClick={() => setOpen(!isOpen)}
        >
          Menu
        </button>
        <a class="brand" href={addressOf([])}>
          <img src="/site/icon.svg" alt="" />
          Headwater
        </a>
        <span class="grow" />
        <span class="soft">
          Space <strong>{name}</strong>
        </span>
        <button type="button" onClick={signOut}>
          Sign out
        </button>
      </header>
      <Navigation path={route.path} />
      <main id="main" ref={main} tabIndex={-1}>
        <Drawn key={path}>{pageOf(route)}</Drawn>
      </main>
    </div>
  );
}
