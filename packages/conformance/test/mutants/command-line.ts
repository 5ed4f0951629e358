/**
 * The command line of `npm run suite:mutants`.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const usage = `Runs the conformance suite against servers with one small change each, and says what share of them it notices.
The server is on SQLite. Options:
  --sample <n>     how many mutants are tried, from each folder its share; 100 when left out
  --seed <text>    which ones; 1 when left out
  --folder <path>  only those below it in apps/server/src, such as records or api/rest; may be repeated
  --ids <list>     only these, such as 512,1030, whatever the sample is
  --minutes <n>    begins no mutant after so many minutes; the same command goes on from there
  --again          tries those again that were not noticed
  --healthy        only runs the suite on the instrumented server without a mutant
  --results <path> folder of the results and of the instrumented server; headwater-mutants in the temporary folder when left out
  --report <file>  writes the report there as well
  --help           show this
Exit codes: 0 done, 1 the suite fails without a mutant, 2 wrong usage.`;

export interface Options {
  readonly sample: number;
  readonly seed: string;
  readonly folders: readonly string[];
  readonly ids: readonly string[] | undefined;
  readonly minutes: number;
  readonly again: boolean;
  readonly healthy: boolean;
  readonly results: string;
  readonly report: string | undefined;
}

/** @returns undefined when there is nothing to run, which has been said; the exit code is set */
export function readOptions(): Options | undefined {
  const { values } = parseArgs({
    options: {
      sample: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      folder: { type: 'string', multiple: true, default: [] },
      ids: { type: 'string' },
      minutes: { type: 'string' },
      again: { type: 'boolean', default: false },
      healthy: { type: 'boolean', default: false },
      results: { type: 'string', default: join(tmpdir(), 'headwater-mutants') },
      report: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return undefined;
  }
  const sample = Number(values.sample);
  const minutes = Number(values.minutes ?? Number.POSITIVE_INFINITY);
  if (!(Number.isInteger(sample) && sample > 0 && minutes > 0)) {
    console.error(`--sample and --minutes take numbers above 0.\n\n${usage}`);
    process.exitCode = 2;
    return undefined;
  }
  const { seed, folder: folders, again, healthy, results, report } = values;
  return { sample, seed, folders, ids: values.ids?.split(','), minutes, again, healthy, results, report };
}

/** @returns the command that makes the same sample */
export function commandOf({ sample, seed, folders, ids }: Options): string {
  const which = ids === undefined ? `--sample ${sample} --seed ${seed}` : `--ids ${ids.join(',')}`;
  return ['npm run suite:mutants --', which, ...folders.map((folder) => `--folder ${folder}`)].join(' ');
}
