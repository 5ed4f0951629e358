/** The server conforms on SQLite. */
import { itConforms } from './conforms.js';

itConforms('SQLite');
