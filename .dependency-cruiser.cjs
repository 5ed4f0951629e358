/**
 * The dependency rules: which module may import which. `npm run dependencies` checks them.
 */
const src = '^apps/server/src/';

/**
 * Modules of the server, and what each may import besides itself. Each comes after what it imports, so that modules have no circles
 * either; a folder below a module is a module of its own where it is listed.
 */
const modules = {
  errors: [],
  yaml: [],
  tracing: [],
  request: ['errors'],
  rights: ['errors'],
  plan: ['errors', 'request', 'rights'],
  sql: ['errors', 'request', 'rights', 'plan'],
  db: ['errors', 'tracing', 'request', 'sql'],
  auth: ['errors', 'rights', 'sql', 'db'],
  files: ['errors'],
  computed: ['errors', 'request', 'plan', 'sql'],
  records: ['errors', 'request', 'rights', 'plan', 'sql', 'db', 'auth', 'files', 'computed'],
  metadata: ['errors', 'request', 'rights', 'plan', 'sql', 'db', 'computed', 'records'],
  jobs: ['errors', 'tracing', 'plan', 'sql', 'db', 'computed', 'records', 'metadata'],
  webhooks: ['errors', 'tracing', 'request', 'rights', 'plan', 'sql', 'db', 'records', 'metadata', 'jobs'],
  spaces: ['errors', 'request', 'rights', 'plan', 'sql', 'db', 'auth', 'files', 'records', 'metadata'],
  'records/rules': ['errors', 'rights', 'plan', 'sql', 'files', 'records', 'metadata', 'jobs', 'webhooks'],
  http: ['errors', 'tracing', 'request', 'rights', 'auth', 'records', 'metadata', 'webhooks'],
  'analytics/saved': ['errors', 'request', 'plan', 'records', 'http'],
  'analytics/filters': ['errors', 'request', 'rights', 'plan', 'records', 'http', 'analytics/saved'],
  'analytics/agenda': ['errors', 'plan', 'sql', 'records', 'analytics/filters'],
  'analytics/insights': ['errors', 'plan', 'sql', 'records', 'analytics/filters'],
  'analytics/reports': [
    'errors',
    'request',
    'rights',
    'plan',
    'sql',
    'db',
    'records',
    'http',
    'analytics/saved',
    'analytics/filters',
  ],
  'api/contract': ['errors', 'rights', 'records', 'http'],
  'api/rest': [
    'errors',
    'request',
    'rights',
    'plan',
    'records',
    'metadata',
    'http',
    'webhooks',
    'spaces',
    'api/contract',
  ],
  'api/v1': ['errors', 'request', 'rights', 'plan', 'records', 'http'],
  'api/graphql': [
    'errors',
    'request',
    'rights',
    'plan',
    'records',
    'http',
    ...['saved', 'filters', 'agenda', 'insights', 'reports'].map((name) => `analytics/${name}`),
    'api/contract',
  ],
  'api/site': ['errors', 'db', 'http', 'api/contract'],
  'api/reference': ['errors', 'request', 'records', 'http', 'api/site'],
  import: ['errors', 'request', 'plan', 'records', 'yaml'],
  'schema-file': ['errors', 'request', 'plan', 'db', 'computed', 'records', 'metadata', 'yaml'],
  backup: ['errors', 'sql', 'db', 'auth', 'files', 'records', 'spaces'],
  demo: ['errors', 'db', 'auth', 'records', 'spaces', 'import'],
};
// It puts the server together.
modules.main = Object.keys(modules);

const names = Object.keys(modules);
for (const [index, name] of names.entries()) {
  const late = modules[name].filter((one) => !names.slice(0, index).includes(one));
  if (late.length > 0) throw new Error(`${name} comes before what it may import: ${late.join(', ')}`);
}

/** A module without those below it. */
function pathOf(name) {
  const below = names.filter((one) => one.startsWith(`${name}/`)).map((one) => one.slice(name.length + 1));
  return below.length > 0 ? `${src}${name}/(?!(${below.join('|')})/)` : `${src}${name}/`;
}

/** Packages, and which of ours each may import. */
const packages = {
  contract: [],
  codegen: ['contract'],
  'openapi-types': [],
  'graphql-types': [],
  catalog: ['contract'],
  // Who installs it gets no documents along.
  client: [],
  conformance: ['openapi-types', 'graphql-types', 'catalog'],
};

module.exports = {
  forbidden: [
    {
      // Of types, too: what one file needs of another to be read is what a reader has to know.
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...names.map((name) => ({
      name: `module-${name}`,
      severity: 'error',
      from: { path: pathOf(name), pathNot: '\\.test\\.ts$' },
      to: { path: src, pathNot: [name, ...modules[name]].map(pathOf) },
    })),
    {
      name: 'each-folder-is-a-module',
      severity: 'error',
      from: { path: src, pathNot: [...names.map(pathOf), `${src}index\\.ts$`, '\\.test\\.ts$'] },
      to: {},
    },
    {
      name: 'koa-in-apis-only',
      severity: 'error',
      from: { path: src, pathNot: [`${src}(api|http)/`, `${src}main/app\\.ts$`, '\\.test\\.ts$'] },
      to: { path: 'node_modules/(koa|@koa)/' },
    },
    {
      name: 'knex-in-sql-and-db-only',
      severity: 'error',
      from: { path: src, pathNot: [`${src}(sql|db)/`, '\\.test\\.ts$'] },
      to: { path: 'node_modules/knex/' },
    },
    {
      name: 'nobody-imports-main',
      severity: 'error',
      from: {},
      to: { path: `${src}main/main\\.ts$` },
    },
    ...Object.entries(packages).map(([name, may]) => ({
      name: `package-${name}`,
      severity: 'error',
      from: { path: `^packages/${name}/src/`, pathNot: '\\.test(-d)?\\.ts$' },
      to: {
        path: '^(packages|apps)/',
        pathNot: [`^packages/${name}/`, ...may.map((one) => `^packages/${one}/dist/`)],
      },
    })),
    {
      // What it needs that others do not get would be missing in the client.
      name: 'console-is-a-client',
      severity: 'error',
      from: { path: '^apps/console/src/' },
      to: { path: '^(packages|apps)/', pathNot: ['^apps/console/', '^packages/client/dist/'] },
    },
    {
      name: 'packages-by-name',
      severity: 'error',
      from: { path: `${src}` },
      to: { path: '^packages/[^/]+/src/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules|/dist/' },
    exclude: { path: '/(dist|test-results)/|\\.turbo|^apps/server/console/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
