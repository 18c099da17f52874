// `npm start`: from a bare checkout to a running server. `npm run serve` is the same without the demo world.
import { nodeIsNewEnough } from './node-version.mjs';

if (nodeIsNewEnough()) void import('./run-server.mjs');
