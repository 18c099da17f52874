// What the build makes, from what. Node's own modules only: `npm start` asks here before anything is installed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';
import { isCurrent } from './stamp.mjs';

const shared = [
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/build.mjs',
  'scripts/build-parts.mjs',
];
/** @param {string[]} names */
const packages = (...names) => names.map((name) => `packages/${name}/src`);

/** One file per process or thread: code that starts one finds it by this name next to its own bundle. */
export const serverEntries = {
  main: 'apps/server/src/main.ts',
  doctor: 'apps/server/src/doctor.ts',
  backup: 'apps/server/src/backup.ts',
  restore: 'apps/server/src/restore.ts',
  supervisor: 'apps/server/src/supervisor.ts',
  'applying-worker': 'apps/server/src/app/applying-worker.ts',
  'estate-reading-worker': 'apps/server/src/features/estate-files/reading-worker.ts',
  'engines-child': 'packages/engines/src/child.ts',
};

/** Folders and files that code opens next to its own bundle. */
export const serverAssets = {
  'apps/server/src/registry/migrations': 'migrations',
  'packages/client/src/runtime.js': 'runtime.js',
};

export const parts = {
  server: {
    output: 'apps/server/dist/main.js',
    stamp: 'apps/server/dist/.stamps/server.json',
    inputs: [
      ...shared,
      'apps/server/src',
      ...packages('calendar', 'client', 'contract', 'engines', 'facts', 'forecast', 'metrics', 'rules', 'simulator'),
    ],
  },
  web: {
    output: 'apps/web/dist/index.html',
    stamp: 'apps/server/dist/.stamps/web.json',
    inputs: [...shared, 'apps/web', ...packages('calendar', 'contract', 'metrics', 'rules')],
  },
};

/** @typedef {keyof typeof parts} PartName */
/** @type {PartName[]} */
const partNames = ['server', 'web'];

/** The parts whose output is missing or older than their sources. */
export function staleParts() {
  return partNames.filter((name) => {
    const { output, stamp, inputs } = parts[name];
    return !existsSync(join(root, output)) || !isCurrent(stamp, inputs);
  });
}
