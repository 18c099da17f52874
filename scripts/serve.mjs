// The built product under its supervisor. `npm start` comes here once everything is installed and built.
import { fileURLToPath } from 'node:url';
import { root } from './root.mjs';

process.chdir(root);
process.env.NODE_ENV ??= 'production';
process.env.ATRIUM_DEMO ||= process.argv.includes('--serve') ? 'off' : 'on';
const dist = new URL('../apps/server/dist/', import.meta.url);
const { supervise } = await import(new URL('supervisor.js', dist).href);
process.exit(await supervise({ program: fileURLToPath(new URL('main.js', dist)) }));
