// `npm test`: from a bare checkout through every check, unit, integration and browser test.
import { nodeIsNewEnough } from './node-version.mjs';

if (nodeIsNewEnough()) void import('./run-tests.mjs');
