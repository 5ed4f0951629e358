/**
 * Process of the hand-written floor. Argument 1: the space; argument 2: the data folder.
 */
import { startSqliteFloor } from '../floors/sqlite-floor.js';
import { answerQuestions } from './answer-questions.js';

const [, , space = '', dataDir = ''] = process.argv;
answerQuestions(await startSqliteFloor(dataDir, space));
