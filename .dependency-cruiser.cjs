/**
 * The dependency rules: which module may import which. `npm run dependencies` checks them.
 */
const src = '^apps/server/src/';

/** Modules of the server, and what each may import besides itself. */
const modules = {
  errors: [],
  yaml: [],
  request: [],
  auth: ['sql', 'db', 'errors'],
  files: ['errors'],
  plan: ['request', 'auth', 'errors'],
  sql: ['request', 'plan', 'computed/formula', 'errors'],
  db: ['sql', 'errors'],
  computed: ['request', 'plan', 'sql', 'db', 'records', 'errors'],
  records: ['request', 'plan', 'sql', 'db', 'metadata', 'computed', 'jobs', 'auth', 'files', 'errors'],
  metadata: ['request', 'plan', 'sql', 'db', 'records', 'computed', 'jobs', 'errors'],
  jobs: ['sql', 'db', 'records', 'metadata', 'computed', 'errors'],
  'analytics/saved': ['request', 'plan', 'records', 'metadata', 'errors'],
  'analytics/filters': ['request', 'plan', 'records', 'metadata', 'analytics/saved', 'errors'],
  'analytics/agenda': ['plan', 'sql', 'db', 'records', 'analytics/filters', 'errors'],
  'analytics/insights': ['plan', 'sql', 'db', 'records', 'analytics/filters', 'errors'],
  'analytics/reports': [
    'request',
    'plan',
    'sql',
    'db',
    'records',
    'metadata',
    'analytics/saved',
    'analytics/filters',
    'errors',
  ],
  http: ['auth', 'records', 'metadata', 'errors'],
  'api/contract': ['http'],
  'api/rest': ['request', 'records', 'metadata', 'api/contract', 'errors', 'http'],
  'api/v1': ['request', 'records', 'metadata', 'auth', 'errors', 'http'],
  'api/graphql': ['request', 'records', 'metadata', 'analytics', 'api/contract', 'errors', 'http'],
  'api/site': ['db', 'errors', 'http'],
  spaces: ['request', 'records', 'metadata', 'sql', 'db', 'auth', 'errors'],
  import: ['request', 'records', 'metadata', 'errors', 'yaml'],
  'schema-file': ['request', 'plan', 'records', 'metadata', 'computed/formula', 'db', 'errors', 'yaml'],
  demo: ['records', 'import', 'auth', 'errors', 'spaces'],
};

/** Packages, and which of ours each may import. */
const packages = {
  contract: [],
  codegen: ['contract'],
  'openapi-types': [],
  'graphql-types': [],
  catalog: ['contract'],
  client: ['openapi-types'],
  conformance: ['openapi-types', 'graphql-types', 'catalog'],
};

/** What modules are given is named in these two files; they import their types only. */
const serverDeps = `${src}(http/server-deps|main/config)\\.ts$`;

module.exports = {
  forbidden: [
    {
      // Of types, too: what one file needs of another to be read is what a reader has to know.
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...Object.entries(modules).map(([name, may]) => ({
      name: `module-${name}`,
      severity: 'error',
      from: { path: `${src}${name}/`, pathNot: '\\.test\\.ts$' },
      to: { path: `${src}([^/]+/|[^/]+\\.ts$)`, pathNot: [`${src}(${[name, ...may].join('|')})/`, serverDeps] },
    })),
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
      from: { path: `^packages/${name}/src/`, pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(packages|apps)/',
        pathNot: [`^packages/${name}/`, ...may.map((one) => `^packages/${one}/dist/`)],
      },
    })),
    {
      name: 'packages-by-name',
      severity: 'error',
      from: { path: `${src}` },
      to: { path: '^packages/[^/]+/src/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules|/dist/' },
    exclude: { path: '/(dist|test-results)/|\\.turbo' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
