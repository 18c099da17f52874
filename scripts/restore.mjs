// `npm run restore -- DIR`: fills an empty installation from a backup.
import { nodeIsNewEnough } from './node-version.mjs';

if (nodeIsNewEnough()) void import('./run-program.mjs').then(({ runProgram }) => runProgram('restore'));
