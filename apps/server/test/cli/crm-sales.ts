/**
 * Where the public "CRM sales opportunities" files lie. They are not part of the project: HEADWATER_TEST_CRM_SALES names their
 * folder, else they are looked for beside the checkout. A folder that is named must be there; who names none and has none sees
 * the tests over the whole data set shown as skipped, with the reason in their name.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));

export const exampleMapping = join(repository, 'examples/crm-sales/mapping.yaml');

const named = process.env.HEADWATER_TEST_CRM_SALES;
const folder = named || join(repository, '../shared/data/crm-sales');

/** Why the files are not to be had, if they are not and nobody said that they must be. */
export const missingCrmSales =
  named || existsSync(folder) ? undefined : 'set HEADWATER_TEST_CRM_SALES to the folder of the files';

/** @throws Error saying how to get the files */
export function crmSalesFolder(): string {
  if (existsSync(join(folder, 'sales_pipeline.csv'))) return folder;
  throw new Error(
    `${folder} lacks sales_pipeline.csv. Set HEADWATER_TEST_CRM_SALES to the folder of the CRM sales opportunities ` +
      'files (examples/crm-sales/README.md says where they come from).',
  );
}
