// Dependencies: `npm install` when the manifests or the lock file changed since the last time.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './root.mjs';
import { isCurrent, removeStamp, saveStamp, takeFingerprint } from './stamp.mjs';

// Named after what the installed binaries depend on: a checkout shared between two machines installs for each.
export const stamp = `node_modules/.atrium/installed-${process.platform}-${process.arch}-${process.versions.modules}.json`;

export function isInstalled(base = root) {
  return isCurrent(stamp, manifests(base), base);
}

/** Shows the progress; ends the process when npm fails. */
export async function install() {
  const fingerprint = takeFingerprint(manifests(root));
  removeStamp(stamp);
  const progress = startProgress(countPackages());
  const { code, complaints } = await runNpm(progress.fetched);
  progress.end();
  if (code !== 0) {
    console.error(complaints.join('\n'));
    console.error('Installing the dependencies failed.');
    process.exit(1);
  }
  saveStamp(stamp, fingerprint);
}

/** @param {string} base */
export function manifests(base) {
  const workspaces = ['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(base, folder)).map((name) => `${folder}/${name}/package.json`),
  );
  return ['package-lock.json', 'package.json', ...workspaces];
}

/** @param {() => void} onFetched */
async function runNpm(onFetched) {
  const args = [
    'install',
    '--no-audit',
    '--no-fund',
    // Never rewrites the lock file, whatever the npm version.
    '--no-save',
    // Some npm versions run install scripts and some block them; nothing here needs one.
    '--ignore-scripts',
    '--loglevel=http',
    '--progress=false',
  ];
  const npm = process.env.npm_execpath;
  const child = npm?.endsWith('.js')
    ? spawn(process.execPath, [npm, ...args], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] })
    : spawn('npm', args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'], shell: process.platform === 'win32' });
  /** @type {string[]} */
  const complaints = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (/^npm http fetch \w+ 200 .*\.tgz/.test(line)) onFetched();
    else if (line.startsWith('npm error')) complaints.push(withoutAddresses(line));
  });
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      complaints.push(`npm could not be started: ${error.message}`);
      resolve(1);
    });
    child.once('close', resolve);
  });
  return { code, complaints };
}

/**
 * Where packages come from is the business of this machine, and may carry a token.
 * @param {string} line
 */
export function withoutAddresses(line) {
  return line.replaceAll(/https?:\/\/\S+/g, '<registry>');
}

/** @param {string[] | undefined} list @param {string} value */
const matches = (list, value) => list === undefined || list.includes(value);

function countPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages).filter(
    ([path, { link, os, cpu, libc }]) =>
      path.startsWith('node_modules/') &&
      !link &&
      matches(os, process.platform) &&
      matches(cpu, process.arch) &&
      (process.platform !== 'linux' || matches(libc, 'glibc')),
  ).length;
}

/** @param {number} total */
function startProgress(total) {
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1000);
  const inPlace = process.stdout.isTTY;
  let count = 0;
  const show = () => {
    const done = count === 0 ? 'looking up dependencies' : `${count} of ${total} packages fetched`;
    const text = `  dependencies: ${done}, ${seconds()} s`;
    process.stdout.write(inPlace ? `\r${text}` : `${text}\n`);
  };
  console.log('Installing dependencies. The first time this downloads about 500 MB.');
  const timer = setInterval(show, inPlace ? 500 : 5000);
  return {
    fetched: () => {
      count += 1;
    },
    end: () => {
      clearInterval(timer);
      if (inPlace) process.stdout.write('\r\u001B[K');
      console.log(`  dependencies: done in ${seconds()} s`);
    },
  };
}
