/** The page of an entity type: what it is, its members, its operations. */
import type { Catalog, EntityType } from '@headwater/catalog';
import { type Html, html } from '../../../http/html.js';
import { inlineMarkdown } from '../../../http/markdown.js';
import { type ExampleIds, exampleRequests } from '../examples/example-request.js';
import { graphqlExample } from '../examples/graphql.js';
import { curlExample, type ExamplePlace, typescriptExample } from '../examples/languages.js';
import { specialRequest } from '../examples/special-requests.js';
import { operationsOf, type ShownOperation } from '../reference-model.js';
import { membersTable } from './members.js';
import { operationSection, type ShownExamples } from './operations.js';

/** What fills the examples in. */
export interface ExampleFacts {
  readonly place: ExamplePlace;
  readonly ids: ExampleIds;
  /** Of the record that a special operation is shown with, by its name. */
  readonly specialIds: Readonly<Record<string, string>>;
  /** Of the last change of the space. */
  readonly revision: string;
  /** Entity types of which there are too few records for an example. */
  readonly missing: readonly string[];
}

export function entityPage(entityType: EntityType, catalog: Catalog, facts: ExampleFacts): Html {
  const { collection, name, description, graphql, v1 } = entityType;
  const operations = operationsOf(entityType);
  return html`<h1>${collection}</h1>
<p class="lead">${inlineMarkdown(description)}</p>
<p class="facts">Entity type <code>${name}</code>. GraphQL <code>${graphql.many}</code>, <code>${graphql.one}</code>. ${
    v1 === null ? 'Not in REST v1.' : html`REST v1 <code>${v1.collection}</code>.`
  }</p>
<nav class="here" aria-label="On this page"><a href="#members">Members</a>${operations.map(
    ({ anchor, summary }) => html`<a href="#${anchor}">${summary}</a>`,
  )}</nav>
<h2 id="members">Members</h2>
<p>What a record holds, in the order of answers. <a href="/docs/parameters">Parameters of lists</a> filter and sort by them.</p>
${membersTable(entityType, catalog)}
<h2 id="operations">Operations</h2>
<p>Examples with <code>dry-run</code> are checked and answered, and change nothing. Leave it out to write.</p>
${missingNote(facts)}${operations.map((operation) => operationSection(operation, examplesOf(operation, entityType, facts)))}
`;
}

function missingNote({ missing }: ExampleFacts): Html {
  if (missing.length === 0) return html``;
  return html`<p class="notice">The space has too few records of ${missing.join(', ')}: put an id in the place of <code>ID</code>.</p>
`;
}

function examplesOf(operation: ShownOperation, entityType: EntityType, facts: ExampleFacts): ShownExamples {
  const { place, ids, specialIds, revision } = facts;
  const { standard, special, method, path } = operation;
  if (special !== undefined) {
    const values = { collection: entityType.collection, id: specialIds[special] ?? 'ID', revision };
    return specialExamples(special, method, path, values, place);
  }
  const request = standard && exampleRequests(entityType, ids)[standard];
  if (!standard || !request) throw new Error(`${entityType.name} has no operation "${operation.anchor}"`);
  return {
    request,
    place,
    curl: curlExample(place, request),
    typescript: typescriptExample(place, request, entityType),
    graphql: graphqlExample(entityType, standard, ids.own, request),
  };
}

export function specialExamples(
  ...[special, method, path, values, place]: [...Parameters<typeof specialRequest>, place: ExamplePlace]
): ShownExamples {
  const request = specialRequest(special, method, path, values);
  const curl = curlExample(place, request);
  const typescript = request.file === undefined ? typescriptExample(place, request) : undefined;
  return { request, place, curl, typescript, graphql: undefined };
}
