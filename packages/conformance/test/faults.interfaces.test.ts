/** The suite catches servers with broken GraphQL and REST v1. */
import { catchesFaults } from './catches.js';

catchesFaults('GraphQL and REST v1');
