/**
 * Process of the floor with the server's answers and tables. Argument 1: the space; argument 2: the data folder; argument 3: `synchronous`.
 */

import type { Synchronous } from '../databases.js';
import { startSameAnswerFloor } from '../floors/same-answer/same-answer-floor.js';
import { answerQuestions } from './answer-questions.js';

const [, , space = '', dataDir = '', synchronous] = process.argv;
answerQuestions(await startSameAnswerFloor(dataDir, space, synchronous as Synchronous));
