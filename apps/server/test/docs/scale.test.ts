/** docs/scale.md: its commands work, from a SQLite file to PostgreSQL. Those of many machines are run by test/citus. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { headwater } from '../cli/headwater.js';
import { newInstallation } from '../cli/installation.js';

const page = readFileSync(new URL('../../../../docs/scale.md', import.meta.url), 'utf8');

it('has commands that work, in their order', async () => {
  const [file, database] = [await newInstallation('sqlite', 'nothing'), await newInstallation('postgres')];
  try {
    const commands = [...page.matchAll(/^(HEADWATER_DATABASE_URL=\S+ )?headwater (.+)$/gm)];
    expect(commands.length).toBeGreaterThan(6);
    for (const [line, onDatabase, text = ''] of commands) {
      const args = [...text.replace('/srv/backups/move', join(file.folder, 'move')).matchAll(/"([^"]*)"|(\S+)/g)];
      const { env } = onDatabase === undefined ? file : database;
      const said = await headwater(
        args.map(([, quoted, plain]) => quoted ?? plain ?? ''),
        { env },
      );
      expect(said, line).toMatchObject({ code: 0 });
    }
    const { out } = await headwater(['space', 'list'], { env: database.env });
    expect(out).toContain('acme');
  } finally {
    await file.drop();
    await database.drop();
  }
});
