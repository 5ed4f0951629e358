/** The pages of the reference that are about no single entity type. Pure. */
import { type Catalog, type EntityType, errors, operators } from '@headwater/catalog';
import { v100Templates } from '@headwater/openapi-types';
import { type Html, html } from '../../../http/html.js';
import { inlineMarkdown } from '../../../http/markdown.js';
import type { ExamplePlace } from '../examples/languages.js';
import { allSharedParameters, areasOf, type ShownParameter, specialOperations } from '../reference-model.js';
import { specialExamples } from './entity-page.js';
import { operationSection } from './operations.js';

export function indexPage(catalog: Catalog): Html {
  return html`<h1>Reference</h1>
<p class="lead">A page for each entity type, with its members, its operations and examples that run. Sign in to a space, and
its own fields, entity types and ids are in them.</p>
<ul class="cards">
<li><a href="/docs/parameters">Parameters</a> of lists, reads and writes, and the operators of filters</li>
<li><a href="/docs/changes">Changes</a>: what was changed, by whom, and how to follow it</li>
<li><a href="/docs/errors">Errors</a> with what they mean and what to do</li>
</ul>
<p>For tools: <a href="/openapi/v100.json">OpenAPI of REST v100</a>, <a href="/openapi/v100.json?expand=false">the same without
expanded records</a>, which most tools load faster, <a href="/openapi/v1.json">OpenAPI of REST v1</a>,
<a href="/graphql/schema.graphql">schema of GraphQL</a>.</p>
${areasOf(catalog).map(({ name, description, folded, entityTypes }) =>
  folded
    ? html`<details class="area"><summary><h2>${name}</h2> <span>${description}</span></summary>
${entityList(entityTypes)}</details>
`
    : html`<section class="area"><h2>${name}</h2><p>${description}</p>
${entityList(entityTypes)}</section>
`,
)}`;
}

function entityList(entityTypes: readonly EntityType[]): Html {
  return html`<dl class="entities">${entityTypes.map(
    ({ collection, description }) => html`<div><dt><a href="/docs/${collection}">${collection}</a></dt>
<dd>${inlineMarkdown(firstSentence(description))}</dd></div>
`,
  )}</dl>
`;
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
}

/** The parameters of one group of operations, each explained once. */
interface ParameterGroup {
  readonly title: string;
  readonly meaning: string;
  readonly parameters: readonly ShownParameter[];
}

/** A parameter is in the first group that has an operation with it. */
function parameterGroups(): ParameterGroup[] {
  const keysOf = (names: readonly string[]) =>
    v100Templates
      .filter(({ name }) => names.includes(name))
      .flatMap(({ operation }) => JSON.stringify(operation.parameters).match(/(?<=parameters\/)\w+/g) ?? []);
  const reads = ['list', 'get', 'duplicates'];
  const writes = v100Templates.map(({ name }) => name).filter((name) => !reads.includes(name));
  const groups = [
    { title: 'Lists', meaning: 'Which records, in which order, how many, and what of them.', keys: keysOf(['list']) },
    { title: 'Single records', meaning: 'Reading one record.', keys: keysOf(reads) },
    { title: 'Writes', meaning: 'How a write is checked, repeated and guarded.', keys: keysOf(writes) },
  ];
  const all = allSharedParameters();
  const seen = new Set<string | undefined>();
  const shown = groups.map(({ title, meaning, keys }) => {
    const parameters = all.filter(({ key }) => key !== undefined && keys.includes(key) && !seen.has(key));
    for (const { key } of parameters) seen.add(key);
    return { title, meaning, parameters };
  });
  const others = all.filter(({ key }) => !seen.has(key));
  return [...shown, { title: 'Changes and files', meaning: 'Of single operations.', parameters: others }];
}

export function parametersPage(): Html {
  return html`<h1>Parameters</h1>
<p class="lead">What operations share is explained here once. A name that is close to a parameter of the operation is answered
with 400 and the name that was meant; other unknown names are ignored, and the header <code>Warning</code> names them.</p>
${parameterGroups().map(
  ({ title, meaning, parameters }) => html`<h2>${title}</h2>
<p>${meaning}</p>
<dl class="definitions">${parameters.map(
    ({ key = '', name, in: place, isRequired, description, schema }) => html`<div id="${key}"><dt><code>${name}</code>
<span class="mark">${place}${isRequired ? ', required' : ''}</span></dt>
<dd>${inlineMarkdown(description)}${schema.default === undefined ? '' : html` <small>${JSON.stringify(schema.default)} when left out.</small>`}</dd></div>
`,
  )}</dl>
`,
)}
<h2 id="operators">Operators of filters</h2>
<p>The values of <code>filter-op</code>, and the members that take them.</p>
<dl class="definitions">${operators.map(
    ({ name, operands, description, graphql }) => html`<div id="operator-${name}"><dt><code>${name}</code>
<span class="mark">${operandText[operands]}</span></dt>
<dd>${inlineMarkdown(description)}${graphql === undefined ? '' : html` <small>GraphQL ${graphql.name}</small>`}</dd></div>
`,
  )}</dl>
`;
}

const operandText = { none: 'no value', one: 'one value', two: 'two values', many: 'one value or several' } as const;

export function errorsPage(): Html {
  const statuses = [...new Set(errors.map(({ status }) => status))].sort((a, b) => (a ?? 999) - (b ?? 999));
  return html`<h1>Errors</h1>
<p class="lead">The body of an error has <code>success</code> false, its <code>code</code>, <code>name</code> and <code>message</code>;
a validation error lists every error. In GraphQL the name is in <code>extensions</code>.</p>
${statuses.map(
  (
    status,
  ) => html`<h2 id="status-${String(status)}">${status === null ? 'Inside a validation error' : String(status)}</h2>
<dl class="definitions">${errors
    .filter((error) => error.status === status)
    .map(
      ({
        code,
        name,
        title,
        description,
        remedy,
        retryable,
      }) => html`<div id="${name}"><dt><code>${breakableName(name)}</code>
<span class="mark">${String(code)}</span>${retryable ? html` <span class="mark">may be tried again</span>` : html``}</dt>
<dd><b>${title}</b> ${inlineMarkdown(description)} <em>${inlineMarkdown(remedy)}</em></dd></div>
`,
    )}</dl>
`,
)}`;
}

function breakableName(name: string): Html[] {
  return name.split(/(?<=_)/).map((part) => html`${part}<wbr>`);
}

/** @param facts of the record and the revision that the examples name */
export function changesPage(place: ExamplePlace, facts: { readonly id: string; readonly revision: string }): Html {
  const values = { ...facts, collection: 'Accounts' };
  return html`<h1>Changes</h1>
<p class="lead">What was changed in the space, by whom and when; how to follow it, and how to put it back. The guide
<a href="/guides/reading">Reading</a> shows how to keep a copy of records up to date.</p>
${specialOperations(null).map((operation) => {
  const { special, method, path } = operation;
  if (special === undefined) throw new Error(`${path} is a standard operation`);
  return operationSection(operation, specialExamples(special, method, path, values, place));
})}`;
}
