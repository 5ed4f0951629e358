import { describe, expect, it } from 'vitest';
import { parseTemplate, renderTemplate } from './template.js';

const cells: Readonly<Record<string, string>> = {
  product: 'GTX Pro',
  account: 'Isdom',
  agent: 'Mei-Mei  de la Johns',
  gap: '',
};
const render = (text: string) => renderTemplate(parseTemplate(text), (column) => cells[column] ?? '');

describe('templates', () => {
  it.each([
    ['{product} for {account}', 'GTX Pro for Isdom'],
    ['plain', 'plain'],
    ['{agent | dots}@example.com', 'mei.mei.de.la.johns@example.com'],
    ['{product | dashes | upper}', 'GTX-PRO'],
    ['{account | lower | capital}', 'Isdom'],
    ['{agent | first-word}', 'Mei-Mei'],
    ['{agent | last-words | upper}', 'DE LA JOHNS'],
    ['{account | last-words}', 'Isdom'],
    ['{{x} {account}', '{x} Isdom'],
    ['}', '}'],
  ])('%s becomes %s', (text, wanted) => {
    expect(render(text)).toBe(wanted);
  });

  it('is empty as a whole when a column is empty', () => {
    expect(render('{product} for {gap}')).toBe('');
  });

  it('takes accents off for addresses and keeps other scripts', () => {
    const address = renderTemplate(parseTemplate('{name | dots}'), () => ' Zoë Ñandú-Łuk, Ольга ');
    expect(address).toBe('zoe.nandu.łuk.ольга');
  });

  it.each([
    ['{product | shout}', '"shout" is not one of the filters lower, upper'],
    ['{product', 'has a brace that is not closed'],
    ['{}', 'needs the name of a column'],
  ])('rejects %s', (text, message) => {
    expect(() => parseTemplate(text)).toThrow(message);
  });
});
