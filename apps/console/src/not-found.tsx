/** What is shown where there is no page, no entity type or no record. */
import type { JSX } from 'preact';

export function NotFound(): JSX.Element {
  return (
    <>
      <h1>Not found</h1>
      <p>The console has no such page. The space may have no such entity type any more.</p>
    </>
  );
}
