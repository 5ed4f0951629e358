import { describe, expect, it } from 'vitest';
import { html } from './html.js';

describe('html', () => {
  it('escapes values, not the template and not what it made itself', () => {
    const item = (text: string) => html`<li>${text}</li>`;
    const list = html`<ul title="${`"a" & 'b'`}">${['<1>', '2'].map(item)}${item('3')}</ul>`;
    expect(list.text).toBe('<ul title="&quot;a&quot; &amp; &#39;b&#39;"><li>&lt;1&gt;</li><li>2</li><li>3</li></ul>');
  });
});
