/**
 * Spaces whose schemas are changed by files, on either database.
 */

import { systemCall } from '../../src/records/call.js';
import { listRecords } from '../../src/records/read/list-records.js';
import { headwater, type Said } from '../cli/headwater.js';
import { type Installation, newInstallation } from '../cli/installation.js';
import { SpaceView } from '../cli/space-view.js';
import type { DatabaseName } from '../fixture.js';

export class SchemaFixture {
  private spaceCount = 0;
  private readonly views: SpaceView[] = [];

  private constructor(readonly place: Installation) {}

  static async open(database: DatabaseName): Promise<SchemaFixture> {
    return new SchemaFixture(await newInstallation(database));
  }

  async newSpace(): Promise<SchemaSpace> {
    this.spaceCount += 1;
    const id = `space-${this.spaceCount}`;
    await headwater(['space', 'create', id], this.place);
    const view = await SpaceView.open(this.place.env, id);
    this.views.push(view);
    return new SchemaSpace(id, this.place, view);
  }

  run(...args: string[]): Promise<Said> {
    return headwater(['schema', ...args], this.place);
  }

  async close(): Promise<void> {
    for (const view of this.views) await view.close();
    await this.place.drop();
  }
}

export class SchemaSpace {
  constructor(
    readonly id: string,
    private readonly place: Installation,
    readonly view: SpaceView,
  ) {}

  /** @returns what `headwater schema diff` or `apply` says of a file with this text; the file is called `schema.yaml` there */
  async give(command: 'diff' | 'apply', text: string, ...options: string[]): Promise<Said> {
    const file = this.place.write('schema.yaml', text);
    const said = await headwater(['schema', command, file, '--space', this.id, ...options], this.place);
    return { ...said, error: said.error.replaceAll(file, 'schema.yaml') };
  }

  /** @throws Error when the file is rejected */
  async apply(text: string, ...options: string[]): Promise<string[]> {
    const said = await this.give('apply', text, ...options);
    if (said.code !== 0) throw new Error(said.error);
    return linesOf(said.out);
  }

  async diff(text: string): Promise<string[]> {
    return linesOf((await this.give('diff', text)).out);
  }

  async export(): Promise<string> {
    return (await headwater(['schema', 'export', '--space', this.id], this.place)).out;
  }

  /** @returns all records of an entity type that the space knows, by name */
  async records(entityType: string, members: readonly string[]): Promise<Readonly<Record<string, unknown>>[]> {
    const { texts } = await listRecords(await this.view.deps.stores.of(this.id), systemCall(this.id), {
      entityType,
      filter: null,
      sort: [{ path: ['name'], descending: false, at: 'order-by' }],
      window: { kind: 'offset', limit: null, offset: 0 },
      includeDeleted: false,
      selection: { kind: 'rest', expand: {}, only: Object.fromEntries(members.map((member) => [member, {}])) },
      withTotal: false,
    });
    return texts.map((text): Readonly<Record<string, unknown>> => JSON.parse(text));
  }

  /** @returns what the export says of a section */
  async section(name: string): Promise<string> {
    const text = await this.export();
    const [, section = ''] = new RegExp(`^${name}:(.*(?:\\n(?: .*)?)*)`, 'm').exec(text) ?? [];
    return section.trim();
  }
}

export function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}
