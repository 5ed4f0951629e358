/**
 * The cases in the order in which they are measured: writes change what reads answer.
 */
import { customFieldCases } from './custom-field-cases.js';
import { filterCases } from './filter-cases.js';
import { type GrowthCase, growthCases } from './growth-case.js';
import { insightsCases } from './insights-cases.js';
import { reportCases } from './report-cases.js';

export const allGrowthCases: readonly GrowthCase[] = [
  ...filterCases,
  ...growthCases,
  ...customFieldCases,
  ...insightsCases,
  ...reportCases,
];
