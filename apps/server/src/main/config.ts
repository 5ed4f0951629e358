/**
 * The configuration that is read from the environment. The only place that reads environment variables.
 */
import { isInNetworks } from '../auth/networks.js';
import type { RateLimitSettings } from '../auth/rate-limits.js';
import type { DatabaseSettings } from '../db/database.js';
import type { FileLocation } from '../files/open-file-store.js';
import type { AdmissionLimits } from '../http/admission.js';
import type { ConnectionLimits } from '../http/bounded-connections.js';
import type { AnswerLimits } from '../request/answer-limits.js';
import { defaultWebhookRules, type WebhookRules } from '../webhooks/delivery-worker.js';
import { type Setting, type VariableName, variables } from './config-variables.js';
import { fileLocation } from './setting-schemas.js';

export interface Config {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly databaseSettings: DatabaseSettings;
  /** Without a trailing slash. */
  readonly publicUrl: string | undefined;
  /** Forwarded headers of a request count only when its connection comes from such an address. */
  readonly isTrustedProxy: (address: string) => boolean;
  /** Origins as browsers send them. */
  readonly corsOrigins: '*' | readonly string[];
  /** Both given or both random. */
  readonly demoCredentials: { readonly token: string; readonly password: string } | undefined;
  readonly secret: string | undefined;
  readonly backupPassphrase: string | undefined;
  readonly maxBodyBytes: number;
  readonly maxUploadBytes: number;
  readonly answerLimits: AnswerLimits;
  /** Of all requests in work. */
  readonly maxHeldBytes: number;
  /** Of a request to REST; GraphQL has its own. */
  readonly timeoutMs: number;
  /** In which a request must have come whole; undefined: what the largest upload may take. */
  readonly receiveTimeoutMs: number | undefined;
  readonly admission: AdmissionLimits;
  readonly connections: ConnectionLimits;
  readonly rateLimits: RateLimitSettings;
  /** At `/console`. */
  readonly hasConsole: boolean;
  readonly metrics: MetricsSettings;
  readonly isTraced: boolean;
  /** Undefined: the folder `files` in `dataDir`. */
  readonly files: FileLocation | undefined;
  readonly graphql: GraphqlSettings;
  readonly changesDays: number;
  readonly webhooks: WebhookRules;
  readonly logLevel: Setting<'HEADWATER_LOG_LEVEL'>;
}

/** Who may read `/metrics`, and where. */
export interface MetricsSettings {
  /** Undefined: everybody. */
  readonly token: string | undefined;
  /** Undefined: that of the service. */
  readonly host: string | undefined;
  /** Undefined: that of the service. */
  readonly port: number | undefined;
}

/** What GraphQL leaves to the operator. */
export interface GraphqlSettings {
  readonly introspection: boolean;
  readonly timeoutMs: number;
  /** Path of the folder or file. */
  readonly documents: string | undefined;
  readonly onlyDocuments: boolean;
}

/** Environment variables that make no sense; the message names each one and says what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * @param env the environment, such as `process.env`; an empty value counts as unset
 * @param options `isDemo`: what is stored can be made again
 * @throws ConfigError naming every wrong variable; the values of secrets are not repeated
 */
