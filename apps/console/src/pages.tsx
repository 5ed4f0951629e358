/** Which page is at which address. */
import type { JSX } from 'preact';
import { ListPage } from './list/list-page.js';
import { NotFound } from './not-found.js';
import { CreatePage } from './record/create-page.js';
import { RecordPage } from './record/record-page.js';
import type { Route } from './ui/route.js';

/** Places that are no records, as the navigation shows them. */
export const places = [{ name: '', label: 'Overview' }] as const;

export function pageOf({ path, query }: Route): JSX.Element {
  const [place = '', collection = '', id] = path;
  switch (place) {
    case '':
      return <Overview />;
    case 'records':
      if (id === undefined) return <ListPage key={collection} collection={collection} query={query} />;
      if (id === 'new') return <CreatePage key={collection} collection={collection} />;
      return <RecordPage key={`${collection}/${id}`} collection={collection} id={id} />;
    default:
      return <NotFound />;
  }
}

function Overview(): JSX.Element {
  return (
    <>
      <h1>Records of the space</h1>
      <p>Choose an entity type on the left, or look for one by its name.</p>
    </>
  );
}
