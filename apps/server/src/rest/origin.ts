export { requestOrigin } from '../http/origin.js';
