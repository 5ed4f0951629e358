/**
 * What holds for the fields and entity types that a space defines, tried on some that the run makes and deletes.
 */
import type { Check } from '../../check.js';
import { definitionsAreShared } from '../define.js';
import { formulaLanguageChecks } from './formula-language.js';
import { metadataFormulaChecks } from './formulas.js';
import { metadataOptionChecks } from './options.js';
import { metadataRelationChecks } from './relations.js';
import { metadataRemovalChecks } from './removal.js';
import { metadataValueChecks } from './values.js';

export const metadataChecks: readonly Check[] = [
  ...metadataValueChecks,
  ...metadataOptionChecks,
  ...metadataFormulaChecks,
  ...formulaLanguageChecks,
  ...metadataRelationChecks,
  ...metadataRemovalChecks,
].map((check) => ({ ...check, serial: definitionsAreShared }));
