/** Imports a CSV file: a collection and a file, then which column is what, then a trial, then the import itself. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useSpace } from '../space.js';
import { Problem } from '../ui/problem.js';
import { importedMembers } from './mapping.js';
import { MappingForm } from './mapping-form.js';
import { readTable, type Table } from './table.js';

export function ImportPage(): JSX.Element {
  const { contract } = useSpace();
  const [collection, setCollection] = useState('');
  const [table, setTable] = useState<Table>();
  const [error, setError] = useState<unknown>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    document.title = 'Import · Headwater';
  }, []);
  const entityType = contract.ofCollection(collection);

  const read = async (file: File | undefined) => {
    setTable(undefined);
    setError(undefined);
    setRound((last) => last + 1);
    try {
      if (file !== undefined) setTable(readTable(await file.arrayBuffer()));
    } catch (problem) {
      setError(problem);
    }
  };
  return (
    <>
      <h1>Import</h1>
      <p class="soft">
        Rows of a CSV file become records; a row with the id of a record changes it. The first line names the columns.
        Nothing is written before you have seen what would come of it.
      </p>
      <div class="record-form">
        <div class="field">
          <label for="import-collection">Into</label>
          <select
            id="import-collection"
            value={collection}
            onChange={(event) => setCollection(event.currentTarget.value)}
          >
            <option value="">Choose an entity type</option>
            {contract.areas.map((area) => (
              <optgroup key={area.name} label={area.name}>
                {area.entityTypes
                  .filter(({ operations }) => operations.has('batch') && operations.has('create'))
                  .map((one) => (
                    <option key={one.collection} value={one.collection}>
                      {one.label}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="import-file">CSV file, in UTF-8</label>
          <input
            id="import-file"
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            onChange={(event) => read(event.currentTarget.files?.[0])}
          />
        </div>
      </div>
      <Problem error={error} />
      {table?.rows.length === 0 && <p class="empty">The file has a head and no rows.</p>}
      {entityType !== undefined && table !== undefined && table.rows.length > 0 && (
        <MappingForm
          key={`${collection}-${round}`}
          entityType={entityType}
          members={importedMembers(entityType)}
          table={table}
        />
      )}
    </>
  );
}
