import { describe, expect, it } from 'vitest';
import { noRateLimits } from '../auth/rate-limits.js';
import { ConfigError, readConfig } from './config.js';
import { configVariables } from './config-variables.js';

describe('readConfig', () => {
  it('needs nothing', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 8080,
      dataDir: './.headwater',
      databaseUrl: undefined,
      databaseSettings: { silenceMs: 4_000, startMs: 60_000, isPrepared: true, synchronous: 'FULL' },
      publicUrl: undefined,
      isTrustedProxy: expect.any(Function),
      corsOrigins: [],
      demoCredentials: undefined,
      secret: undefined,
      maxBodyBytes: 10_485_760,
      answerLimits: { records: 25_000, bytes: 67_108_864 },
      maxHeldBytes: 268_435_456,
      maxUploadBytes: 26_214_400,
      timeoutMs: 60_000,
      receiveTimeoutMs: undefined,
      changesDays: 90,
      webhooks: { privateAddresses: [], timeoutMs: 10_000, atOnce: 4 },
      admission: { maxActive: 8, maxWaiting: 1_000, maxWaitMs: 30_000 },
      connections: { ofAll: 10_000, ofAddress: 2_500 },
      rateLimits: noRateLimits,
      hasConsole: true,
      metrics: { token: undefined, host: undefined, port: undefined },
      isTraced: false,
      files: undefined,
      graphql: { introspection: true, timeoutMs: 30_000, documents: undefined, onlyDocuments: false },
      logLevel: 'info',
    });
  });

  it('reads every variable', () => {
    const config = readConfig({
      HEADWATER_HOST: '0.0.0.0',
      HEADWATER_PORT: '0',
      HEADWATER_DATA_DIR: '/srv/crm',
      HEADWATER_DATABASE_URL: 'postgres://u:p@db:5432/crm',
      HEADWATER_DATABASE_SILENCE_MS: '1000',
      HEADWATER_DATABASE_START_MS: '0',
      HEADWATER_DATABASE_PREPARED: 'false',
      HEADWATER_SQLITE_SYNCHRONOUS: 'NORMAL',
      HEADWATER_PUBLIC_URL: 'https://crm.example.com/',
      HEADWATER_DEMO_TOKEN: 'demo',
      HEADWATER_DEMO_PASSWORD: 'pässwörd: with colon',
      HEADWATER_SECRET: '0123456789abcdef',
      HEADWATER_MAX_BODY_BYTES: '2048',
      HEADWATER_MAX_UPLOAD_BYTES: '2147483647',
      HEADWATER_RECEIVE_TIMEOUT_MS: '20000',
      HEADWATER_MAX_CONNECTIONS: '0',
      HEADWATER_MAX_CONNECTIONS_OF_ADDRESS: '100',
      HEADWATER_FILES_DIR: '/srv/files',
      HEADWATER_GRAPHQL_INTROSPECTION: 'false',
      HEADWATER_GRAPHQL_TIMEOUT_MS: '5000',
      HEADWATER_GRAPHQL_DOCUMENTS: '/srv/documents',
      HEADWATER_GRAPHQL_ONLY_DOCUMENTS: 'true',
      HEADWATER_CONSOLE: 'false',
      HEADWATER_LOG_LEVEL: 'silent',
    });
    expect(config).toMatchObject({
      host: '0.0.0.0',
      port: 0,
      dataDir: '/srv/crm',
      databaseUrl: 'postgres://u:p@db:5432/crm',
      databaseSettings: { silenceMs: 1_000, startMs: 0, isPrepared: false, synchronous: 'NORMAL' },
      publicUrl: 'https://crm.example.com',
      demoCredentials: { token: 'demo', password: 'pässwörd: with colon' },
      secret: '0123456789abcdef',
      maxBodyBytes: 2048,
      maxUploadBytes: 2_147_483_647,
      timeoutMs: 60_000,
      receiveTimeoutMs: 20_000,
      connections: { ofAll: 0, ofAddress: 100 },
      files: { kind: 'folder', folder: '/srv/files' },
      graphql: { introspection: false, timeoutMs: 5000, documents: '/srv/documents', onlyDocuments: true },
      hasConsole: false,
      logLevel: 'silent',
    });
  });

  it('reads the location of files in an object store', () => {
    const bucket = { HEADWATER_FILES_S3_BUCKET: 'crm-files' };
    expect(readConfig(bucket).files).toEqual({
      kind: 's3',
      bucket: 'crm-files',
      region: 'us-east-1',
      endpoint: undefined,
      credentials: undefined,
    });
    const whole = {
      ...bucket,
      HEADWATER_FILES_S3_REGION: 'eu-central-1',
      HEADWATER_FILES_S3_ENDPOINT: 'http://127.0.0.1:9000',
      HEADWATER_FILES_S3_KEY: 'AKIA1',
      HEADWATER_FILES_S3_SECRET: 'hush',
    };
    expect(readConfig(whole).files).toMatchObject({
      region: 'eu-central-1',
      endpoint: 'http://127.0.0.1:9000',
      credentials: { accessKeyId: 'AKIA1', secretAccessKey: 'hush' },
    });
  });

  it.each([
    [{ HEADWATER_FILES_DIR: 'files', HEADWATER_FILES_S3_BUCKET: 'crm-files' }, 'exclude each other'],
    [{ HEADWATER_FILES_S3_ENDPOINT: 'http://127.0.0.1:9000' }, 'names no bucket'],
    [{ HEADWATER_FILES_S3_KEY: 'AKIA1', HEADWATER_FILES_S3_SECRET: 'hush' }, 'names no bucket'],
    [{ HEADWATER_FILES_S3_BUCKET: 'crm-files', HEADWATER_FILES_S3_KEY: 'AKIA1' }, 'go together'],
    [{ HEADWATER_FILES_S3_BUCKET: 'Crm_Files' }, 'HEADWATER_FILES_S3_BUCKET is "Crm_Files"'],
  ])('rejects settings of files that do not fit: %j', (env, problem) => {
    expect(() => readConfig(env)).toThrow(problem);
  });

  it('reads origins as browsers send them', () => {
    const origins = (text: string) => readConfig({ HEADWATER_CORS_ORIGINS: text }).corsOrigins;
    expect(origins('https://App.example.com:443, http://localhost:3000/')).toEqual([
      'https://app.example.com',
      'http://localhost:3000',
    ]);
    expect(origins(' * ')).toBe('*');
  });

  it('takes PORT when HEADWATER_PORT is unset or empty', () => {
    expect(readConfig({ PORT: '3000' }).port).toBe(3000);
    expect(readConfig({ PORT: '3000', HEADWATER_PORT: '' }).port).toBe(3000);
    expect(readConfig({ PORT: '3000', HEADWATER_PORT: '4000' }).port).toBe(4000);
  });

  it('trusts the listed addresses and networks only', () => {
    const { isTrustedProxy } = readConfig({ HEADWATER_TRUSTED_PROXY: '127.0.0.1, 10.0.0.0/8,fd00::/8' });
    const addresses = ['127.0.0.1', '127.0.0.2', '10.200.3.4', 'fd12::1', 'fe80::1', '::ffff:10.1.1.1', 'nonsense'];
    expect(addresses.filter(isTrustedProxy)).toEqual(['127.0.0.1', '10.200.3.4', 'fd12::1', '::ffff:10.1.1.1']);
    expect(addresses.filter(readConfig({}).isTrustedProxy)).toEqual([]);
  });

  it.each([
    [
      { HEADWATER_CORS_ORIGINS: 'https://app.example.com/path' },
      'HEADWATER_CORS_ORIGINS is "https://app.example.com/path"',
    ],
    [{ HEADWATER_CORS_ORIGINS: 'app.example.com' }, 'HEADWATER_CORS_ORIGINS is "app.example.com"'],
    [{ HEADWATER_PORT: '80a' }, 'HEADWATER_PORT is "80a". Give a whole number from 0 to 65535'],
    [{ HEADWATER_PORT: '65536' }, 'HEADWATER_PORT is "65536"'],
    [{ HEADWATER_DATABASE_URL: 'mysql://u:secret@db' }, 'HEADWATER_DATABASE_URL is not usable. Give an address such'],
    [{ HEADWATER_PUBLIC_URL: 'crm.example.com' }, 'HEADWATER_PUBLIC_URL is "crm.example.com"'],
    [{ HEADWATER_TRUSTED_PROXY: 'loopback' }, 'HEADWATER_TRUSTED_PROXY is "loopback"'],
    [{ HEADWATER_TRUSTED_PROXY: '10.0.0.0/33' }, 'HEADWATER_TRUSTED_PROXY is "10.0.0.0/33"'],
    [{ HEADWATER_TRUSTED_PROXY: '10.0.0.0/' }, 'HEADWATER_TRUSTED_PROXY is "10.0.0.0/"'],
    [{ HEADWATER_CORS_ORIGINS: 'https://a.example,*' }, 'HEADWATER_CORS_ORIGINS is "https://a.example,*"'],
    [{ HEADWATER_CORS_ORIGINS: 'https://u@a.example' }, 'HEADWATER_CORS_ORIGINS is "https://u@a.example"'],
    [{ HEADWATER_DEMO_TOKEN: 'demo' }, 'HEADWATER_DEMO_TOKEN and HEADWATER_DEMO_PASSWORD go together'],
    [
      { HEADWATER_DEMO_TOKEN: 'a:b', HEADWATER_DEMO_PASSWORD: 'x' },
      'HEADWATER_DEMO_TOKEN is not usable. Give 1 to 100',
    ],
    [{ HEADWATER_SECRET: 'short' }, 'HEADWATER_SECRET is not usable. Give at least 16'],
    [{ HEADWATER_GRAPHQL_INTROSPECTION: 'off' }, 'HEADWATER_GRAPHQL_INTROSPECTION is "off". Give true or false.'],
    [{ HEADWATER_GRAPHQL_TIMEOUT_MS: '50' }, 'HEADWATER_GRAPHQL_TIMEOUT_MS is "50"'],
    [{ HEADWATER_GRAPHQL_ONLY_DOCUMENTS: 'true' }, 'leaves nothing to run. Set HEADWATER_GRAPHQL_DOCUMENTS'],
    [{ HEADWATER_METRICS_HOST: '0.0.0.0' }, 'needs a port of its own. Set HEADWATER_METRICS_PORT'],
    [{ HEADWATER_LOG_LEVEL: 'loud' }, 'HEADWATER_LOG_LEVEL is "loud". Give one of fatal, error'],
  ])('rejects %j, naming the variable and the remedy', (env, message) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(message);
  });

  it('names every error at once and repeats no secret', () => {
    const message = messageOf(() => readConfig({ HEADWATER_PORT: 'x', HEADWATER_SECRET: 'hush', PORT: '1' }));
    expect(message.split('\n')).toHaveLength(2);
    expect(message).not.toContain('hush');
  });

  it('has a sentence for every variable in the table', () => {
    expect(configVariables.map((variable) => variable.name)).toContain('HEADWATER_TRUSTED_PROXY');
    for (const { meaning } of configVariables) expect(meaning).toMatch(/^[A-Z].*\.$/);
  });
});

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error('nothing was thrown');
}
