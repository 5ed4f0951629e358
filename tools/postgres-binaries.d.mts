/** The major versions that tests can run on, the oldest first. */
export declare const postgresVersions: readonly string[];
