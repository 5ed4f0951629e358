/**
 * For knex, which would print what goes wrong: its errors reach the caller anyway, and the caller decides what is printed.
 */
export const silentLog = { warn() {}, error() {}, debug() {}, deprecate() {} };
