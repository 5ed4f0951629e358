/**
 * A log for knex that prints nothing: its errors are thrown, and the caller decides what is printed.
 */
export const silentLog = { warn() {}, error() {}, debug() {}, deprecate() {} };
