/**
 * The floor's writes of contacts: each one transaction, one after the other, answered by what a read gives then.
 */
import { v7 as newUuid } from 'uuid';
import type { Prepared, SqliteConnection } from '../sqlite-connection.js';
import { readStatements } from './read-statements.js';
import { createMembers, writeStatements } from './write-statements.js';

type Body = Readonly<Record<string, unknown>>;

interface JsonRow {
  readonly json: string;
}

export class ContactWriter {
  private lastWrite: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly space: string,
    private readonly statements: { readonly [K in keyof typeof writeStatements]: Prepared<Body> },
    private readonly get: Prepared<JsonRow>,
  ) {}

  static async open(connection: SqliteConnection, space: string): Promise<ContactWriter> {
    const statements = {
      begin: await connection.prepare<Body>(writeStatements.begin),
      commit: await connection.prepare<Body>(writeStatements.commit),
      rollback: await connection.prepare<Body>(writeStatements.rollback),
      nextRevision: await connection.prepare<Body>(writeStatements.nextRevision),
      createContact: await connection.prepare<Body>(writeStatements.createContact),
      createEvent: await connection.prepare<Body>(writeStatements.createEvent),
      updateContact: await connection.prepare<Body>(writeStatements.updateContact),
    };
    return new ContactWriter(space, statements, await connection.prepare<JsonRow>(readStatements.get));
  }

  /** @returns the new record as JSON */
  create(body: Body, linkBase: string): Promise<string> {
    const id = newUuid();
    const name = [body.first_name, body.middle_name, body.last_name].filter(Boolean).join(' ');
    const members = createMembers.map((member) => body[member] ?? null);
    return this.transact(async (revision) => {
      const moment = now();
      await this.statements.createContact(this.space, id, moment, revision, name, ...members);
      await this.statements.createEvent(this.space, newUuid(), moment, revision, id);
      return this.read(id, linkBase);
    });
  }

  /** @returns the record as JSON. @throws Error (rejects) when there is none */
  update(id: string, body: Body, linkBase: string): Promise<string> {
    return this.transact(async (revision) => {
      await this.statements.updateContact(this.space, id, now(), revision, body.position, body.comments);
      return this.read(id, linkBase);
    });
  }

  private async read(id: string, linkBase: string): Promise<string> {
    const [row] = await this.get(this.space, linkBase, id);
    if (!row) throw new Error(`there is no contact ${id}`);
    return row.json;
  }

  private transact<T>(work: (revision: unknown) => Promise<T>): Promise<T> {
    const result = this.lastWrite.then(async () => {
      await this.statements.begin();
      try {
        const [space] = await this.statements.nextRevision(this.space);
        const answer = await work(space?.revision);
        await this.statements.commit();
        return answer;
      } catch (error) {
        await this.statements.rollback();
        throw error;
      }
    });
    this.lastWrite = result.catch(() => {});
    return result;
  }
}

function now(): string {
  return `${new Date().toISOString().slice(0, -1)}000`;
}
