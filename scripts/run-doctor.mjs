import { ensureBuilt, ensureInstalled } from './prepare.mjs';
import { root } from './root.mjs';

await ensureInstalled();
await ensureBuilt();
process.chdir(root);
process.setSourceMapsEnabled(true);
await import(new URL('../apps/server/dist/doctor.js', import.meta.url).href);
