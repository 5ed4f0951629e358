/** The server conforms on PostgreSQL. */
import { itConforms } from './conforms.js';

itConforms('PostgreSQL');
