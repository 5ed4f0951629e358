/**
 * What holds for the fields and entity types that a space defines, tried on some that the run makes and deletes.
 */
import type { Check } from '../check.js';
import { definitionsAreShared } from './define.js';
import { metadataFormulaChecks } from './metadata-formulas.js';
import { metadataOptionChecks } from './metadata-options.js';
import { metadataRelationChecks } from './metadata-relations.js';
import { metadataRemovalChecks } from './metadata-removal.js';
import { metadataValueChecks } from './metadata-values.js';

export const metadataChecks: readonly Check[] = [
  ...metadataValueChecks,
  ...metadataOptionChecks,
  ...metadataFormulaChecks,
  ...metadataRelationChecks,
  ...metadataRemovalChecks,
].map((check) => ({ ...check, serial: definitionsAreShared }));
