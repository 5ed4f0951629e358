/**
 * The test files that `npm test` leaves out and `npm run test:all` runs, by package. They take the most of two cores: a browser, a
 * hundred processes, plans among many records, everything there is asked one after another. Of the deliberate breaks of the server
 * four in five, some of each folder, are caught by other tests as well (`apps/server/src/breaks.test.ts`).
 */
const files = {
  server: [
    // In a browser.
    'test/console/console.test.ts',
    'test/console/console-for-everybody.test.ts',
    'test/console/console-keys.test.ts',
    'test/console/console-places.test.ts',
    'test/console/console-values.test.ts',
    'test/graphql/graphiql.test.ts',
    'test/site/overview.test.ts',
    'test/reference/browser.test.ts',
    // Plans among many records.
    'test/list/filter-indexes.test.ts',
    'test/properties/paging.test.ts',
    // All operations, members or values there are.
    'test/changes/operations.test.ts',
    'test/contract/document.test.ts',
    'test/contract/example-bodies.test.ts',
    'test/contract/space.test.ts',
    'test/custom-entity-types/example.test.ts',
    'test/custom-field-properties/entity-types.test.ts',
    'test/custom-field-properties/filters.test.ts',
    'test/custom-field-properties/references.test.ts',
    'test/custom-field-properties/values.test.ts',
    'test/custom-values/properties.test.ts',
    'test/dry-run/every-write.test.ts',
    'test/filters/account-properties.test.ts',
    'test/filters/properties.test.ts',
    'test/filters/sibling-properties.test.ts',
    'test/graphql/every-write.test.ts',
    'test/graphql/same-as-rest.test.ts',
    'test/isolation/isolation.test.ts',
    'test/list/304-every-type.test.ts',
    'test/list/members.test.ts',
    'test/properties/merge.test.ts',
    'test/outside-validators/outside-validators.test.ts',
    'test/reference/examples.test.ts',
    'test/reports/pivot-bounds.test.ts',
    'test/reports/pivot-zones.test.ts',
    'test/rights/every-operation.test.ts',
    'test/rights/hidden-fields.test.ts',
    'test/rights/keys.test.ts',
    'test/rights/users.oracle.test.ts',
    'test/rights/users-pages.oracle.test.ts',
    'test/schema-file/rejections.test.ts',
    'test/site/contracts.test.ts',
    'test/v1/spec.test.ts',
    'test/upgrades/upgrade.test.ts',
    'test/agenda/agenda.test.ts',
    'test/agenda/agenda-details.test.ts',
    // Long runs, races of processes, work that is killed, databases that are silent.
    'test/backup/round-trip.test.ts',
    'test/backup/under-load.test.ts',
    'test/changes/announced.test.ts',
    'test/changes/revert-histories.test.ts',
    'test/computed-fields/concurrency.test.ts',
    'test/computed-fields/properties.test.ts',
    'test/computed-fields/recompute.test.ts',
    'test/crash/crash.test.ts',
    'test/custom-entity-types/remove-while-written.test.ts',
    'test/custom-fields/replaced-in-many.test.ts',
    'test/custom-fields/replaced-while-restored.test.ts',
    'test/databases/changing.test.ts',
    'test/databases/power-failure.test.ts',
    'test/databases/silent.test.ts',
    'test/databases/stop.test.ts',
    'test/databases/threads.test.ts',
    'test/documents/crash.test.ts',
    'test/documents/memory.test.ts',
    'test/feed/following.test.ts',
    'test/feed/graphql.test.ts',
    'test/feed/graphql-slow-reader.test.ts',
    'test/followers/followers.test.ts',
    'test/fuzz/fuzz.test.ts',
    'test/jobs/chunks.test.ts',
    'test/jobs/entity-types.test.ts',
    'test/jobs/field-values.test.ts',
    'test/jobs/one-at-a-time.test.ts',
    'test/jobs/queue.test.ts',
    'test/merge/concurrency.test.ts',
    'test/processes/loaded-when-asked-for.test.ts',
    'test/processes/schema-race.test.ts',
    'test/processes/streams.test.ts',
    'test/processes/unique-and-sequence.test.ts',
    'test/processes/workers.test.ts',
    'test/schema/migrate.test.ts',
    'test/site/close.test.ts',
    'test/soak/soak.test.ts',
    'test/time-limits-of-requests.test.ts',
    'test/webhooks/processes.test.ts',
    // The guides as commands, commands in all their uses, and much that is imported.
    'test/backup/restore.test.ts',
    'test/cli/demo.test.ts',
    'test/cli/doctor.test.ts',
    'test/cli/import-crm-sales.test.ts',
    'test/cli/import-report.test.ts',
    'test/cli/import-repeat.test.ts',
    'test/cli/import-values.test.ts',
    'test/deploy/deployed.test.ts',
    'test/docs/guides.test.ts',
    'test/docs/migrating.test.ts',
    'test/docs/permissions.test.ts',
    'test/docs/proxies.test.ts',
    'test/docs/reading.test.ts',
    'test/docs/running.test.ts',
    'test/docs/scale.test.ts',
    'test/docs/writing.test.ts',
    'test/graphql/crm-sales.test.ts',
    'test/graphql/dashboard-example.test.ts',
    'test/schema-file/apply.test.ts',
    // What the benchmark compares with.
    'bench/floors/answers.test.ts',
  ],
  conformance: [
    // The server's own tests ask both databases where these differ.
    'test/conformance.postgres.test.ts',
    'test/defined-space.postgres.test.ts',
    'test/defined-space.sqlite.test.ts',
    // The suite as a program, which loads its documents in each of some thirty processes.
    'test/program.test.ts',
    'test/workflow-example.test.ts',
  ],
  client: [
    // Packed, generated, installed, compiled and bundled as by others, in a browser and other runtimes.
    'test/browser.test.ts',
    'test/command.test.ts',
    'test/compiler.test.ts',
    'test/generate.test.ts',
    'test/graphql-project.test.ts',
    'test/offered-names.test.ts',
    'test/package.test.ts',
    'test/runtimes.test.ts',
    // Exports and imports that are killed, a network that loses answers, and queries that go on for long.
    'test/import-export.test.ts',
    'test/live-connection.test.ts',
    'test/live.test.ts',
    'test/unreliable-network.test.ts',
  ],
};

/** @returns the long test files of a package, as paths in it */
export function longTestsOf(name) {
  return files[name];
}

/** @returns those that this run leaves out: none of them but in `npm test`, so that one that is named is run */
export function leftOutOf(name) {
  return process.env.HEADWATER_TEST_SHORT === '1' ? longTestsOf(name) : [];
}

/** How many files there are in all. */
export const longTestCount = Object.values(files).flat().length;
