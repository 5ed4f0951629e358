/** The suite catches servers with broken reads. */
import { catchesFaults } from './catches.js';

catchesFaults('reads');
