/**
 * A server as its own process, as it was built, for tests that kill it. Prints its address and a key as one line of JSON.
 * Its one argument is the configuration as JSON.
 */
import { createSpaceWithKey, startServer } from '../dist/index.js';

const server = await startServer({ ...JSON.parse(process.argv[2] ?? '{}'), port: 0, logLevel: 'silent' });
const { token, password } = await createSpaceWithKey(server, 'acme');
console.log(JSON.stringify({ url: server.url, token, password }));
