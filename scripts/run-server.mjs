import { fileURLToPath } from 'node:url';
import { ensureBuilt, ensureInstalled } from './prepare.mjs';
import { root } from './root.mjs';

await ensureInstalled();
await ensureBuilt();
process.chdir(root);
process.env.NODE_ENV ??= 'production';
process.env.ATRIUM_DEMO ||= process.argv.includes('--serve') ? 'off' : 'on';
const dist = new URL('../apps/server/dist/', import.meta.url);
const { supervise } = await import(new URL('supervisor.js', dist).href);
process.exit(await supervise({ program: fileURLToPath(new URL('main.js', dist)) }));
