/** CHECKS.md says what the checks and the faults say. `npx vitest run test/checks-page.test.ts -u` writes it. */
import { expect, it } from 'vitest';
import { type Check, levelOf } from '../src/check.js';
import { allChecks } from '../src/checks/all-checks.js';
import { patternOf } from './check-patterns.js';
import { faultsOf } from './faults/all-faults.js';

const faults = Object.entries(faultsOf({ alpha: '', beta: '', scoped: '' }));

it('lists every check and every fault', async () => {
  await expect(page()).toMatchFileSnapshot('../CHECKS.md');
});

function page(): string {
  const families = familiesOf(allChecks);
  const count = faults.reduce((sum, [, list]) => sum + list.length, 0);
  return `# The checks

${allChecks.length} checks, and ${count} servers that are broken on purpose, each in one way. The tests of this package start every one of them and
require that each check named beside it fails; a check that no fault makes fail is not let in. Ids are stable: \`--only\`
takes them and their beginnings. A \`*\` stands for the entity types or operations that the same check is made for.

${[...byArea(families)].map(([area, rows]) => `## ${area}\n\n${checkTable(rows)}`).join('\n\n')}

## Broken servers

${faults.map(([group, list]) => `### ${group}\n\n${faultTable(list)}`).join('\n\n')}
`;
}

interface Family {
  readonly id: string;
  readonly checks: readonly Check[];
}

function familiesOf(checks: readonly Check[]): readonly Family[] {
  const families = new Map<string, Check[]>();
  for (const check of checks) families.set(patternOf(check.id), [...(families.get(patternOf(check.id)) ?? []), check]);
  return [...families].map(([id, members]) => ({ id, checks: members }));
}

function byArea(families: readonly Family[]): Map<string, Family[]> {
  const areas = new Map<string, Family[]>();
  for (const family of families) {
    const area = family.id.split('.', 1)[0] ?? family.id;
    areas.set(area, [...(areas.get(area) ?? []), family]);
  }
  return areas;
}

function checkTable(families: readonly Family[]): string {
  const rows = families.map(({ id, checks: [first, ...others] }) => {
    if (first === undefined) throw new Error(`${id} has no check`);
    const more = others.length === 0 ? '' : ` (${others.length + 1} checks; this is \`${first.id}\`)`;
    const promise = first.sentence.slice(levelOf(first).length + 1);
    return `| \`${id}\` | ${levelOf(first)} | ${cell(promise)}${more} | ${catches(id)} |`;
  });
  return ['| Check | Level | The server … | Faults |', '| --- | --- | --- | ---: |', ...rows].join('\n');
}

/** How many of the broken servers it catches. */
function catches(id: string): number {
  return faults.flatMap(([, list]) => list).filter(({ caughtBy }) => caughtBy.some((each) => patternOf(each) === id))
    .length;
}

function faultTable(list: readonly { readonly name: string; readonly caughtBy: readonly string[] }[]): string {
  const rows = list.map(
    ({ name, caughtBy }) => `| ${cell(name)} | ${[...new Set(caughtBy)].map((id) => `\`${id}\``).join(', ')} |`,
  );
  return ['| A server that … | is caught by |', '| --- | --- |', ...rows].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
}
