/**
 * The cases in the order in which they are measured: writes change what reads answer.
 */
import type { BenchCase } from './bench-case.js';
import { otherInterfaces } from './other-interfaces.js';
import { reads } from './reads.js';
import { writes } from './writes.js';

export const benchCases: readonly BenchCase[] = [...reads, ...otherInterfaces, ...writes];
