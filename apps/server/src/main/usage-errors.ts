/**
 * The failures that the caller of a command can correct: wrong arguments, settings and files; and the texts that
 * failures are shown with.
 */

import { DocumentsError } from '../api/graphql/documents/documents-error.js';
import { BackupArgumentError, BackupError } from '../backup/backup-error.js';
import { TablesInUse } from '../db/migrations/change-tables.js';
import { NewerDatabase, OlderDatabase } from '../db/migrations/database-version.js';
import { DatabaseAway } from '../db/until-ready.js';
import { ApiError } from '../errors/api-error.js';
import { MappingError } from '../import/mapping/load-mapping.js';
import { CsvFileError } from '../import/read-lines.js';
import { SchemaFileError } from '../schema-file/schema-errors.js';
import { SpaceError } from '../spaces/space-error.js';
import { HiddenFieldError, NetworkError, ScopeError } from '../spaces/space-keys.js';
import { ConfigError } from './config.js';
import { UsageError } from './terminal.js';
import { WorkerFailed } from './workers/supervise.js';

const usageErrors = [
  UsageError,
  ConfigError,
  MappingError,
  SchemaFileError,
  SpaceError,
  ScopeError,
  HiddenFieldError,
  NetworkError,
  CsvFileError,
  DocumentsError,
  BackupArgumentError,
];

/** Nothing that the caller gave is wrong; their messages say all the same what is. */
const wholeErrors = [DatabaseAway, NewerDatabase, OlderDatabase, TablesInUse, BackupError, WorkerFailed];

/** Their messages say all that is to be said. */
export function isUsageError(error: unknown): error is Error {
  return usageErrors.some((kind) => error instanceof kind);
}

// Shows a failure that no command expects.

/**
 * What the system or the database says is reported as it is; a failure of our own is shown with its stack: the operator of the
 * command has the machine.
 */
export function failureText(error: unknown): string {
  if (error instanceof ApiError) {
    const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
    return `${error.message}${cause}`;
  }
  if (!(error instanceof Error)) return String(error);
  if (wholeErrors.some((whole) => error instanceof whole)) return error.message;
  if ('code' in error && typeof error.code === 'string') return `${error.message || 'failed'} (${error.code})`;
  return error.stack ?? error.message;
}
