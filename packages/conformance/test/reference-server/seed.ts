/**
 * What a space has from its first day: a user with a sales unit and rights, the base currency, a lead type and a quote type with their
 * processes, a Field record for each field.
 */
import { withDefaults } from './defaults.js';
import { fieldIdOf } from './field-ids.js';
import type { Space } from './space.js';
import { catalog, type StoredRecord } from './tables.js';
import type { WriteContext } from './write-context.js';
import { create } from './writes.js';

export function seed(space: Space): void {
  const add = (name: string, body: Parameters<typeof create>[2]) =>
    space.write(8, false, (context) => create(context, catalog.existing(name), body));
  const default_unit_id = add('SalesUnit', { name: 'Sales' });
  add('MasterRight', { name: 'Everything' });
  add('Client', { email: 'first@example.com', first_name: 'First', last_name: 'User', default_unit_id });
  add('Currency', { code: 'EUR', is_base: true });
  const lead_process_id = add('LeadProcess', { name: 'Leads' });
  add('Step', { name: 'New', lead_process_id });
  add('LeadType', { name: 'Lead', lead_process_id });
  const quote_process_id = add('QuoteProcess', { name: 'Quotes' });
  add('Step', { name: 'Draft', quote_process_id });
  add('QuoteType', { name: 'Quote', quote_process_id });
  space.write(0, false, (context) => context.tables.addAll('Field', fieldRecords(context)));
}

function fieldRecords(context: WriteContext): StoredRecord[] {
  return catalog.entityTypes.flatMap(({ name: entityName, fields }) =>
    fields
      .filter(({ hidden }) => !hidden)
      .map(({ name, kind }) => {
        const type_id = kind === 'value' ? 'input' : 'lookup';
        const values = new Map(Object.entries({ entity_name: entityName, api_name: name, name, type_id }));
        return withDefaults(context, catalog.existing('Field'), fieldIdOf(entityName, name), values);
      }),
  );
}
