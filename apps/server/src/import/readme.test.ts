import { readFileSync } from 'node:fs';
import { buildCatalog, entityTypes } from '@headwater/catalog';
import { describe, expect, it } from 'vitest';
import { parseMapping } from './load-mapping.js';
import { planImport } from './plan-import.js';
import { textFilters } from './text-filters.js';

const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');

describe('the description of the mapping file', () => {
  it('shows a mapping that works', () => {
    const [, mapping = ''] = /```yaml\n(.*?)```/s.exec(readme) ?? [];
    const { steps } = planImport(parseMapping(mapping, 'README.md'), buildCatalog(entityTypes), new Map());
    expect(steps[0]?.members).toHaveLength(4);
  });

  it('names every filter', () => {
    for (const filter of Object.keys(textFilters)) expect(readme).toContain(`\`${filter}\``);
  });
});
