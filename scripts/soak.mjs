// `npm run soak [-- rounds [seed]]`: the random tests with a fresh seed each round, until one fails.
import { nodeIsNewEnough } from './node-version.mjs';

if (nodeIsNewEnough()) void import('./run-soak.mjs');