export function readConfig(env: Environment, options: { readonly isDemo?: boolean } = {}): Config {
  const reader = new VariableReader(env);
  const config: Config = {
    ...readAddresses(reader),
    ...readSecrets(reader),
    ...readLimits(reader),
    dataDir: reader.read('HEADWATER_DATA_DIR'),
    databaseUrl: reader.read('HEADWATER_DATABASE_URL'),
    databaseSettings: {
      silenceMs: reader.read('HEADWATER_DATABASE_SILENCE_MS'),
      startMs: reader.read('HEADWATER_DATABASE_START_MS'),
      isPrepared: reader.read('HEADWATER_DATABASE_PREPARED'),
      synchronous: reader.read('HEADWATER_SQLITE_SYNCHRONOUS') ?? (options.isDemo ? 'NORMAL' : 'FULL'),
    },
    rateLimits: readRateLimits(reader),
    hasConsole: reader.read('HEADWATER_CONSOLE'),
    metrics: readMetrics(reader),
    isTraced: reader.read('HEADWATER_TRACING'),
    files: readFiles(reader),
    graphql: readGraphql(reader),
    changesDays: reader.read('HEADWATER_CHANGES_DAYS'),
    webhooks: {
      ...defaultWebhookRules,
      privateAddresses: reader.read('HEADWATER_WEBHOOKS_PRIVATE'),
      atOnce: reader.read('HEADWATER_WEBHOOKS_AT_ONCE'),
    },
    logLevel: reader.read('HEADWATER_LOG_LEVEL'),
  };
  if (reader.errors.length > 0) throw new ConfigError(reader.errors.join('\n'));
  return config;
}

/** Reads variables by their table and gathers what is wrong with them. */
class VariableReader {
  readonly errors: string[] = [];
  private readonly given: Environment;

  constructor(env: Environment) {
    this.given = { ...env, HEADWATER_PORT: env.HEADWATER_PORT || env.PORT };
  }

  /** @returns the value or the default; undefined also for a wrong value, which is among the errors then */
  read<Name extends VariableName>(name: Name): Setting<Name> {
    const { fallback, remedy, schema } = variables[name];
    // A variable with a default has a value, unless it was wrong, and then the configuration is not given out.
    const none = undefined as Setting<Name>;
    const text = this.given[name] || fallback;
    if (text === undefined) return none;
    const parsed = schema.safeParse(text);
    if (parsed.success) return parsed.data as Setting<Name>;
    this.errors.push(`${name}${mayBeShown(name) ? ` is "${text}"` : ' is not usable'}. ${remedy}`);
    return none;
  }

  /** Two variables of which one says nothing without the other. */
  requireBoth(one: VariableName, other: VariableName): void {
    if (Boolean(this.given[one]) === Boolean(this.given[other])) return;
    this.errors.push(`${one} and ${other} go together. Set both, or neither.`);
  }
}

function mayBeShown(name: VariableName): boolean {
  return !/SECRET|PASSWORD|PASSPHRASE|TOKEN|DATABASE_URL|S3_KEY/.test(name);
}

function readAddresses(
  reader: VariableReader,
): Pick<Config, 'host' | 'port' | 'publicUrl' | 'isTrustedProxy' | 'corsOrigins'> {
  const proxies = reader.read('HEADWATER_TRUSTED_PROXY');
  return {
    host: reader.read('HEADWATER_HOST'),
    port: reader.read('HEADWATER_PORT'),
    publicUrl: reader.read('HEADWATER_PUBLIC_URL'),
    isTrustedProxy: (address) => proxies !== undefined && isInNetworks(proxies, address),
    corsOrigins: reader.read('HEADWATER_CORS_ORIGINS') ?? [],
  };
}

function readSecrets(reader: VariableReader): Pick<Config, 'demoCredentials' | 'secret' | 'backupPassphrase'> {
  const token = reader.read('HEADWATER_DEMO_TOKEN');
  const password = reader.read('HEADWATER_DEMO_PASSWORD');
  reader.requireBoth('HEADWATER_DEMO_TOKEN', 'HEADWATER_DEMO_PASSWORD');
  return {
    demoCredentials: token === undefined || password === undefined ? undefined : { token, password },
    secret: reader.read('HEADWATER_SECRET'),
    backupPassphrase: reader.read('HEADWATER_BACKUP_PASSPHRASE'),
  };
}

type Limits =
  | 'maxBodyBytes'
  | 'maxUploadBytes'
  | 'answerLimits'
  | 'maxHeldBytes'
  | 'timeoutMs'
  | 'receiveTimeoutMs'
  | 'admission'
  | 'connections';

