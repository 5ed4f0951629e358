import { buildCatalog, entityTypes, type ReferenceField, type ValueField } from '@headwater/catalog';
import { describe, expect, it } from 'vitest';
import { type Dialect, postgres, sqlite } from '../dialects/dialect.js';
import { Lookups, seenRevision } from './lookups.js';

const catalog = buildCatalog(entityTypes);
const client = catalog.existing('Client');
const product = catalog.existing('Product');
const field = <Kind>(entityType: string, name: string) => catalog.field(entityType, name) as Kind;

describe('Lookups', () => {
  it('asks nothing when nothing is wanted', () => {
    expect(new Lookups(sqlite, 'acme').statement()).toBeUndefined();
  });

  it('asks one fact plainly', () => {
    const lookups = new Lookups(sqlite, 'acme');
    const fact = lookups.stateOf(client, 'a');
    expect(lookups.statement()).toEqual({
      text: `SELECT (SELECT CASE WHEN t."is_deleted" THEN 'deleted' ELSE 'present' END FROM "clients" t WHERE t.space_id = ?1 AND t.id = ?2) AS f0`,
      values: ['acme', 'a'],
      touches: [{ table: 'clients', ids: ['a'] }],
    });
    lookups.take({ f0: 'present' });
    expect(lookups.found(fact)).toBe('present');
  });

  it('says what it reads of records, where that is all', () => {
    const touchedBy = (ask: (lookups: Lookups) => void) => {
      const lookups = new Lookups(postgres, 'acme');
      ask(lookups);
      return lookups.statement()?.touches;
    };
    const sku = field<ValueField>('Product', 'sku');
    expect(touchedBy((lookups) => lookups.holderOf(product, sku, 'A', 'a'))).toEqual([{ table: 'products' }]);
    const unit = field<ReferenceField>('Client', 'default_unit_id');
    expect(touchedBy((lookups) => lookups.memberOf(client, 'a', unit))).toEqual([{ table: 'clients', ids: ['a'] }]);
    expect(touchedBy((lookups) => lookups.stateOf(catalog.existing('Activity'), 'a'))).toBeUndefined();
    expect(touchedBy((lookups) => lookups.ask('one', [], () => '1'))).toBeUndefined();
  });

  it('asks how far the history has come where others may write meanwhile', () => {
    const columnsOf = (dialect: Dialect) => {
      const lookups = new Lookups(dialect, 'acme');
      lookups.stateOf(client, 'a');
      return lookups.statement()?.text.match(/ AS (\w+)/g);
    };
    expect(columnsOf(postgres)).toEqual([' AS f0', ` AS ${seenRevision}`]);
    expect(columnsOf(sqlite)).toEqual([' AS f0']);
  });

  it.each([sqlite, postgres])('asks many alike with the text of two, on $name', (dialect) => {
    const textFor = (count: number) => {
      const lookups = new Lookups(dialect, 'acme');
      for (let number = 0; number < count; number++) {
        lookups.stateOf(client, `id ${number}`);
        lookups.holderOf(product, field<ValueField>('Product', 'sku'), `sku ${number}`, `id ${number}`);
      }
      return lookups.statement()?.text;
    };
    expect(textFor(1000)).toBe(textFor(2));
  });

  it('gives each its own answer', () => {
    const lookups = new Lookups(sqlite, 'acme');
    const unit = field<ReferenceField>('Client', 'default_unit_id');
    const [a, b] = [lookups.stateOf(client, 'a'), lookups.stateOf(client, 'b')];
    const of = lookups.memberOf(client, 'a', unit);
    const again = lookups.stateOf(client, 'a');
    const { text = '', values = [] } = lookups.statement() ?? {};
    expect(text.match(/ AS f\d/g)).toEqual([' AS f0', ' AS f1']);
    expect(values).toEqual(['acme', '[[0,"a"],[1,"b"]]', 'a']);
    lookups.take({ f0: '["present",null]', f1: 'u' });
    expect([a, b, of, again].map((fact) => lookups.found(fact))).toEqual(['present', null, 'u', 'present']);
  });

  it('knows no fact that was never asked', () => {
    const lookups = new Lookups(sqlite, 'acme');
    lookups.stateOf(client, 'a');
    lookups.take({ f0: 'present' });
    expect(lookups.found(lookups.stateOf(client, 'b'))).toBeNull();
    expect(lookups.found(lookups.firstRecord(product))).toBeNull();
  });

  it('compares with what is in another record', () => {
    const lookups = new Lookups(sqlite, 'acme');
    const type = catalog.existing('OpportunityType');
    const step = catalog.existing('Step');
    lookups.firstWhere(step, { pipeline_id: { of: type, id: 'x', member: 'pipeline_id' } }, 'sort_order');
    lookups.lastWhere(step, { pipeline_id: { of: type, id: null, member: 'pipeline_id' }, has_readonly_form: false });
    const { text = '', values } = lookups.statement() ?? {};
    expect(text).toContain(
      't."pipeline_id" = (SELECT o."pipeline_id" FROM "opportunity_types" o WHERE o.space_id = ?1 AND o.id = ?2)',
    );
    expect(text).toContain('WHERE o.space_id = ?1 AND NOT o."is_deleted" ORDER BY o.id LIMIT 1)');
    expect(text).toContain('AND NOT t."has_readonly_form" AND NOT t."is_deleted" ORDER BY t.id DESC LIMIT 1');
    expect(values).toEqual(['acme', 'x']);
  });
});
