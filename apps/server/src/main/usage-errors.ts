/**
 * The failures that the caller of a command can correct: wrong arguments, settings and files.
 */

import { DocumentsError } from '../api/graphql/documents/documents-error.js';
import { MappingError } from '../import/mapping/load-mapping.js';
import { CsvFileError } from '../import/read-lines.js';
import { SchemaFileError } from '../schema-file/schema-errors.js';
import { SpaceError } from '../spaces/create-space.js';
import { ConfigError } from './config.js';
import { UsageError } from './terminal.js';

const usageErrors = [UsageError, ConfigError, MappingError, SchemaFileError, SpaceError, CsvFileError, DocumentsError];

/** Their messages say all that is to be said. */
export function isUsageError(error: unknown): error is Error {
  return usageErrors.some((kind) => error instanceof kind);
}
