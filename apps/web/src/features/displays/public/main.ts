import './display.css';
import { startDisplay } from './start.ts';

const { kind = '', code = '', view = '' } = document.body.dataset;
const board = document.getElementById('board');
// The chooser has neither.
if (board && kind !== '') startDisplay(board, { kind, code, view });
