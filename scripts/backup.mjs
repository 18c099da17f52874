// `npm run backup -- DIR`: copies this installation, while it runs or while it is stopped.
import { nodeIsNewEnough } from './node-version.mjs';

if (nodeIsNewEnough()) void import('./run-program.mjs').then(({ runProgram }) => runProgram('backup'));
