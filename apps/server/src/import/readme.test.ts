import { readFileSync } from 'node:fs';
import { buildCatalog, entityTypes } from '@headwater/catalog';
import { describe, expect, it } from 'vitest';
import { parseMapping } from './mapping/load-mapping.js';
import { planImport } from './mapping/plan-import.js';
import { textFilters } from './mapping/template.js';

const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');

describe('the description of the mapping file', () => {
  it('shows a mapping that works', () => {
    const [, mapping = ''] = /```yaml\n(.*?)```/s.exec(readme) ?? [];
    const { steps } = planImport(parseMapping(mapping, 'README.md'), buildCatalog(entityTypes), new Map());
    expect(steps[0]?.members).toHaveLength(4);
  });

  it('shows a relation whose cell is split', () => {
    const [, member = ''] = /```yaml\n(tags:.*?)```/s.exec(readme) ?? [];
    const members = `members:\n  name: a\n  ${member.trim().replaceAll('\n', '\n  ')}`;
    const step = `name: One\nfile: one.csv\ncollection: Accounts\nkey: name\n${members}`.replaceAll('\n', '\n    ');
    const mapping = parseMapping(`version: 1\nsteps:\n  - ${step}\n`, 'README.md');
    expect(planImport(mapping, buildCatalog(entityTypes), new Map()).steps[0]?.members[1]).toMatchObject({
      rows: [{ split: { column: 'tags', separator: ';' } }],
    });
  });

  it('names every filter', () => {
    for (const filter of Object.keys(textFilters)) expect(readme).toContain(`\`${filter}\``);
  });
});
