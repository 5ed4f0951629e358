/** The suite catches servers with broken metadata and analytics. */
import { catchesFaults } from './catches.js';

catchesFaults('metadata and analytics');
