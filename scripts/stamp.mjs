// A stamp remembers what a finished step was made from: path → [size, modification time, content hash].
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './root.mjs';

/** Reads all inputs (files or folders, relative to the checkout). Take it before the step runs, save it after. */
export function takeFingerprint(inputs) {
  return Object.fromEntries(listFiles(inputs).map((path) => [path, [...sizeAndTime(path), contentHash(path)]]));
}

export function saveStamp(stampPath, fingerprint) {
  const path = join(root, stampPath);
  mkdirSync(dirname(path), { recursive: true });
  // Renamed into place: a stamp is there whole or not at all, and a hard-linked copy of it elsewhere keeps its content.
  writeFileSync(`${path}.new`, JSON.stringify(fingerprint));
  renameSync(`${path}.new`, path);
}

export function removeStamp(stampPath) {
  rmSync(join(root, stampPath), { force: true });
}

/** Looks at sizes and times first and reads only files that were touched, so that a start costs milliseconds. */
export function isCurrent(stampPath, inputs) {
  const saved = readStamp(stampPath);
  if (saved === undefined) return false;
  const paths = listFiles(inputs);
  if (paths.length !== Object.keys(saved).length) return false;
  let touched = false;
  for (const path of paths) {
    const entry = saved[path];
    if (entry === undefined) return false;
    const [size, time] = sizeAndTime(path);
    if (size !== entry[0]) return false;
    if (time === entry[1]) continue;
    if (contentHash(path) !== entry[2]) return false;
    entry[1] = time;
    touched = true;
  }
  if (touched) saveStamp(stampPath, saved);
  return true;
}

function readStamp(stampPath) {
  try {
    return JSON.parse(readFileSync(join(root, stampPath), 'utf8'));
  } catch {
    return undefined;
  }
}

const isIgnored = (name) => name === 'node_modules' || name === 'dist' || /\.test\.tsx?$/.test(name);

function listFiles(inputs) {
  return inputs.flatMap((input) => {
    const stats = statSync(join(root, input), { throwIfNoEntry: false });
    if (stats === undefined) return [];
    return stats.isDirectory() ? filesBelow(input) : [input];
  });
}

function filesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (isIgnored(entry.name)) return [];
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

function sizeAndTime(path) {
  const { size, mtimeMs } = statSync(join(root, path));
  return [size, mtimeMs];
}

function contentHash(path) {
  return createHash('sha256')
    .update(readFileSync(join(root, path)))
    .digest('base64');
}
