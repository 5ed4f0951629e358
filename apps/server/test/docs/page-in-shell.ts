/**
 * Runs the examples of a page on a demo space, in their order and in one shell, and keeps the answers.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type DemoServer, sentTo, startDemoServer } from '../demo-server.js';
import type { Json } from '../test-space.js';

/** Keeps each answer in a file of its section; a form feed ends it. */
const recordingCurl = `
curl() {
  command curl "$@" > last-answer
  { cat last-answer; printf '\\f'; } >> "answers-$section"
  cat last-answer
}`;

export class PageInShell {
  readonly text: string;
  /** Headings, in their order. */
  readonly headings: readonly string[];
  private readonly examples: readonly string[];
  private server: DemoServer | undefined;

  /** @param name of a file in `docs/` */
  constructor(name: string) {
    this.text = readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8');
    const sections = this.text.split(/^#+ /m);
    this.headings = sections.map((text) => text.slice(0, text.indexOf('\n')));
    this.examples = sections.map((text) =>
      [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, lines = '']) => lines).join(''),
    );
  }

  /** Starts a demo server and sends it all examples. */
  async run(): Promise<void> {
    const server = await startDemoServer();
    this.server = server;
    const script = this.examples.map((lines, index) => `section=${index}\n${sentTo(server, lines)}`);
    // No settings of the caller's shell, proxy or curl.
    const surroundings = { cwd: server.folder, env: { PATH: process.env.PATH, HOME: server.folder } };
    await promisify(execFile)('bash', ['-euc', [recordingCurl, ...script].join('\n')], surroundings);
  }

  /** Of the server, which runs until `close`. */
  get url(): string {
    return this.server?.url ?? '';
  }

  async close(): Promise<void> {
    await this.server?.close();
  }

  /** @returns the answers to the examples below a heading, in their order */
  answersOf(heading: string): string[] {
    const path = join(this.server?.folder ?? '', `answers-${this.headings.indexOf(heading)}`);
    return existsSync(path) ? readFileSync(path, 'utf8').split('\f').slice(0, -1) : [];
  }
}

/** What an answer says, without the head that `-i` shows. */
export function bodyOf(answer = ''): Json {
  return JSON.parse(answer.slice(answer.search(/^\{/m))) as Json;
}
