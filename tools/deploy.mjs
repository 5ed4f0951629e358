/**
 * `node tools/deploy.mjs <folder>`: installs, builds, and makes a folder with the server alone, in the versions of the lock file. An image
 * is made of it (deploy/Dockerfile), or it is copied to a machine (docs/running.md). Of the packages that the server depends on it holds
 * the files that are loaded, a third of all: `@vercel/nft` reads which.
 */
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pnpm } from './pnpm.mjs';

const server = fileURLToPath(new URL('../apps/server/', import.meta.url));
/** Packages that are loaded by a path which the server puts together, so that nobody can read it. */
const loadedByPath = ['chevrotain'];
/** 9 MB that are loaded as a module of the other format. */
const isNeverLoaded = (path) => path.endsWith('/@graphql-yoga/render-graphiql/cjs/graphiql.js');
const licence = /^(licen[cs]e|notice|copying)/i;

/** @throws Error when a command fails; the reason is on the terminal */
function run(...command) {
  const code = pnpm(command);
  if (code !== 0) throw new Error(`pnpm ${command.join(' ')} ended with ${code}`);
}

/**
 * The checkout is installed and built.
 * @param {string} folder is made
 * @returns {Promise<void>}
 * @throws Error when there is something in the folder already, or a command fails
 */
export async function deployServer(folder) {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty: name a folder that is, or remove it first`);
  const temporary = realpathSync(mkdtempSync(join(tmpdir(), 'headwater-deploy-')));
  try {
    const whole = join(temporary, 'server');
    run('--filter', '@headwater/server', 'run', 'pages');
    // The versions of the lock file also for the packages of this workspace, all of which are in the store since they were installed.
    const settings = ['--config.inject-workspace-packages=true', '--prefer-offline'];
    run(...settings, '--filter', '@headwater/server', 'deploy', '--prod', whole);
    const files = await neededFiles(whole);
    // A folder that is there is whole, whatever ends this process.
    const beside = `${folder}.${process.pid}`;
    try {
      for (const file of files) copy(join(whole, file), join(beside, file));
      renameSync(beside, folder);
    } finally {
      rmSync(beside, { recursive: true, force: true });
    }
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** @returns the paths in the folder of what the server loads or serves, and of the licences of all packages among it */
async function neededFiles(folder) {
  // Only who makes such a folder waits for it to load.
  const { nodeFileTrace } = await import('@vercel/nft');
  const { files } = JSON.parse(readFileSync(join(server, 'package.json'), 'utf8'));
  const own = files.flatMap((name) => filesBelow(folder, name)).filter((file) => !/\.d\.ts(\.map)?$/.test(file));
  const entries = own.filter((file) => /^(bin|dist)\/.*js$/.test(file));
  const { fileList } = await nodeFileTrace(
    entries.map((file) => join(folder, file)),
    { base: folder, processCwd: folder, ignore: isNeverLoaded },
  );
  const packages = [...fileList].filter((file) => file.endsWith('/package.json')).map((file) => dirname(file));
  const licences = packages.flatMap((path) =>
    readdirSync(join(folder, path))
      .filter((name) => licence.test(name))
      .map((name) => join(path, name)),
  );
  const links = loadedByPath.map((name) => join('node_modules', name));
  const linked = links.flatMap((link) => filesBelow(folder, relative(folder, realpathSync(join(folder, link)))));
  return new Set(['package.json', ...own, ...fileList, ...licences, ...links, ...linked]);
}

function filesBelow(folder, name) {
  return readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** Packages see one another by links, which stay links. */
function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else cpSync(from, to);
}

if (import.meta.filename === process.argv[1]) {
  const [folder, ...others] = process.argv.slice(2);
  if (folder === undefined || folder.startsWith('-') || others.length > 0) {
    console.error('usage: node tools/deploy.mjs <folder>   makes a folder with the server alone');
    process.exit(2);
  }
  run('install', '--frozen-lockfile');
  run('exec', 'turbo', 'run', 'build', '--output-logs=errors-only');
  await deployServer(resolve(folder));
  console.log(`\nnode ${join(resolve(folder), 'bin/headwater.cjs')} serve`);
}
