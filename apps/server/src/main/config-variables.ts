/**
 * The environment variables of the service: one table with their defaults, meanings and remedies.
 * Knows nothing of what their values are used for.
 */

import { z } from 'zod';
import { parsePostgresUrl } from '../db/postgres/postgres-hosts.js';
import { flag, networkList, originList, proxyList, wholeNumber } from './setting-schemas.js';

interface Variable<T extends z.ZodType, Fallback extends string | undefined = string | undefined> {
  /** What is taken when the variable is unset or empty; undefined: nothing. */
  readonly fallback: Fallback;
  /** One sentence for people; `--help` and the README show it. */
  readonly meaning: string;
  /** Ends the message about a bad value: what would be right. */
  readonly remedy: string;
  readonly schema: T;
}

function variable<T extends z.ZodType, const Fallback extends string | undefined>(
  definition: Variable<T, Fallback>,
): Variable<T, Fallback> {
  return definition;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export const variables = {
  HEADWATER_HOST: variable({
    fallback: '127.0.0.1',
    meaning: 'Address to listen on; 0.0.0.0 for all.',
    remedy: 'Give an address or host name, such as 127.0.0.1.',
    schema: z.string(),
  }),
  HEADWATER_PORT: variable({
    fallback: '8080',
    meaning: 'Port to listen on; 0 takes a free one. PORT is read when this is unset.',
    remedy: 'Give a whole number from 0 to 65535, such as 8080.',
    schema: wholeNumber(0, 65_535),
  }),
  HEADWATER_DATA_DIR: variable({
    fallback: './.headwater',
    meaning: 'Folder of the SQLite file, the demo credentials and uploaded files; made when missing.',
    remedy: 'Give the path of a folder, such as ./.headwater.',
    schema: z.string(),
  }),
  HEADWATER_DATABASE_URL: variable({
    fallback: undefined,
    meaning: 'PostgreSQL to use instead of the SQLite file. Of several hosts the one that takes writes is used.',
    remedy:
      'Give an address such as postgres://user:password@host:5432/database, or several hosts such as ' +
      'postgres://user:password@one:5432,two:5432/database?target_session_attrs=read-write.',
    schema: z.string().refine((url) => parsePostgresUrl(url) !== undefined),
  }),
  HEADWATER_DATABASE_SILENCE_MS: variable({
    fallback: '4000',
    meaning:
      'Milliseconds that PostgreSQL may be silent while it owes an answer; then it is probed, and what hangs is cut off.',
    remedy: 'Give a whole number of milliseconds from 200 to 60000, such as 4000.',
    schema: wholeNumber(200, 60_000),
  }),
  HEADWATER_DATABASE_START_MS: variable({
    fallback: '60000',
    meaning: 'Milliseconds that a start waits for a PostgreSQL that cannot be reached or takes no writes yet.',
    remedy: 'Give a whole number of milliseconds up to 3600000, such as 60000.',
    schema: wholeNumber(0, 3_600_000),
  }),
  HEADWATER_DATABASE_PREPARED: variable({
    fallback: 'true',
    meaning:
      'Whether statements are prepared under names; false behind a PgBouncer before 1.21 that pools transactions.',
    remedy: 'Give true or false.',
    schema: flag,
  }),
  HEADWATER_SQLITE_SYNCHRONOUS: variable({
    fallback: undefined,
    meaning:
      'FULL: a commit on SQLite waits for the disk; NORMAL: a power failure may lose the last ones. Unset: NORMAL for the demo, else FULL.',
    remedy: 'Give FULL or NORMAL.',
    schema: z.enum(['FULL', 'NORMAL']),
  }),
  HEADWATER_PUBLIC_URL: variable({
    fallback: undefined,
    meaning: "What links in answers begin with; unset: each request's own scheme and host.",
    remedy: 'Give an address such as https://crm.example.com.',
    schema: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, '')),
  }),
  HEADWATER_TRUSTED_PROXY: variable({
    fallback: undefined,
    meaning: 'Addresses or networks of proxies whose forwarded headers count, comma separated.',
    remedy: 'Give addresses or networks, such as 127.0.0.1,10.0.0.0/8.',
    schema: proxyList,
  }),
  HEADWATER_CORS_ORIGINS: variable({
    fallback: undefined,
    meaning: 'Origins whose web pages may call the service, comma separated; * for all.',
    remedy: 'Give origins, such as https://app.example.com,http://localhost:3000, or *.',
    schema: originList,
  }),
  HEADWATER_DEMO_TOKEN: variable({
    fallback: undefined,
    meaning: 'Token of the demo space; unset: random. Goes with HEADWATER_DEMO_PASSWORD.',
    remedy: 'Give 1 to 100 printable ASCII characters without a colon.',
    schema: z.string().regex(/^[!-9;-~]{1,100}$/),
  }),
  HEADWATER_DEMO_PASSWORD: variable({
    fallback: undefined,
    meaning: 'Password of the demo space; unset: random. Goes with HEADWATER_DEMO_TOKEN.',
    remedy: 'Give 1 to 200 characters.',
    schema: z.string().max(200),
  }),
  HEADWATER_SECRET: variable({
    fallback: undefined,
    meaning:
      'Key of the password hashes; unset: made once and stored in the database. Changing it makes every key useless.',
    remedy: 'Give at least 16 characters, such as the output of: openssl rand -base64 32',
    schema: z.string().min(16),
  }),
  HEADWATER_BACKUP_PASSPHRASE: variable({
    fallback: undefined,
    meaning: 'Passphrase of backups: `headwater backup` encrypts with it, `restore` decrypts; unset: not encrypted.',
    remedy: 'Give at least 12 characters, such as the output of: openssl rand -base64 32',
    schema: z.string().min(12),
  }),
  HEADWATER_MAX_BODY_BYTES: variable({
    fallback: '10485760',
    meaning: 'Largest request body, in bytes; that of a batch may be four times as large, with no longer item.',
    remedy: 'Give a whole number of bytes from 1024 to 1073741824, such as 10485760.',
    schema: wholeNumber(1024, 1_073_741_824),
  }),
  HEADWATER_MAX_UPLOAD_BYTES: variable({
    fallback: '26214400',
    meaning: 'Largest file that can be uploaded, in bytes; sent as base64 in JSON it is bounded by the body as well.',
    remedy: 'Give a whole number of bytes from 1024 to 2147483647, such as 26214400.',
    schema: wholeNumber(1024, 2_147_483_647),
  }),
  HEADWATER_MAX_ANSWER_RECORDS: variable({
    fallback: '25000',
    meaning: 'Records that one answer may hold, those of expanded relations and nested pages included.',
    remedy: 'Give a whole number from 1000 to 1000000, such as 25000.',
    schema: wholeNumber(1_000, 1_000_000),
  }),
  HEADWATER_MAX_ANSWER_BYTES: variable({
    fallback: '67108864',
    meaning: 'Bytes that one request may read from the database for its answer.',
    remedy: 'Give a whole number of bytes from 1048576 to 536870912, such as 67108864.',
    schema: wholeNumber(1_048_576, 536_870_912),
  }),
  HEADWATER_MAX_HELD_BYTES: variable({
    fallback: '268435456',
    meaning:
      'Bytes of bodies and of what was read for answers that the requests in work may hold together, those of one space three quarters of them; beyond it large ones are answered with 503.',
    remedy: 'Give a whole number of bytes from 16777216 to 68719476736, such as 268435456.',
    schema: wholeNumber(16_777_216, 68_719_476_736),
  }),
  HEADWATER_REQUEST_TIMEOUT_MS: variable({
    fallback: '60000',
    meaning:
      'Milliseconds that a request to REST may take once it has come whole; statements that still run are ended then. Callers who take nothing of an answer for so long are cut off.',
    remedy: 'Give a whole number of milliseconds from 100 to 600000, such as 60000.',
    schema: wholeNumber(100, 600_000),
  }),
  HEADWATER_RECEIVE_TIMEOUT_MS: variable({
    fallback: undefined,
    meaning:
      'Milliseconds in which a request must have come whole, or it is cut off; unset: 300000, or what the largest upload takes at 100 kB/s.',
    remedy: 'Give a whole number of milliseconds from 1000 to 3600000, such as 300000.',
    schema: wholeNumber(1_000, 3_600_000),
  }),
  HEADWATER_FILES_DIR: variable({
    fallback: undefined,
    meaning: 'Folder of uploaded files; unset: `files` in HEADWATER_DATA_DIR. Servers of one database share it.',
    remedy: 'Give the path of a folder, such as /srv/headwater/files, or a bucket, not both.',
    schema: z.string(),
  }),
  HEADWATER_FILES_S3_BUCKET: variable({
    fallback: undefined,
    meaning: 'Bucket of an S3-compatible object store to keep uploaded files in, instead of a folder.',
    remedy: 'Give the name of a bucket, such as headwater-files.',
    schema: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
  }),
  HEADWATER_FILES_S3_REGION: variable({
    fallback: 'us-east-1',
    meaning: 'Region of the bucket.',
    remedy: 'Give the name of a region, such as eu-central-1.',
    schema: z.string().regex(/^[a-z0-9-]{1,63}$/),
  }),
  HEADWATER_FILES_S3_ENDPOINT: variable({
    fallback: undefined,
    meaning: "Address of the object store; unset: Amazon's.",
    remedy: 'Give an address such as https://s3.example.com.',
    schema: z.url({ protocol: /^https?$/ }),
  }),
  HEADWATER_FILES_S3_KEY: variable({
    fallback: undefined,
    meaning: 'Access key of the object store; unset: as the machine has it. Goes with HEADWATER_FILES_S3_SECRET.',
    remedy: 'Give the id of an access key.',
    schema: z.string(),
  }),
  HEADWATER_FILES_S3_SECRET: variable({
    fallback: undefined,
    meaning: 'Secret of the access key.',
    remedy: 'Give the secret of the access key.',
    schema: z.string(),
  }),
  HEADWATER_MAX_ACTIVE_REQUESTS: variable({
    fallback: '8',
    meaning:
      'Requests that a process works on at the same time, three quarters of them of one space at most, a quarter of a crowd; four times as many while all are of one space.',
    remedy: 'Give a whole number from 2 to 10000, such as 8.',
    schema: wholeNumber(2, 10_000),
  }),
  HEADWATER_MAX_WAITING_REQUESTS: variable({
    fallback: '1000',
    meaning:
      'Requests that wait for one of those; beyond it the space that waits with most of them is answered with 503.',
    remedy: 'Give a whole number from 0 to 1000000, such as 1000.',
    schema: wholeNumber(0, 1_000_000),
  }),
  HEADWATER_MAX_WAIT_MS: variable({
    fallback: '30000',
    meaning: 'Milliseconds that a request waits at most before it is answered with 503.',
    remedy: 'Give a whole number of milliseconds from 100 to 600000, such as 30000.',
    schema: wholeNumber(100, 600_000),
  }),
  HEADWATER_MAX_CONNECTIONS: variable({
    fallback: '10000',
    meaning:
      'Connections that a process has open at the same time; further ones are closed at once. Below the descriptors that it may have; 0: without a limit.',
    remedy: 'Give a whole number from 0 to 1000000, such as 10000.',
    schema: wholeNumber(0, 1_000_000),
  }),
  HEADWATER_MAX_CONNECTIONS_OF_ADDRESS: variable({
    fallback: '2500',
    meaning:
      'The same of one address, of IPv6 one network of 64 bits; those in HEADWATER_TRUSTED_PROXY are not bounded. 0: without a limit.',
    remedy: 'Give a whole number from 0 to 1000000, such as 2500.',
    schema: wholeNumber(0, 1_000_000),
  }),
  HEADWATER_KEY_REQUESTS_PER_MINUTE: variable({
    fallback: '0',
    meaning: 'Requests of one key in a minute; 0: without a limit.',
    remedy: 'Give a whole number from 0 to 1000000000, such as 6000.',
    schema: wholeNumber(0, 1_000_000_000),
  }),
  HEADWATER_KEY_RECORDS_PER_MINUTE: variable({
    fallback: '0',
    meaning: 'Records that one key may create, change or delete in a minute; 0: without a limit.',
    remedy: 'Give a whole number from 0 to 1000000000, such as 6000.',
    schema: wholeNumber(0, 1_000_000_000),
  }),
  HEADWATER_KEY_COST_PER_MINUTE: variable({
    fallback: '0',
    meaning: 'Milliseconds that GraphQL operations and reports of one key may take in a minute; 0: without a limit.',
    remedy: 'Give a whole number from 0 to 1000000000, such as 6000.',
    schema: wholeNumber(0, 1_000_000_000),
  }),
  HEADWATER_SPACE_REQUESTS_PER_MINUTE: variable({
    fallback: '0',
    meaning: 'Requests of all keys of a space in a minute; 0: without a limit.',
    remedy: 'Give a whole number from 0 to 1000000000, such as 6000.',
    schema: wholeNumber(0, 1_000_000_000),
  }),
  HEADWATER_SPACE_RECORDS_PER_MINUTE: variable({
    fallback: '0',
    meaning: 'Records that all keys of a space may create, change or delete in a minute; 0: without a limit.',
    remedy: 'Give a whole number from 0 to 1000000000, such as 6000.',
    schema: wholeNumber(0, 1_000_000_000),
  }),
  HEADWATER_SPACE_COST_PER_MINUTE: variable({
    fallback: '0',
    meaning:
      'Milliseconds that GraphQL operations and reports of all keys of a space may take in a minute; 0: without a limit.',
    remedy: 'Give a whole number from 0 to 1000000000, such as 6000.',
    schema: wholeNumber(0, 1_000_000_000),
  }),
  HEADWATER_CONSOLE: variable({
    fallback: 'true',
    meaning: 'Whether there is the console at `/console`.',
    remedy: 'Give true or false.',
    schema: flag,
  }),
  HEADWATER_METRICS_TOKEN: variable({
    fallback: undefined,
    meaning: 'Token that `/metrics` asks for as `Authorization: Bearer …`; unset: none.',
    remedy: 'Give at least 16 printable ASCII characters.',
    schema: z.string().regex(/^[!-~]{16,200}$/),
  }),
  HEADWATER_METRICS_HOST: variable({
    fallback: undefined,
    meaning: 'Address that HEADWATER_METRICS_PORT is open on; unset: HEADWATER_HOST.',
    remedy: 'Give a host name or address, such as 0.0.0.0.',
    schema: z.string().min(1),
  }),
  HEADWATER_METRICS_PORT: variable({
    fallback: undefined,
    meaning: 'Port that answers `/metrics`, and the state of the server too; HEADWATER_PORT then has no `/metrics`.',
    remedy: 'Give a whole number from 0 to 65535, such as 9464.',
    schema: wholeNumber(0, 65_535),
  }),
  HEADWATER_TRACING: variable({
    fallback: 'false',
    meaning:
      'Whether spans are sent to a collector of OpenTelemetry, as the variables that begin with OTEL_ say; needs @opentelemetry/sdk-node.',
    remedy: 'Give true or false.',
    schema: flag,
  }),
  HEADWATER_GRAPHQL_INTROSPECTION: variable({
    fallback: 'true',
    meaning: 'Whether GraphQL answers questions about its schema; GraphiQL needs it. The schema as text stays.',
    remedy: 'Give true or false.',
    schema: flag,
  }),
  HEADWATER_GRAPHQL_TIMEOUT_MS: variable({
    fallback: '30000',
    meaning: 'Milliseconds that one GraphQL operation may take; statements that still run are ended then.',
    remedy: 'Give a whole number of milliseconds from 100 to 600000, such as 30000.',
    schema: wholeNumber(100, 600_000),
  }),
  HEADWATER_GRAPHQL_DOCUMENTS: variable({
    fallback: undefined,
    meaning: 'Folder of .graphql files, or JSON file of documents by id, that GraphQL requests may name by their ids.',
    remedy: 'Give the path of a folder or of a JSON file, such as ./documents.',
    schema: z.string(),
  }),
  HEADWATER_GRAPHQL_ONLY_DOCUMENTS: variable({
    fallback: 'false',
    meaning: 'Whether GraphQL runs nothing but the documents of HEADWATER_GRAPHQL_DOCUMENTS.',
    remedy: 'Give true or false.',
    schema: flag,
  }),
  HEADWATER_CHANGES_DAYS: variable({
    fallback: '90',
    meaning:
      'Days that the change log reaches back: the feed of changes, the history of records and webhooks are read from it.',
    remedy: 'Give a whole number of days from 1 to 36500, such as 90.',
    schema: wholeNumber(1, 36_500),
  }),
  HEADWATER_WEBHOOKS_PRIVATE: variable({
    fallback: 'false',
    meaning:
      'Whether webhooks may be sent to private, loopback and link-local addresses: true, false, or the networks that they may be sent to.',
    remedy: 'Give true, false, or addresses and networks, separated by commas, such as 10.1.0.0/16.',
    schema: networkList,
  }),
  HEADWATER_WEBHOOKS_AT_ONCE: variable({
    fallback: '4',
    meaning: 'Webhooks of a space that are delivered to at a time, by all processes together.',
    remedy: 'Give a whole number from 1 to 100, such as 4.',
    schema: wholeNumber(1, 100),
  }),
  HEADWATER_LOG_LEVEL: variable({
    fallback: 'info',
    meaning: `Least important log line to write: ${logLevels.join(', ')}.`,
    remedy: `Give one of ${logLevels.join(', ')}.`,
    schema: z.enum(logLevels),
  }),
} satisfies Record<string, Variable<z.ZodType>>;

type Variables = typeof variables;
export type VariableName = keyof Variables;

/** What a variable is read as; undefined too where it has no default. */
export type Setting<Name extends VariableName> =
  | z.output<Variables[Name]['schema']>
  | (Variables[Name]['fallback'] extends string ? never : undefined);

/** One row of the table of variables, as people read it. */
export interface ConfigVariable {
  readonly name: string;
  readonly fallback: string | undefined;
  readonly meaning: string;
}

/** Every variable that the service reads. */
export const configVariables: readonly ConfigVariable[] = Object.entries(variables).map(
  ([name, { fallback, meaning }]) => ({ name, fallback, meaning }),
);
