/** A space with fields and entity types that it has defined, on PostgreSQL. */
import { testDefinedSpace } from './defined-space-tests.js';

testDefinedSpace('PostgreSQL');
