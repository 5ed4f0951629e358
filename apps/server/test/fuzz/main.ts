/** `npm run fuzz`: the fuzzer as a command. */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startTestPostgres } from '../../../../tools/test-postgres.mjs';
import { fuzz } from './fuzz.js';

const usage = `Sends generated and hostile requests to a server in a process of its own, and judges every answer. Options:
  --minutes <n>        2 when left out
  --seed <n>           the same seed sends the same requests; random when left out
  --database <which>   sqlite (when left out) or postgres, one that is started for the run
  --help               show this
Exit codes: 0 every answer was right, 1 one was not, 2 wrong usage.`;

function readOptions() {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '2' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      database: { type: 'string', default: 'sqlite' },
      help: { type: 'boolean' },
    },
  });
  const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
  const isUsable = minutes > 0 && Number.isInteger(seed) && ['sqlite', 'postgres'].includes(values.database);
  if (!values.help && isUsable) return { minutes, seed, database: values.database };
  (values.help ? console.log : console.error)(usage);
  process.exitCode = values.help ? 0 : 2;
  return undefined;
}

async function main(): Promise<void> {
  const options = readOptions();
  if (options === undefined) return;
  const { minutes, seed, database } = options;
  const dataDir = mkdtempSync(join(tmpdir(), 'headwater-fuzz-'));
  const postgres = database === 'postgres' ? await startTestPostgres() : undefined;
  try {
    const databaseUrl = await postgres?.createDatabase();
    console.log(`${database}, seed ${seed}, ${minutes} minutes, load ${loadavg()[0]?.toFixed(1)} before the run`);
    const onProgress = (text: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);
    const location = { dataDir, databaseUrl };
    const { failures, counts, heldTimes } = await fuzz({
      ...{ seconds: minutes * 60, seed, location, onProgress },
      mostHeldMs: 250,
    });
    for (const failure of failures) console.log(`\n${failure}`);
    if (failures.length > 0) process.exitCode = 1;
    const sent = Object.values(counts).reduce((sum, count) => sum + count, 0);
    console.log(
      `\n${failures.length === 0 ? 'ok' : 'FAILED'}: ${database}, seed ${seed}, ${sent} requests, ${failures.length} wrong answers; ` +
        `by status ${JSON.stringify(counts)}; ${heldTimes}`,
    );
  } finally {
    await postgres?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await main();
