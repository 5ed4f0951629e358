/**
 * As many fields as an entity type may have are shown together and one by one, in every way that records are shown.
 */
import { expect, it } from 'vitest';
import { catalogWith, moneyField, valueField } from './custom-fields.js';
import { onEachCustomSpace } from './custom-space.js';

/** More members than one call of a function takes on either database. */
const fields = Array.from({ length: 500 }, (_, index) => {
  const [number, name] = [1000 + index, `cf_of_many_${index}`];
  if (index % 100 === 99) return moneyField(number, name);
  return index % 2 === 0 ? valueField(number, name, 'string') : valueField(number, name, 'integer');
});

onEachCustomSpace((running) => {
  it('a record with 500 fields is answered by every API', async () => {
    const space = running.space.redefined(catalogWith({ Contact: fields }));
    const values = Object.fromEntries(
      fields.map(({ name, kind }, index) => [name, kind === 'money' ? null : index % 2 === 0 ? `}{",${index}` : index]),
    );
    const made = await space.newContact(values);
    expect(made).toMatchObject(values);
    const only = Object.fromEntries(Object.keys(made).map((name) => [name, {}]));
    expect(await space.get('Contact', made.id, { kind: 'rest', expand: {}, only })).toEqual(made);
    expect(await space.get('Contact', made.id, { kind: 'legacy' })).toMatchObject(values);
    // Longer than a name of PostgreSQL's may be.
    const alias = (name: string) => `${name}_${'x'.repeat(60)}`;
    const members = Object.keys(values).map((name) => ({ kind: 'value', as: alias(name), field: name }) as const);
    const plain = members.filter(({ field }) => values[field] !== null);
    const shown = await space.get('Contact', made.id, { kind: 'members', members: plain });
    for (const { as, field } of plain) expect(shown[as], field).toBe(values[field]);
  });
});
