/**
 * A catalog in which values follow from each other over several levels: line items, their products, opportunities, accounts and the
 * accounts that these belong to. Its fields are what a space can define itself.
 */
import { buildCatalog, type Catalog, type EntityType, entityTypes, type Field } from '@headwater/catalog';
import { fieldMaker } from './fields.js';

const { value, formula, rollUp, reference, otherSide, choice } = fieldMaker;

export const rankSet = '00000000-0000-4000-8000-00000000ca1c';

/** The fields by the entity type that gets them. */
const added: Readonly<Record<string, readonly Field[]>> = {
  OpptyProductRelation: [
    value('cf_note', 'string'),
    formula('cf_weighted', 'decimal', 'ROUND(#amount / 3, 4)'),
    formula('cf_kind', 'string', 'IF(#cf_weighted > 5, "large", "small")'),
  ],
  Product: [
    otherSide('cf_sales', 'OpptyProductRelation', 'product_id'),
    rollUp('cf_sold', 'decimal', { relation: 'cf_sales', function: 'SUM', field: 'quantity' }),
    rollUp('cf_best_price', 'decimal', { relation: 'cf_sales', function: 'MAX', field: 'price' }),
  ],
  Opportunity: [
    reference('cf_account', 'Account'),
    value('cf_probability', 'decimal'),
    rollUp('cf_lines', 'integer', { relation: 'product_relations', function: 'COUNT' }),
    rollUp('cf_pairs', 'integer', { relation: 'product_relations', function: 'COUNT', where: { quantity: 2 } }),
    rollUp('cf_large', 'integer', { relation: 'product_relations', function: 'COUNT', where: { cf_kind: 'large' } }),
    rollUp('cf_sum', 'decimal', { relation: 'product_relations', function: 'SUM', field: 'cf_weighted' }),
    rollUp('cf_least', 'decimal', { relation: 'product_relations', function: 'MIN', field: 'amount' }),
    rollUp('cf_average', 'decimal', { relation: 'product_relations', function: 'AVG', field: 'amount' }),
    formula('cf_total', 'decimal', '#cf_sum + COALESCE(#value, 0)'),
    formula('cf_expected', 'decimal', '#cf_total * #cf_probability / 100'),
  ],
  Account: [
    reference('cf_holding', 'Account'),
    choice('cf_rank', rankSet),
    otherSide('cf_deals', 'Opportunity', 'cf_account_id'),
    otherSide('cf_members', 'Account', 'cf_holding_id'),
    rollUp('cf_deal_count', 'integer', { relation: 'cf_deals', function: 'COUNT' }),
    rollUp('cf_deal_total', 'decimal', { relation: 'cf_deals', function: 'SUM', field: 'cf_expected' }),
    rollUp('cf_last_closing', 'date', { relation: 'cf_deals', function: 'MAX', field: 'closing_date' }),
    rollUp('cf_value', 'decimal', { relation: 'cf_deals', function: 'SUM', field: 'value' }),
    formula('cf_score', 'decimal', '#cf_deal_total * COALESCE(#cf_rank, 1)'),
    rollUp('cf_group_score', 'decimal', { relation: 'cf_members', function: 'SUM', field: 'cf_score' }),
    rollUp('cf_primary', 'integer', { relation: 'opportunities_by_primary_account', function: 'COUNT' }),
    rollUp('cf_primary_total', 'decimal', {
      relation: 'opportunities_by_primary_account',
      function: 'SUM',
      field: 'cf_total',
      where: { cf_lines: 1 },
    }),
    rollUp('cf_parts_total', 'decimal', {
      relation: 'accounts_by_parent_account',
      function: 'MAX',
      field: 'cf_primary_total',
    }),
    formula('cf_grade', 'string', 'IF(#cf_deal_count > 1, "many", IF(#cf_group_score > 100, "group", "few"))'),
  ],
};

export const graphCatalog: Catalog = buildCatalog(
  entityTypes.map((entityType): EntityType => {
    const fields = added[entityType.name];
    return fields ? { ...entityType, fields: [...entityType.fields, ...fields] } : entityType;
  }),
);
