/**
 * The rules of products.
 */
import type { Check } from '../check.js';
import { expectFieldError, expectValidationError } from '../expect-error.js';
import { expectEqual } from '../expectation.js';

export const productChecks: readonly Check[] = [
  {
    id: 'product.sku.unique',
    sentence: 'MUST reject a second product with the same `sku` with 422',
    spec: 'v100#/components/schemas/ProductCreate',
    run: async ({ rest, fixtures }) => {
      const sku = fixtures.uniqueText();
      await fixtures.create('Product', { sku });
      const body = await fixtures.body('Product', { sku });
      expectFieldError(
        expectValidationError(await rest.send('POST', 'Products', undefined, { body }), 'Product'),
        'sku',
      );
      await fixtures.createAll('Product', [{ sku: null }, { sku: null }]);
    },
  },
  {
    id: 'product.sku.race',
    sentence: 'MUST let exactly one of several products with the same `sku` through when they come at once',
    spec: 'v100#/components/schemas/ProductCreate',
    run: async ({ rest, fixtures }) => {
      const sku = fixtures.uniqueText();
      const bodies = await Promise.all(Array.from({ length: 8 }, () => fixtures.body('Product', { sku })));
      const answers = await Promise.all(bodies.map((body) => rest.send('POST', 'Products', undefined, { body })));
      expectEqual(answers.map((answer) => answer.status).sort(), [201, 422, 422, 422, 422, 422, 422, 422], 'statuses');
    },
  },
];
