/**
 * `npm run fuzz -- --minutes N --seed S`: sends generated and hostile requests to a server for so long, and judges every answer by its
 * document. The same seed sends the same requests. Ends with an exit code of 1 when an answer is wrong.
 */
import { parseArgs } from 'node:util';
import { pnpm } from './pnpm.mjs';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
process.env.HEADWATER_FUZZ_SECONDS = String(Math.round(Number(values.minutes) * 60));
process.env.HEADWATER_FUZZ_SEED = values.seed;
process.exitCode =
  pnpm(['install', '--frozen-lockfile']) ||
  pnpm(['exec', 'turbo', 'run', 'build', '--output-logs=errors-only']) ||
  pnpm(['--filter', '@headwater/server', 'exec', 'vitest', 'run', '--project', 'server', 'test/fuzz']);
