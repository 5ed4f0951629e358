/** The page that says of every error what it means and what to do about it. Pure. */
import type { ErrorDefinition } from '@headwater/contract';
import type { Spec } from '../spec/load-spec.js';

/** @returns the text of `docs/errors.md` */
export function errorsPage({ errors }: Spec): string {
  const whole = errors.filter(({ status }) => status !== null).sort((a, b) => Number(a.status) - Number(b.status));
  return `${[
    '# Errors\n',
    'The body of an error has `success` false, its `code`, `name` and `message`, and the `http_status`. In GraphQL the',
    'name is `extensions.code` and the code `extensions.number`. Nothing was written unless the table says otherwise. This',
    'page is generated from `spec/errors.yaml` by `npx headwater-codegen errors docs`.\n',
    ...table(
      ['Status', 'Code', 'Name', 'Cause', 'Remedy'],
      whole.map((error) => [String(error.status), ...cells(error)]),
    ),
    '\n## Inside a validation error\n',
    'An `ERROR_ENTITY_VALIDATION` lists every error of the record: `entity_errors`, and `field_errors` by field.\n',
    ...table(['Code', 'Name', 'Cause', 'Remedy'], errors.filter(({ status }) => status === null).map(cells)),
  ].join('\n')}\n`;
}

function cells({ code, name, title, description, remedy, retryable }: ErrorDefinition): string[] {
  const again = retryable ? ' The same request may succeed later.' : '';
  return [String(code), `\`${name}\``, `${title} ${description}`, `${remedy}${again}`];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (columns: readonly string[]) => `| ${columns.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}