function readLimits(reader: VariableReader): Pick<Config, Limits> {
  return {
    maxBodyBytes: reader.read('HEADWATER_MAX_BODY_BYTES'),
    maxUploadBytes: reader.read('HEADWATER_MAX_UPLOAD_BYTES'),
    answerLimits: {
      records: reader.read('HEADWATER_MAX_ANSWER_RECORDS'),
      bytes: reader.read('HEADWATER_MAX_ANSWER_BYTES'),
    },
    maxHeldBytes: reader.read('HEADWATER_MAX_HELD_BYTES'),
    timeoutMs: reader.read('HEADWATER_REQUEST_TIMEOUT_MS'),
    receiveTimeoutMs: reader.read('HEADWATER_RECEIVE_TIMEOUT_MS'),
    admission: {
      maxActive: reader.read('HEADWATER_MAX_ACTIVE_REQUESTS'),
      maxWaiting: reader.read('HEADWATER_MAX_WAITING_REQUESTS'),
      maxWaitMs: reader.read('HEADWATER_MAX_WAIT_MS'),
    },
    connections: {
      ofAll: reader.read('HEADWATER_MAX_CONNECTIONS'),
      ofAddress: reader.read('HEADWATER_MAX_CONNECTIONS_OF_ADDRESS'),
    },
  };
}

function readRateLimits(reader: VariableReader): RateLimitSettings {
  return {
    key: {
      requests: reader.read('HEADWATER_KEY_REQUESTS_PER_MINUTE'),
      records: reader.read('HEADWATER_KEY_RECORDS_PER_MINUTE'),
      cost: reader.read('HEADWATER_KEY_COST_PER_MINUTE'),
    },
    space: {
      requests: reader.read('HEADWATER_SPACE_REQUESTS_PER_MINUTE'),
      records: reader.read('HEADWATER_SPACE_RECORDS_PER_MINUTE'),
      cost: reader.read('HEADWATER_SPACE_COST_PER_MINUTE'),
    },
  };
}

function readFiles(reader: VariableReader): FileLocation | undefined {
  const settings = {
    folder: reader.read('HEADWATER_FILES_DIR'),
    bucket: reader.read('HEADWATER_FILES_S3_BUCKET'),
    region: reader.read('HEADWATER_FILES_S3_REGION'),
    endpoint: reader.read('HEADWATER_FILES_S3_ENDPOINT'),
    accessKeyId: reader.read('HEADWATER_FILES_S3_KEY'),
    secretAccessKey: reader.read('HEADWATER_FILES_S3_SECRET'),
  };
  reader.requireBoth('HEADWATER_FILES_S3_KEY', 'HEADWATER_FILES_S3_SECRET');
  return fileLocation(settings, reader.errors);
}

function readMetrics(reader: VariableReader): MetricsSettings {
  const settings = {
    token: reader.read('HEADWATER_METRICS_TOKEN'),
    host: reader.read('HEADWATER_METRICS_HOST'),
    port: reader.read('HEADWATER_METRICS_PORT'),
  };
  if (settings.host !== undefined && settings.port === undefined) {
    reader.errors.push('HEADWATER_METRICS_HOST needs a port of its own. Set HEADWATER_METRICS_PORT as well.');
  }
  return settings;
}

function readGraphql(reader: VariableReader): GraphqlSettings {
  const settings = {
    introspection: reader.read('HEADWATER_GRAPHQL_INTROSPECTION'),
    timeoutMs: reader.read('HEADWATER_GRAPHQL_TIMEOUT_MS'),
    documents: reader.read('HEADWATER_GRAPHQL_DOCUMENTS'),
    onlyDocuments: reader.read('HEADWATER_GRAPHQL_ONLY_DOCUMENTS'),
  };
  if (settings.onlyDocuments && settings.documents === undefined) {
    reader.errors.push(
      'HEADWATER_GRAPHQL_ONLY_DOCUMENTS leaves nothing to run. Set HEADWATER_GRAPHQL_DOCUMENTS as well.',
    );
  }
  return settings;
}
