/** What the compiler knows of documents; checked by compiling, never run. */
import { describe, expectTypeOf, it } from 'vitest';
import { createClient } from './create-client.js';

const client = createClient({ baseUrl: 'https://crm.example.com', space: 'demo', token: 't', password: 'p' });

/** As graphql-codegen's client preset writes it. */
declare class TypedDocumentString<Result, Variables> extends String {
  __apiType?: (variables: Variables) => Result;
  override toString(): string;
}

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
declare const plain: TypedDocumentString<{ one: string }, Exact<{ [key: string]: never }>>;
declare const optional: TypedDocumentString<{ many: string[] }, Exact<{ first?: number | null }>>;
declare const required: TypedDocumentString<{ one: string | null }, Exact<{ id: string; deep?: boolean | null }>>;

describe('a typed document', () => {
  it('gives its result', async () => {
    expectTypeOf(await client.graphql(plain)).toEqualTypeOf<{ one: string }>();
    expectTypeOf(await client.graphql(plain, {}, { signal: AbortSignal.timeout(1) })).toEqualTypeOf<{ one: string }>();
    expectTypeOf(await client.graphql(optional)).toEqualTypeOf<{ many: string[] }>();
    expectTypeOf(await client.graphql(optional, { first: 3 })).toEqualTypeOf<{ many: string[] }>();
    expectTypeOf(await client.graphql(required, { id: 'x', deep: null })).toEqualTypeOf<{ one: string | null }>();
  });

  it('takes its own variables only', () => {
    // @ts-expect-error no id
    void client.graphql(required);
    // @ts-expect-error no id
    void client.graphql(required, { deep: true });
    // @ts-expect-error a text, not a number
    void client.graphql(required, { id: 7 });
    // @ts-expect-error no such variable
    void client.graphql(optional, { frist: 3 });
    // @ts-expect-error no such variable
    void client.graphql(required, { id: 'x', colour: 'red' });
    // @ts-expect-error it has none
    void client.graphql(plain, { first: 3 });
    // @ts-expect-error no such option
    void client.graphql(required, { id: 'x' }, { timeout: 3 });
  });

  it('is text', () => {
    const parsed: { kind: 'Document'; definitions: []; __apiType?: (variables: { id: string }) => string } = {
      kind: 'Document',
      definitions: [],
    };
    // @ts-expect-error parsed, which only graphql-js could write down
    void client.graphql(parsed, { id: 'x' });
  });
});

describe('a document written as text', () => {
  it('answers what the caller says', async () => {
    expectTypeOf(await client.graphql('{ __typename }')).toEqualTypeOf<unknown>();
    expectTypeOf(await client.graphql<{ a: number }>('{ a }', { b: [1] })).toEqualTypeOf<{ a: number }>();
  });
});
