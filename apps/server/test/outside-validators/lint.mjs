/**
 * Prints what Spectral's rules for OpenAPI say of a document, a line for each result. Runs where Spectral was installed.
 * `node lint.mjs <document>`
 */
import { readFileSync } from 'node:fs';
import spectral from '@stoplight/spectral-core';
import parsers from '@stoplight/spectral-parsers';
import rulesets from '@stoplight/spectral-rulesets';

const linter = new spectral.Spectral();
linter.setRuleset({ extends: [[rulesets.oas, 'recommended']] });
const [, , file] = process.argv;
const results = await linter.run(new spectral.Document(readFileSync(file, 'utf8'), parsers.Json, file));
for (const { code, path, message } of results) console.log(`${code} at ${path.join('.')}: ${message}`);
