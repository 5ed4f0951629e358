/**
 * The floor plan: which part may import which. `npm run floor-plan` checks it.
 */
const src = '^apps/server/src/';

/** Rooms of the server, and what each may import besides itself. */
const rooms = {
  request: [],
  errors: [],
  http: ['errors'],
  plan: ['request', 'auth', 'errors'],
  sql: ['request', 'plan', 'formula', 'errors'],
  formula: ['plan', 'sql/dialects', 'errors'],
  db: ['sql', 'errors'],
  auth: ['sql', 'db', 'errors'],
  files: ['errors'],
  records: ['request', 'plan', 'sql', 'formula', 'db', 'auth', 'files', 'errors'],
  filters: ['request', 'plan', 'records', 'auth', 'errors'],
  contract: ['http'],
  rest: ['request', 'records', 'contract', 'auth', 'errors', 'http'],
  v1: ['request', 'records', 'auth', 'errors', 'http'],
  agenda: ['records', 'filters', 'plan', 'sql', 'db', 'auth', 'errors'],
  insights: ['records', 'filters', 'plan', 'sql', 'db', 'auth', 'errors'],
  reports: ['request', 'records', 'filters', 'plan', 'sql', 'db', 'auth', 'errors'],
  graphql: ['request', 'records', 'filters', 'agenda', 'insights', 'reports', 'contract', 'auth', 'errors', 'http'],
  site: ['db', 'errors', 'http'],
  spaces: ['request', 'records', 'sql', 'formula', 'db', 'auth', 'errors'],
  yaml: [],
  import: ['request', 'records', 'plan', 'db', 'errors', 'spaces', 'yaml'],
  'schema-file': ['request', 'plan', 'records', 'db', 'formula', 'errors', 'yaml'],
  demo: ['request', 'records', 'auth', 'errors', 'spaces'],
};

/** Packages, and which of ours each may import. */
const packages = {
  contract: [],
  codegen: ['contract'],
  'openapi-types': [],
  'graphql-types': [],
  catalog: [],
  client: ['openapi-types'],
  conformance: ['openapi-types', 'graphql-types', 'catalog'],
};

/** What the parts are handed is named in these two files; rooms take their types only. */
const serverDeps = `${src}(server-deps|config)\\.ts$`;

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    ...Object.entries(rooms).map(([room, may]) => ({
      name: `floor-plan-${room}`,
      severity: 'error',
      from: { path: `${src}${room}/`, pathNot: '\\.test\\.ts$' },
      to: { path: `${src}([^/]+/|[^/]+\\.ts$)`, pathNot: [`${src}(${[room, ...may].join('|')})/`, serverDeps] },
    })),
    {
      name: 'koa-in-doors-only',
      severity: 'error',
      from: { path: src, pathNot: [`${src}(rest|v1|graphql|site|http)/`, `${src}app\\.ts$`, '\\.test\\.ts$'] },
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
      to: { path: `${src}cli/main\\.ts$` },
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
