/** Draws the console into its page. */
import { render } from 'preact';
import { Console } from './console.js';
import './style.css';

const place = document.getElementById('console');
if (place === null) throw new Error('The page has no place for the console.');
render(<Console />, place);
