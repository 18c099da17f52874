import { runChecks } from './checks.mjs';
import { ensureInstalled } from './prepare.mjs';
import { finish } from './stages.mjs';

await ensureInstalled();
await runChecks();
finish();
