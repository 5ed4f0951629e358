/** Which column is which member, and values for what the file does not have; then a preview of what the rows become. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { EntityType } from '../contract/contract.js';
import type { Member } from '../contract/member.js';
import type { Values } from '../record/record-form.js';
import { ValueInput } from '../record/value-input.js';
import { useSpace } from '../space.js';
import { Problem } from '../ui/problem.js';
import { findRecords } from './find-records.js';
import { guessMapping, type Mapping, type Row, rowsOf } from './mapping.js';
import { Preview } from './preview.js';
import type { Table } from './table.js';

interface Props {
  readonly entityType: EntityType;
  readonly members: readonly Member[];
  readonly table: Table;
}

export function MappingForm({ entityType, members, table }: Props): JSX.Element {
  const { client, contract } = useSpace();
  const [mapping, setMapping] = useState<Mapping>(() => guessMapping(table, members));
  const [forAll, setForAll] = useState<Values>({});
  const [rows, setRows] = useState<readonly Row[]>();
  const [round, setRound] = useState(0);
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const isChange = mapping.includes('id');
  // What a create must set and the file does not.
  const missing = members.filter(({ name, isRequired }) => isRequired && !isChange && !mapping.includes(name));

  const change = (act: () => void) => {
    setRows(undefined);
    act();
  };
  const preview = async () => {
    setBusy(true);
    setError(undefined);
    setRows(undefined);
    setRound((last) => last + 1);
    try {
      const find = await findRecords(client, contract, table, mapping, members);
      const names = missing.map(({ name }) => name);
      const kept = Object.fromEntries(
        Object.entries(forAll).filter(([name, value]) => names.includes(name) && value !== null),
      );
      setRows(rowsOf(table, mapping, members, kept, find));
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <fieldset class="plain" disabled={isBusy || isRunning}>
        <h2>Columns</h2>
        <div class="record-form">
          {table.columns.map((column, at) => (
            <div key={at} class="field">
              <label for={`column-${at}`}>{column}</label>
              <select
                id={`column-${at}`}
                value={mapping[at] ?? ''}
                onChange={({ currentTarget: { value } }) =>
                  change(() => setMapping(mapping.map((one, index) => (index === at ? value || undefined : one))))
                }
              >
                <option value="">Leave it out</option>
                {members.map(({ name, label }) => (
                  <option key={name} value={name} disabled={name !== mapping[at] && mapping.includes(name)}>
                    {label}
                  </option>
                ))}
              </select>
              <span class="soft">such as {table.rows[0]?.cells[at] || 'nothing'}</span>
            </div>
          ))}
        </div>
        {missing.length > 0 && (
          <>
            <h2>For all rows</h2>
            <p class="soft">The file has no column for these, and every record needs them.</p>
            <div class="record-form">
              {missing.map((member) => (
                <ValueInput
                  key={member.name}
                  id={`for-all-${member.name}`}
                  label={member.label}
                  member={member}
                  value={forAll[member.name]}
                  onChange={(value) => change(() => setForAll({ ...forAll, [member.name]: value }))}
                />
              ))}
            </div>
          </>
        )}
        <div class="tools">
          <button type="button" class="main" disabled={mapping.every((name) => name === undefined)} onClick={preview}>
            {isBusy ? 'Reading …' : 'Preview'}
          </button>
        </div>
      </fieldset>
      <Problem error={error} />
      {rows !== undefined && (
        <Preview key={round} entityType={entityType} members={members} rows={rows} onRunning={setRunning} />
      )}
    </>
  );
}
