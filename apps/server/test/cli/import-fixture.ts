/**
 * A place to import accounts into, on either database; each test takes a space of its own there.
 */
import type { DatabaseName } from '../fixture.js';
import { headwater, type Said } from './headwater.js';
import { type Installation, newInstallation } from './installation.js';
import { SpaceView } from './space-view.js';

export const accountsMapping = `version: 1
variables: { owner: admin@example.com }
steps:
  - name: Accounts
    file: accounts.csv
    collection: Accounts
    key: name
    columns:
      since: { date: D.M.YYYY }
    members:
      name: name
      city: city
      created: since
      owner_id: { variable: owner, lookup: { collection: Clients, by: email } }
      industry_id:
        column: industry
        lookup: { collection: Data, by: option_name, where: { data_set_id: 00000000-0000-0000-0000-0000000d0001 } }
`;

/** Of accounts.csv. */
export const header = 'name,city,since,industry\n';

export interface Counts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly rejected: number;
  readonly passedOver: number;
}

/** @returns what the first step of an import did */
export function countsOf(said: Said): Counts {
  const { created, updated, unchanged, rejected, passedOver } = JSON.parse(said.out).steps[0];
  return { created, updated, unchanged, rejected, passedOver };
}

export class ImportFixture {
  private spaceCount = 0;

  private constructor(readonly place: Installation) {}

  static async open(database: DatabaseName): Promise<ImportFixture> {
    return new ImportFixture(await newInstallation(database));
  }

  run(args: readonly string[]): Promise<Said> {
    return headwater(args, this.place);
  }

  async newSpace(): Promise<{ readonly id: string; readonly view: SpaceView }> {
    this.spaceCount += 1;
    const id = `space-${this.spaceCount}`;
    await this.run(['space', 'create', id]);
    return { id, view: await SpaceView.open(this.place.env, id) };
  }

  importAccounts(space: string, csv: string, ...more: string[]): Promise<Said> {
    this.place.write('accounts.csv', csv);
    const mapping = this.place.write('accounts.yaml', accountsMapping);
    return this.run(['import', mapping, '--space', space, '--json', ...more]);
  }
}
