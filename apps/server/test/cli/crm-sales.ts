/**
 * Where the public "CRM sales opportunities" files lie. They are not part of the project: HEADWATER_TEST_CRM_SALES names
 * their folder, else they are expected beside the checkout. Tests that need them fail without them; none is skipped.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));

export const exampleMapping = join(repository, 'examples/crm-sales/mapping.yaml');

/** @throws Error saying how to get the files */
export function crmSalesFolder(): string {
  const folder = process.env.HEADWATER_TEST_CRM_SALES || join(repository, '../shared/data/crm-sales');
  if (existsSync(join(folder, 'sales_pipeline.csv'))) return folder;
  throw new Error(
    `${folder} lacks sales_pipeline.csv. Set HEADWATER_TEST_CRM_SALES to the folder of the CRM sales opportunities ` +
      'files (examples/crm-sales/README.md says where they come from).',
  );
}
