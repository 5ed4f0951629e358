/** What the first rows become, a trial of all of them, and the import with its progress. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { EntityType } from '../contract/contract.js';
import type { Member } from '../contract/member.js';
import { textOf } from '../contract/values.js';
import { useSpace } from '../space.js';
import { DataTable } from '../ui/data-table.js';
import { newKey } from '../ui/new-key.js';
import { Problem } from '../ui/problem.js';
import { addressOf } from '../ui/route.js';
import type { Row } from './mapping.js';
import { batchesOf, type Outcome, sendBatch } from './write-rows.js';

interface Props {
  readonly entityType: EntityType;
  readonly members: readonly Member[];
  readonly rows: readonly Row[];
  /** Is called with true when a run begins that needs these rows up to its end, and with false when it is over. */
  readonly onRunning: (isRunning: boolean) => void;
}

const shownRows = 5;
/** Rejected rows. */
const listedAtOnce = 100;
const nothing: Outcome = { accepted: 0, rejected: [] };

type Stage = 'preview' | 'trial' | 'tried' | 'import' | 'imported';

export function Preview({ entityType, members, rows, onRunning }: Props): JSX.Element {
  const { client } = useSpace();
  const { collection, label } = entityType;
  const readable = rows.filter(({ problems }) => problems.length === 0);
  const unreadable = rows
    .filter(({ problems }) => problems.length > 0)
    .map(({ line, problems }) => ({ line, reason: `${problems.join('; ')}.` }));
  const batches = batchesOf(readable);
  const [stage, setStage] = useState<Stage>('preview');
  // The same for every attempt, so that a batch whose answer was lost is not written twice.
  const [key] = useState(newKey);
  const [sent, setSent] = useState(0);
  const [outcome, setOutcome] = useState(nothing);
  const [error, setError] = useState<unknown>();
  const [listed, setListed] = useState(listedAtOnce);
  const [over] = useState(() => new AbortController());
  useEffect(() => () => over.abort(), []);

  const isImporting = stage === 'import';
  const isSending = (stage === 'trial' || isImporting) && error === undefined;
  // An import that has stopped goes on with the same rows: under others its key would mean something else.
  const isRunning = isSending || isImporting;
  useEffect(() => {
    onRunning(isRunning);
    return () => onRunning(false);
  }, [isRunning]);
  useEffect(() => {
    if (!isImporting) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isImporting]);

  /** Goes on with the first batch that has not been answered; ends with the batch under way when the page is left. */
  const run = async (isTrial: boolean, from: number, before: Outcome) => {
    setStage(isTrial ? 'trial' : 'import');
    setError(undefined);
    let sum = before;
    try {
      for (let at = from; at < batches.length; at += 1) {
        if (over.signal.aborted) return;
        setSent(at);
        setOutcome(sum);
        const one = await sendBatch(client, collection, batches[at] ?? [], isTrial ? undefined : `${key}-${at}`);
        sum = { accepted: sum.accepted + one.accepted, rejected: [...sum.rejected, ...one.rejected] };
      }
      setSent(batches.length);
      setOutcome(sum);
      setStage(isTrial ? 'tried' : 'imported');
    } catch (problem) {
      setError(problem);
    }
  };
  const isTrial = stage === 'trial' || stage === 'tried';
  const rejected = [...unreadable, ...outcome.rejected].sort((one, other) => one.line - other.line);
  const shown = members.filter(({ name }) => rows.some(({ body }) => name in body));
  return (
    <>
      <h2>Preview</h2>
      <DataTable
        label="Preview"
        rows={rows.slice(0, shownRows)}
        keyOf={({ line }) => String(line)}
        columns={{
          Row: ({ line }) => line,
          ...Object.fromEntries(
            shown.map((member) => [member.label, ({ body }: Row) => textOf(body[member.name], member)]),
          ),
        }}
      />
      <p>
        {rows.length.toLocaleString()} rows, of which {readable.length.toLocaleString()} can be read.
      </p>
      <div class="tools">
        {stage === 'preview' && (
          <button type="button" class="main" disabled={readable.length === 0} onClick={() => run(true, 0, nothing)}>
            Try without writing
          </button>
        )}
        {stage === 'tried' && (
          <button type="button" class="main" disabled={outcome.accepted === 0} onClick={() => run(false, 0, nothing)}>
            Import {outcome.accepted.toLocaleString()} rows
          </button>
        )}
        {error !== undefined && (
          <button type="button" class="main" onClick={() => run(stage === 'trial', sent, outcome)}>
            Go on
          </button>
        )}
      </div>
      {isSending && <progress aria-label={stage === 'trial' ? 'Trial' : 'Import'} max={batches.length} value={sent} />}
      <Problem error={error} />
      <p role="status">
        {stage === 'tried' &&
          `${outcome.accepted.toLocaleString()} rows would be written, ${rejected.length.toLocaleString()} would not. Nothing is written yet.`}
        {stage === 'imported' &&
          `${outcome.accepted.toLocaleString()} rows are written, ${rejected.length.toLocaleString()} are not.`}
        {isImporting && `${outcome.accepted.toLocaleString()} rows are written.`}
      </p>
      {stage === 'imported' && <a href={addressOf(['records', collection])}>The list of {label}</a>}
      {rejected.length > 0 && (
        <>
          <h3>{isTrial || stage === 'preview' ? 'Rows that would be rejected' : 'Rows that were rejected'}</h3>
          <DataTable
            label="Rejected rows"
            rows={rejected.slice(0, listed)}
            keyOf={({ line }) => String(line)}
            columns={{ Row: ({ line }) => line, Reason: ({ reason }) => reason }}
          />
          {rejected.length > listed && (
            <p class="tools">
              <button type="button" onClick={() => setListed(listed + listedAtOnce)}>
                More rejected rows
              </button>
              <span class="soft">
                The first {listed.toLocaleString()} of {rejected.length.toLocaleString()} are shown.
              </span>
            </p>
          )}
        </>
      )}
    </>
  );
}
