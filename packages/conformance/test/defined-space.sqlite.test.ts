/** A space with fields and entity types that it has defined, on SQLite, and servers that are broken in them. */
import { testDefinedSpace } from './defined-space-tests.js';
import { spaceDefinitionFaults } from './faults/space-definition-faults.js';

testDefinedSpace('SQLite', spaceDefinitionFaults);
