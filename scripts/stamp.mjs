// A stamp records the inputs of a finished step.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './root.mjs';

/** @typedef {Record<string, [size: number, modified: number, hash: string]>} Fingerprint by path */

/**
 * Reads all inputs: files or folders, relative to the checkout. Take it before the step runs, save it after.
 * @param {readonly string[]} inputs
 * @returns {Fingerprint}
 */
export function takeFingerprint(inputs, base = root) {
  return Object.fromEntries(
    listFiles(base, inputs).map((path) => [path, [...sizeAndTime(base, path), contentHash(base, path)]]),
  );
}

/** @param {string} stampPath @param {Fingerprint} fingerprint */
export function saveStamp(stampPath, fingerprint, base = root) {
  const path = join(base, stampPath);
  mkdirSync(dirname(path), { recursive: true });
  // Renamed into place: a stamp is complete or absent, and a hard-linked copy of it elsewhere keeps its content.
  writeFileSync(`${path}.new`, JSON.stringify(fingerprint));
  renameSync(`${path}.new`, path);
}

/** @param {string} stampPath */
export function removeStamp(stampPath, base = root) {
  rmSync(join(base, stampPath), { force: true });
}

/**
 * Looks at sizes and times first and reads only files that were touched, so that a start costs milliseconds.
 * @param {string} stampPath
 * @param {readonly string[]} inputs
 */
export function isCurrent(stampPath, inputs, base = root) {
  const saved = readStamp(join(base, stampPath));
  const paths = listFiles(base, inputs);
  if (saved === undefined || paths.length !== Object.keys(saved).length) return false;
  let touched = false;
  for (const path of paths) {
    const entry = saved[path];
    if (entry === undefined) return false;
    const [size, time] = sizeAndTime(base, path);
    if (size !== entry[0]) return false;
    if (time === entry[1]) continue;
    if (contentHash(base, path) !== entry[2]) return false;
    entry[1] = time;
    touched = true;
  }
  if (touched) saveStamp(stampPath, saved, base);
  return true;
}

/** @param {string} path @returns {Fingerprint | undefined} */
function readStamp(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {string} base @param {readonly string[]} inputs @returns {string[]} */
function listFiles(base, inputs) {
  return inputs.flatMap((input) => {
    const stats = statSync(join(base, input), { throwIfNoEntry: false });
    if (stats === undefined) return [];
    return stats.isDirectory() ? filesBelow(base, input) : [input];
  });
}

/** @param {string} base @param {string} folder @returns {string[]} */
function filesBelow(base, folder) {
  return readdirSync(join(base, folder), { withFileTypes: true }).flatMap((entry) => {
    if (/^(node_modules|dist)$|\.test\.tsx?$/.test(entry.name)) return [];
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(base, path) : [path];
  });
}

/** @param {string} base @param {string} path @returns {[size: number, modified: number]} */
function sizeAndTime(base, path) {
  const { size, mtimeMs } = statSync(join(base, path));
  return [size, mtimeMs];
}

/** @param {string} base @param {string} path */
function contentHash(base, path) {
  return createHash('sha256')
    .update(readFileSync(join(base, path)))
    .digest('base64');
}
