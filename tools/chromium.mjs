/**
 * A Chromium for browser tests: the one that the machine has, else the one that its package manager installs. Knows no test.
 */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages, remedyFor } from './debian-packages.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Text without any font has no size, and what has no size can't be clicked. */
const packages = ['chromium', 'fonts-liberation'];

/**
 * Takes the executable that `HEADWATER_TEST_CHROMIUM` names, else one on the path. Where there is none and `CI` is set, it is
 * installed, which takes a minute or two; nobody else's machine is changed by running tests.
 * @returns {Promise<string | undefined>} the path of the executable; undefined where there is none and nobody said there must be
 * @throws Error saying what to do, in CI and when the one that is named cannot be run: a browser test that cannot run has failed
 */
export async function findChromium() {
  const given = process.env.HEADWATER_TEST_CHROMIUM;
  if (given) {
    if (isExecutable(given)) return given;
    throw new Error(`HEADWATER_TEST_CHROMIUM is "${given}", which cannot be run.`);
  }
  return findOnPath() ?? (process.env.CI ? await installChromium() : undefined);
}

function findOnPath() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin'];
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function installChromium() {
  const remedy = `Name one in HEADWATER_TEST_CHROMIUM. ${remedyFor(packages)}`;
  console.warn(`There is no Chromium for the browser tests: installing the packages ${packages.join(' and ')}.`);
  const isInstalled = await installPackages(packages, 'command -v chromium > /dev/null');
  const installed = findOnPath();
  if (!isInstalled || installed === undefined) {
    throw new Error(`There is no Chromium for the browser tests, and none could be installed. ${remedy}`);
  }
  return installed;
}
