/**
 * Process of the floor that answers the same bytes to everything.
 */
import { startConstantFloor } from '../floors/constant-floor.js';
import { answerQuestions } from './answer-questions.js';

answerQuestions(await startConstantFloor());
