/**
 * Draws the picture of the console in its guide, from a demo server that runs already:
 *
 *   HEADWATER_DEMO_TOKEN=demo HEADWATER_DEMO_PASSWORD=demo npm start     # in another terminal
 *   node tools/console-picture.mjs docs/console.png
 */
import { createRequire } from 'node:module';
import { findChromium } from './chromium.mjs';

const requireOfServer = createRequire(new URL('../apps/server/package.json', import.meta.url));
const { chromium } = requireOfServer('playwright-core');
const { HEADWATER_URL: url = 'http://127.0.0.1:8080' } = process.env;
const file = process.argv[2] ?? 'console.png';

const executablePath = await findChromium();
if (executablePath === undefined) throw new Error('Install Chromium, or name one in HEADWATER_TEST_CHROMIUM.');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
await page.goto(`${url}/console`);
for (const name of ['Space', 'Token', 'Password']) await page.getByLabel(name).fill('demo');
await page.getByRole('button', { name: 'Sign in' }).click();
for (const name of ['Won and lost by month', 'Agenda of the next days'])
  await page.getByRole('img', { name }).waitFor();
await page.locator('table.bars').waitFor();
await page.screenshot({ path: file });
await browser.close();
console.log(`Drew ${file}.`);
