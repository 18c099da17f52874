// `npm run check`: format, lint, types, import rules, product rules.
import { nodeIsNewEnough } from './node-version.mjs';

if (nodeIsNewEnough()) void import('./run-checks.mjs');
