/** The icon of the service: a spring and the stream that flows from it. */
import { PreparedContent } from '../../http/content/prepared-content.js';
import type { Page } from './page.js';

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <rect width="32" height="32" rx="7" fill="#0b6e75"/>
  <circle cx="16" cy="8.5" r="2.5" fill="#fff"/>
  <path d="M16 13c-7 5 7 7 0 13" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/>
</svg>
`;

const content = new PreparedContent(svg, { type: 'image/svg+xml', cached: 'always-ask' });

export const icon: Page = (ctx) => content.send(ctx);
