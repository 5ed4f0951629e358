/** Random tests try the same each time, so that none fails by chance. */
import { configureGlobal } from 'fast-check';
import { seed } from './properties/seed.js';

configureGlobal({ seed });
