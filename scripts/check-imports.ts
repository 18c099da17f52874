// Part of `npm run check`: who may import whom. The rules and their reasons: docs/adr/0006-import-rules.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBreaches } from './imports/rules.ts';
import { checkout, sourcesBelow } from './source-files.ts';

const paths = sourcesBelow('packages', 'apps', 'scripts', 'e2e', 'bench');
const breaches = findBreaches(new Map(paths.map((path) => [path, readFileSync(join(checkout, path), 'utf8')])));
for (const { path, line, rule, message } of breaches) console.error(`${path}:${line}  ${message}  [${rule}]`);
console.log(`${paths.length} files, ${breaches.length === 0 ? 'no' : breaches.length} breaches of the import rules`);
process.exitCode = breaches.length === 0 ? 0 : 1;
