import { ensureBuilt, ensureInstalled } from './prepare.mjs';
import { root } from './root.mjs';

await ensureInstalled();
await ensureBuilt();
process.chdir(root);
process.env.NODE_ENV ??= 'production';
process.env.ATRIUM_DEMO ||= process.argv.includes('--serve') ? 'off' : 'on';
process.setSourceMapsEnabled(true);
// In this process, not in a child: signals, exit code and terminal are the server's own.
await import(new URL('../apps/server/dist/main.js', import.meta.url).href);
