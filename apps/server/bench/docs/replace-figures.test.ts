import { expect, it } from 'vitest';
import { replaceFigures } from './replace-figures.js';

const page = (figures: string) =>
  `# Page\n\n<!-- figures: written by npm run bench:docs -->\n\n${figures}\n\n<!-- end of figures -->\n\nMore.\n`;

it('replaces what is between the marks, as often as it is done', () => {
  expect(replaceFigures(page('old'), 'new\n')).toBe(page('new'));
  expect(replaceFigures(replaceFigures(page('old'), 'first'), 'second')).toBe(page('second'));
});

it('rejects a page without the marks', () => {
  expect(() => replaceFigures('# Page', 'new')).toThrow('has no lines');
});
