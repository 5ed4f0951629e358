/** What the reference shows of operations: addresses, parameters, answers, examples. Pure. */
import { errors } from '@headwater/catalog';
import { type Html, html } from '../../../http/html.js';
import { inlineMarkdown, markdown } from '../../../http/markdown.js';
import type { ExampleRequest } from '../examples/example-request.js';
import { addressOf, type ExamplePlace } from '../examples/languages.js';
import type { ShownOperation, ShownParameter } from '../reference-model.js';

export interface ShownExamples {
  readonly request: ExampleRequest;
  readonly place: ExamplePlace;
  readonly curl: Html;
  /** Undefined where a file is sent. */
  readonly typescript: Html | undefined;
  /** Undefined where GraphQL has no such operation. */
  readonly graphql: string | undefined;
}

export function operationSection(operation: ShownOperation, examples: ShownExamples): Html {
  const { anchor, method, path, summary, description, parameters, statuses } = operation;
  return html`<section class="operation" id="${anchor}" aria-labelledby="${anchor}-title">
<h3 id="${anchor}-title">${summary}</h3>
<p class="address"><b>${method}</b> <code>${path.split(/(?<=.)(?=\/)/).map((part) => html`${part}<wbr>`)}</code></p>
${markdown(description)}
${
  parameters.length === 0
    ? html``
    : html`<p class="parameters">Parameters: ${separated(parameters.map(parameterLink))}</p>
`
}<p class="answers">Answers: ${separated(statuses.map(statusLink))}</p>
${examplesOf(anchor, examples)}
</section>
`;
}

function separated(items: readonly Html[]): Html[] {
  return items.map((item, index) => (index === 0 ? item : html`, ${item}`));
}

function parameterLink({ key, name, description, isRequired }: ShownParameter): Html {
  const shown = html`<code>${name}</code>${isRequired ? ' (required)' : ''}`;
  return key === undefined
    ? html`${shown} (${inlineMarkdown(description.replace(/\.$/, ''))})`
    : html`<a href="/docs/parameters#${key}">${shown}</a>`;
}

function statusLink(status: string): Html {
  const isListed = errors.some((error) => String(error.status) === status);
  return isListed ? html`<a href="/docs/errors#status-${status}">${status}</a>` : html`${status}`;
}

function examplesOf(anchor: string, { request, place, curl, typescript, graphql }: ShownExamples): Html {
  // A file and what is no JSON are sent by the shell only.
  const body = request.body === undefined ? '' : JSON.stringify(request.body);
  const sends =
    request.file === undefined
      ? html` data-method="${request.method}" data-address="${addressOf(place, request)}" data-body="${body}"`
      : html``;
  return html`<div class="examples"${sends}>
<details open><summary>curl</summary>${example(`${anchor}-curl`, 'curl', curl)}</details>
${
  typescript === undefined
    ? html``
    : html`<details><summary>TypeScript</summary>${example(`${anchor}-typescript`, 'TypeScript', typescript)}</details>
`
}${
  graphql === undefined
    ? html``
    : html`<details><summary>GraphQL</summary>${example(`${anchor}-graphql`, 'GraphQL', html`${graphql}`)}</details>
`
}</div>`;
}

function example(id: string, language: string, text: Html): Html {
  return html`<pre id="${id}" tabindex="0" aria-label="${language}" data-copy><code>${text}</code></pre>`;
}
