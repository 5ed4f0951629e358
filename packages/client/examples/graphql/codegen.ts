/** How graphql-codegen makes types of the documents in `src`, by the schema that headwater-client generate has written. */
import type { CodegenConfig } from '@graphql-codegen/cli';

const config: CodegenConfig = {
  schema: 'schema.graphql',
  documents: ['src/*.ts'],
  generates: {
    'src/gql/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        documentMode: 'string', // the client sends text, so that graphql-js is not needed when the program runs
        onlyOperationTypes: true, // without the records: a document's result has types of its own
        avoidOptionals: { field: true }, // a member that was requested is always there
        skipTypename: true, // unless it was requested
        enumsAsTypes: true,
        useTypeImports: true,
        scalars: {
          UUID: 'string',
          Date: 'string',
          DateTime: 'string',
          Decimal: { input: 'number | string', output: 'number' },
          JSON: 'unknown',
        },
        strictScalars: true,
      },
    },
  },
  importExtension: '.js',
};

export default config;
