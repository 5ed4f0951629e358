/**
 * The page about schemas as files: its commands work in their order, and say what the page says.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { headwater, type Said } from '../cli/headwater.js';
import { type Installation, newInstallation } from '../cli/installation.js';

const page = readFileSync(new URL('../../../../docs/schema.md', import.meta.url), 'utf8');
const blocks = [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({
  language,
  text,
}));
const said: { readonly command: string; readonly answer: Said }[] = [];
let place: Installation;

const blocksIn = (language: string) => blocks.filter((block) => block.language === language).map(({ text }) => text);
const answerTo = (command: string) => said.find((one) => one.command.startsWith(command))?.answer;

beforeAll(async () => {
  place = await newInstallation('sqlite');
  place.write('fleet.yaml', blocksIn('yaml')[0] ?? '');
  for (const command of blocksIn('sh').join('').trim().split('\n')) {
    // Files of the page lie in the place's folder.
    const args = command
      .split(' ')
      .slice(1)
      .map((arg) => (arg.endsWith('.yaml') ? join(place.folder, arg) : arg));
    said.push({ command, answer: await headwater(args, place) });
  }
}, 60_000);

afterAll(() => place.drop());

it('has commands that work; only the first comparison finds differences', () => {
  const codes = said.map(({ command, answer }) => [command, answer.code]);
  expect(codes).toEqual(
    said.map(({ command }) => [command, command.startsWith('headwater schema diff fleet.yaml') ? 1 : 0]),
  );
  expect(said).toHaveLength(9);
});

it('shows what the comparison says, and what is then done', () => {
  const [differences] = blocksIn('text');
  expect(answerTo('headwater schema diff fleet.yaml')?.out).toBe(differences);
  expect(answerTo('headwater schema apply fleet.yaml --space staging')?.out).toBe(differences);
});

it('shows what is said of an error', async () => {
  const wrong = place.write('fleet.yaml', (blocksIn('yaml')[0] ?? '').replace('calc_value: 0', 'calc_valeu: 0'));
  const { error } = await headwater(['schema', 'diff', wrong, '--space', 'staging'], place);
  expect(error.replaceAll(wrong, 'fleet.yaml')).toContain(blocksIn('text')[1]);
});
