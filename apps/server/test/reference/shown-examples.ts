/** The examples of a page of the reference, as a reader finds them. */

export interface ShownExample {
  /** Of the operation. */
  readonly anchor: string;
  readonly method: string;
  readonly address: string;
  readonly body: string;
  readonly curl: string;
  readonly typescript: string;
  /** Undefined where GraphQL has none. */
  readonly graphql: string | undefined;
}

/** @param page HTML */
export function shownExamples(page: string): ShownExample[] {
  return page
    .split('<section class="operation"')
    .slice(1)
    .map((section) => {
      const anchor = /^ id="([^"]*)"/.exec(section)?.[1] ?? '';
      const textOf = (language: string) => {
        const text = new RegExp(`<pre id="${anchor}-${language}"[^>]*><code>(.*?)</code>`, 's').exec(section)?.[1];
        return text === undefined ? undefined : unescaped(text.replace(/<[^>]*>/g, ''));
      };
      const dataOf = (name: string) => unescaped(new RegExp(` data-${name}="([^"]*)"`).exec(section)?.[1] ?? '');
      return {
        anchor,
        method: dataOf('method'),
        address: dataOf('address'),
        body: dataOf('body'),
        curl: textOf('curl') ?? '',
        typescript: textOf('typescript') ?? '',
        graphql: textOf('graphql'),
      };
    });
}

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function unescaped(text: string): string {
  return text.replace(/&([a-z]+|#\d+);/g, (whole, name: string) => characters[name] ?? whole);
}
