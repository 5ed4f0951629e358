/** Which page is at which address. */
import type { JSX } from 'preact';
import { ListPage } from './list/list-page.js';
import { NotFound } from './not-found.js';
import { CreatePage } from './record/create-page.js';
import { RecordPage } from './record/record-page.js';
import { Later } from './ui/later.js';
import type { Route } from './ui/route.js';

/** Places that are no records, as the navigation shows them. */
export const places = [
  { name: '', label: 'Overview' },
  { name: 'import', label: 'Import' },
  { name: 'definitions', label: 'Fields and entity types' },
  { name: 'jobs', label: 'Jobs' },
  { name: 'webhooks', label: 'Webhooks' },
  { name: 'keys', label: 'Keys' },
] as const;

const loadDefinitions = async () => (await import('./definitions/definitions-page.js')).DefinitionsPage;
const loadWebhooks = async () => (await import('./webhooks/webhooks-page.js')).WebhooksPage;
const loadImport = async () => (await import('./import/import-page.js')).ImportPage;
const loadJobs = async () => (await import('./jobs/jobs-page.js')).JobsPage;
const loadKeys = async () => (await import('./keys/keys-page.js')).KeysPage;
const loadDashboard = async () => (await import('./dashboard/dashboard-page.js')).DashboardPage;

export function pageOf({ path, query }: Route): JSX.Element {
  const [place = '', collection = '', id] = path;
  switch (place) {
    case '':
      return <Later key={place} load={loadDashboard} />;
    case 'definitions':
      return <Later key={place} load={loadDefinitions} />;
    case 'webhooks':
      return <Later key={place} load={loadWebhooks} />;
    case 'import':
      return <Later key={place} load={loadImport} />;
    case 'jobs':
      return <Later key={place} load={loadJobs} />;
    case 'keys':
      return <Later key={place} load={loadKeys} />;
    case 'records':
      if (id === undefined) return <ListPage key={collection} collection={collection} query={query} />;
      if (id === 'new') return <CreatePage key={collection} collection={collection} />;
      return <RecordPage key={`${collection}/${id}`} collection={collection} id={id} />;
    default:
      return <NotFound />;
  }
}
