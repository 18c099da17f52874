// The worker of ClickHouse compiled to WebAssembly, whose files are in memory. Two made-up paths of `putFile` bring a folder of
// the disk into that memory and back, with their times. That memory knows no hard links, which `DETACH PART` needs: its files are moved instead.
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fromDisk, home, toDisk } from './paths.mjs';

const dist = pathToFileURL(`${process.env.CHDB_WASM}/dist/`);
const { ChdbBindings } = await import(new URL('bindings.js', dist).href);
const { connect, writeFile, queryConn } = ChdbBindings.prototype;

ChdbBindings.prototype.writeFile = function (path, data) {
  if (path.startsWith(fromDisk)) bring(this.mod.FS, path.slice(fromDisk.length), home);
  else if (path.startsWith(toDisk)) save(this.mod.FS, home, path.slice(toDisk.length));
  else writeFile.call(this, path, data);
};

/**
 * This build keeps counting the memory of statements that ended. After some 5,000 it would refuse all others at nine tenths of
 * the 2 GB that it may have, while using 128 MB. That limit is lifted where it lies in its memory.
 */
ChdbBindings.prototype.connect = function (path) {
  const connection = connect.call(this, path);
  const limit = BigInt(Math.floor(0.9 * 2 ** 31));
  const cells = new BigInt64Array(this.heapBuffer);
  for (let at = cells.indexOf(limit); at !== -1; at = cells.indexOf(limit, at + 1)) cells[at] = 2n ** 50n;
  return connection;
};

/** No other statement comes between these: the engine answers before it lets go of the thread. */
ChdbBindings.prototype.queryConn = async function (connection, sql, format) {
  const [, table, part] = /\bALTER (?:\/\*.*?\*\/ )?TABLE (\w+\.\w+) DETACH PART '(\w+)'/.exec(sql) ?? [];
  if (table === undefined) return queryConn.call(this, connection, sql, format);
  const run = (statement) => queryConn.call(this, connection, statement, 'TSVRaw');
  const where = `concat(database, '.', table) = '${table}' AND name = '${part}' AND active`;
  const { data } = await run(`SELECT path FROM system.parts WHERE ${where}`);
  const path = new TextDecoder().decode(data).trim().replace(/\/$/, '');
  if (path === '') return queryConn.call(this, connection, sql, format);
  await run(`DETACH TABLE ${table}`);
  this.mod.FS.rename(path, join(dirname(path), 'detached', part));
  return run(`ATTACH TABLE ${table}`);
};

await import(new URL('worker.js', dist).href);

function bring(memory, from, to) {
  memory.mkdirTree(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), `${to}/${entry.name}`];
    if (entry.isSymbolicLink()) memory.symlink(readlinkSync(source), target);
    else if (entry.isDirectory()) bring(memory, source, target);
    else if (entry.isFile()) {
      memory.writeFile(target, readFileSync(source));
      const { atimeMs, mtimeMs } = statSync(source);
      memory.utime(target, atimeMs, mtimeMs);
    }
  }
  const { atimeMs, mtimeMs } = statSync(from);
  memory.utime(to, atimeMs, mtimeMs);
}

function save(memory, from, to) {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const name of memory.readdir(from)) {
    if (name === '.' || name === '..') continue;
    const [source, target] = [`${from}/${name}`, join(to, name)];
    const { mode } = memory.lstat(source);
    if (memory.isLink(mode)) symlinkSync(memory.readlink(source), target);
    else if (memory.isDir(mode)) save(memory, source, target);
    else {
      writeFileSync(target, memory.readFile(source), { mode: 0o600 });
      const { atime, mtime } = memory.lstat(source);
      utimesSync(target, atime, mtime);
    }
  }
  const { atime, mtime } = memory.lstat(from);
  utimesSync(to, atime, mtime);
}
