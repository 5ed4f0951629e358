/**
 * The seed of the random tests: always the same, so that a failure comes again; another one looks elsewhere.
 */
export const seed = Number(process.env.HEADWATER_TEST_SEED ?? 20_260_301);
