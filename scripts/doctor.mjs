// `npm run doctor`: what is damaged in the stores of this installation, and what can be made again.
import { nodeIsNewEnough } from './node-version.mjs';

if (nodeIsNewEnough()) void import('./run-program.mjs').then(({ runProgram }) => runProgram('doctor'));
