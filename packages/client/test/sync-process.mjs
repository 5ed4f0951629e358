/** Keeps a copy until it is killed: the process of the tests of `sync`. */
import { createClient } from '../dist/index.js';
import { sync } from '../dist/node/index.js';

const { settings, options } = JSON.parse(process.argv[2] ?? '');
await sync(createClient(settings), options);
