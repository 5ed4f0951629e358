import { expect, it } from 'vitest';
import { renderMarkdown, renderText, type Table } from './table.js';

const table: Table = {
  columns: [
    { title: 'Case', alignment: 'left' },
    { title: 'ms', alignment: 'right' },
  ],
  rows: [
    ['Get by id', '0.1'],
    ['List', '12.34'],
  ],
};

it('aligns text', () => {
  expect(renderText(table)).toBe(
    ['Case          ms', '---------  -----', 'Get by id    0.1', 'List       12.34'].join('\n'),
  );
});

it('writes Markdown', () => {
  expect(renderMarkdown(table)).toBe(
    ['| Case | ms |', '| --- | ---: |', '| Get by id | 0.1 |', '| List | 12.34 |'].join('\n'),
  );
});
