/**
 * A floor under what the service adds to its SQL: a Koa handler over the server's own tables on SQLite, which answers what the server answers.
 * It sends the bytes that one prepared statement gives, or writes a record in one transaction. It checks nothing: no credentials, no bodies,
 * no parameters.
 */
import { createServer } from 'node:http';
import { join } from 'node:path';
import Koa, { type Context } from 'koa';
import type { Synchronous } from '../../databases.js';
import { listen, type RunningFloor } from '../listen.js';
import { readBody } from '../read-body.js';
import { type Prepared, SqliteConnection } from '../sqlite-connection.js';
import { ContactWriter } from './contact-writer.js';
import { readStatements } from './read-statements.js';

interface PageRow {
  readonly id: string;
  readonly created: string;
  readonly json: string;
}

type Reads = { readonly [K in keyof typeof readStatements]: Prepared<PageRow> };

const pageSize = 30;

/** @param dataDir folder of the file that the server made */
export async function startSameAnswerFloor(
  dataDir: string,
  space: string,
  synchronous: Synchronous,
): Promise<RunningFloor> {
  const file = join(dataDir, 'headwater.sqlite');
  const reader = await SqliteConnection.open(file, synchronous);
  const writing = await SqliteConnection.open(file, synchronous);
  const handler = new FloorHandler(space, await prepareReads(reader), await ContactWriter.open(writing, space));
  const app = new Koa();
  app.use((ctx) => handler.answer(ctx));
  return listen(createServer(app.callback()), async () => {
    await reader.close();
    await writing.close();
  });
}

async function prepareReads(reader: SqliteConnection): Promise<Reads> {
  return {
    newest: await reader.prepare(readStatements.newest),
    newestAfter: await reader.prepare(readStatements.newestAfter),
    newestExpanded: await reader.prepare(readStatements.newestExpanded),
    get: await reader.prepare(readStatements.get),
  };
}

class FloorHandler {
  private readonly spacePath: string;
  private readonly collectionPath: string;

  constructor(
    private readonly space: string,
    private readonly reads: Reads,
    private readonly writer: ContactWriter,
  ) {
    this.spacePath = `/api/v100/rest/spaces/${space}/entities/`;
    this.collectionPath = `${this.spacePath}Contacts`;
  }

  async answer(ctx: Context): Promise<void> {
    const linkBase = `http://${ctx.host}${this.spacePath}`;
    const body = await this.bodyOf(ctx, linkBase);
    if (body === undefined) return;
    ctx.status = ctx.method === 'POST' ? 201 : 200;
    ctx.type = 'application/json';
    ctx.body = body;
  }

  /** @returns undefined for what the benchmark does not ask for */
  private async bodyOf(ctx: Context, linkBase: string): Promise<string | undefined> {
    if (ctx.path === this.collectionPath) {
      if (ctx.method === 'GET') return this.list(ctx.query, linkBase);
      return record(await this.writer.create(JSON.parse(await readBody(ctx.req)), linkBase));
    }
    if (!ctx.path.startsWith(`${this.collectionPath}/`)) return undefined;
    const id = ctx.path.slice(this.collectionPath.length + 1);
    if (ctx.method === 'PATCH') {
      return record(await this.writer.update(id, JSON.parse(await readBody(ctx.req)), linkBase));
    }
    const [row] = await this.reads.get(this.space, linkBase, id);
    return row && record(row.json);
  }

  private async list(query: Context['query'], linkBase: string): Promise<string> {
    if (query.after !== undefined) {
      const [created, id] = JSON.parse(Buffer.from(String(query.after), 'base64').toString()) as string[];
      return page(await this.reads.newestAfter(this.space, linkBase, created, id), true);
    }
    const read = query.expand === undefined ? this.reads.newest : this.reads.newestExpanded;
    return page(await read(this.space, linkBase), false);
  }
}

function record(json: string): string {
  return `{"success":true,"data":${json}}`;
}

function page(rows: readonly PageRow[], hasPrevious: boolean): string {
  const shown = rows.slice(0, pageSize);
  const info = {
    start_cursor: cursorOf(shown[0]),
    end_cursor: cursorOf(shown.at(-1)),
    has_previous_page: hasPrevious,
    has_next_page: rows.length > pageSize,
  };
  return `{"success":true,"page_info":${JSON.stringify(info)},"data":[${shown.map(({ json }) => json).join(',')}]}`;
}

function cursorOf(row: PageRow | undefined): string | null {
  return row === undefined ? null : Buffer.from(JSON.stringify([row.created, row.id])).toString('base64');
}
