/** What the service still carries out in stored records, with its progress; read again by itself. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useSpace } from '../space.js';
import { Busy } from '../ui/busy.js';
import { DataTable } from '../ui/data-table.js';
import { useLoaded } from '../ui/loaded.js';
import { Problem } from '../ui/problem.js';
import { addressOf } from '../ui/route.js';
import { type Job, readJobs } from './jobs.js';

/** What is done, and what holds until it is done. */
const meanings: Readonly<Record<string, string>> = {
  'recompute-values': 'Values are computed by the new definition. Records not yet reached show the old ones.',
  'hold-values': 'Stored values become unique. Nobody writes a value twice already.',
  'release-values': 'Stored values may be shared again.',
  'forget-values': 'Values of the deleted field are removed. No answer has them already.',
  'delete-records': 'Records of the deleted entity type are deleted. Its collection is gone already.',
  'restore-records': 'Records of the restored entity type come back.',
};

const pause = { working: 1_500, idle: 10_000 } as const;

export function JobsPage(): JSX.Element {
  const { client } = useSpace();
  const { value, error, isLoading, reload } = useLoaded((signal) => readJobs(client, signal), [client]);
  const [last, setLast] = useState<readonly Job[]>([]);
  const [done, setDone] = useState('');
  useEffect(() => {
    document.title = 'Jobs · Headwater';
  }, []);
  useEffect(() => {
    if (value === undefined) return undefined;
    const next = setTimeout(reload, error === undefined && value.length > 0 ? pause.working : pause.idle);
    return () => clearTimeout(next);
  }, [value, error]);
  useEffect(() => {
    if (value === undefined) return;
    const over = last.filter(({ key }) => !value.some((job) => job.key === key)).map(({ name }) => name);
    if (over.length > 0) setDone(`Done: ${over.join(', ')}.`);
    setLast(value);
  }, [value]);
  return (
    <>
      <div class="head">
        <h1>Jobs</h1>
        <button type="button" onClick={reload}>
          Read again
        </button>
      </div>
      <p class="soft">
        A change of a field or an entity type holds at once; what it means for many stored records is done in the
        background, in steps that survive a restart of the server. Imports run in the page that began them.
      </p>
      <p role="status">{done}</p>
      <Problem error={error} />
      {value === undefined && isLoading && <Busy what="jobs" />}
      {value?.length === 0 && (
        <p class="empty">
          Nothing is waiting or running. Work shows here after a formula or roll-up was defined, a field became unique
          or was deleted with its values, or an entity type was deleted with its records or restored. What is computed
          again after a restore does not show.
        </p>
      )}
      {value !== undefined && value.length > 0 && (
        <>
          <DataTable
            label="Jobs"
            rows={value}
            keyOf={({ key }) => key}
            columns={{
              For: ({ name, collection, id }) => <a href={addressOf(['records', collection, id])}>{name}</a>,
              What: ({ action }) => meanings[action] ?? action,
              State: ({ isRunning }) => (isRunning ? 'running' : 'waiting'),
              Progress: (job) => <Progress {...job} />,
            }}
          />
          <p class="soft">
            What fails is tried again by itself. Where nothing comes on for minutes, the log of the server says why.
          </p>
        </>
      )}
    </>
  );
}

function Progress({ name, done, total }: Job): JSX.Element {
  if (total === null) return <progress aria-label={`Progress of ${name}`} />;
  return (
    <>
      <progress aria-label={`Progress of ${name}`} max={Math.max(total, 1)} value={done} /> {done.toLocaleString()} of{' '}
      {total.toLocaleString()}
    </>
  );
}
