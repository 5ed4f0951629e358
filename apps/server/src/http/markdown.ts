/** Markdown as HTML. What is HTML in the text stays text. */
import MarkdownIt from 'markdown-it';
import { Html } from './html.js';

const inline = new MarkdownIt({ html: false, linkify: false });

/** @returns the description of a member, a parameter or an error, without a paragraph of its own */
export function inlineMarkdown(text: string): Html {
  return new Html(inline.renderInline(text));
}

/** @returns paragraphs, lists and code */
export function markdown(text: string): Html {
  return new Html(inline.render(text));
}
