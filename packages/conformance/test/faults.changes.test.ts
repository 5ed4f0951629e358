/** The suite catches servers with broken feeds, histories and webhooks. */
import { catchesFaults } from './catches.js';

catchesFaults('changes and webhooks');
