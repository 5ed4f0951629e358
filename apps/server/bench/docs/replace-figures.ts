/**
 * The part of docs/benchmark.md that a command writes. Pure.
 */

const begin = '<!-- figures: written by npm run bench:docs -->\n';
const end = '\n<!-- end of figures -->';

/**
 * @param page the whole text
 * @param figures Markdown
 * @returns the page with these figures in place of those it has
 * @throws Error when the page has no place for them
 */
export function replaceFigures(page: string, figures: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the page has no lines "${begin.trim()}" and "${end.trim()}"`);
  return `${page.slice(0, from + begin.length)}\n${figures.trim()}\n${page.slice(to)}`;
}
