/** The suite catches servers with broken writes. */
import { catchesFaults } from './catches.js';

catchesFaults('writes');
