/**
 * The guides that need no test of their own: each of their examples runs on the demo space, in its order and in one shell, and is answered
 * without an error.
 */
import { describe, expect, it } from 'vitest';
import { bodyOf, PageInShell } from './page-in-shell.js';

const guides: readonly (readonly [name: string, requests: number])[] = [
  ['first-steps.md', 6],
  ['custom-fields.md', 10],
  ['merging.md', 6],
  ['graphql.md', 3],
  ['agenda.md', 3],
  ['key-figures.md', 1],
];

describe.each(guides)('%s', (name, requests) => {
  it('has examples that run', async () => {
    const page = new PageInShell(name);
    try {
      await page.run();
      const answers = page.headings.flatMap((heading) => page.answersOf(heading));
      expect(answers).toHaveLength(requests);
      for (const answer of answers) {
        const body = bodyOf(answer);
        expect(body, answer).not.toHaveProperty('errors');
        // REST says success, GraphQL has data; a rejection has neither.
        expect(body.success === true || body.data instanceof Object, answer).toBe(true);
        // An example that finds nothing shows nothing.
        if (Array.isArray(body.data)) expect(body.data, answer).not.toEqual([]);
      }
    } finally {
      await page.close();
    }
  });
});
