/** The spec's own rules, each seen to pass and to fail. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { bundleDocument } from '../openapi/bundle-document.js';
import { loadSpec, specFolder } from '../spec/load-spec.js';
import { checkExtensionKeys, checkNamesAgree, runRedocly } from './lint-spec.js';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function specWith(described: string, used: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'headwater-lint-'));
  folders.push(folder);
  mkdirSync(join(folder, 'openapi'));
  writeFileSync(join(folder, 'extensions.md'), `| \`${described}\` | text | It. |\n`);
  writeFileSync(join(folder, 'openapi/A.yaml'), `a: [{ ${used}: 1 }]\n`);
  return folder;
}

describe('x- keys', () => {
  it('are fine when each is described and used', () => {
    expect(checkExtensionKeys(specWith('x-a', 'x-a'))).toEqual([]);
  });

  it('are reported when not described, and when described but not used', () => {
    expect(checkExtensionKeys(specWith('x-a', 'x-b'))).toEqual([
      'openapi/A.yaml: x-b is not described in extensions.md',
      'extensions.md: no file uses x-a',
    ]);
  });
});

describe('names', () => {
  const team = { name: 'Team', fields: [], operations: [], graphql: { many: 'teams', one: 'team' } };
  const document = { components: { schemas: { Team: { properties: { first_name: {}, owner: {} } } } } };

  it('agree when every member of one api is a member of the other', () => {
    expect(checkNamesAgree([team], document, 'type Query { t: Team } type Team { firstName: Int owner: Int }')).toEqual(
      [],
    );
  });

  it('are reported on the side that lacks them', () => {
    expect(checkNamesAgree([team], document, 'type Query { t: Team } type Team { owner: Int size: Int }')).toEqual([
      'Team.firstName is missing in GraphQL',
      'Team.size is missing in REST v100',
    ]);
  });
});

describe('Redocly', () => {
  it('accepts our documents and rejects one with an undescribed operation', { timeout: 30_000 }, () => {
    const v1 = bundleDocument(loadSpec(), 'v1');
    expect(runRedocly(specFolder, { v1 })).toBe('');
    const undescribed = JSON.parse(JSON.stringify(v1));
    delete undescribed.paths['/{space_name}'].get.description;
    expect(runRedocly(specFolder, { undescribed })).toContain('operation-description');
  });
});
