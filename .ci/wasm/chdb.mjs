// What the engines use of `chdb`, on ClickHouse compiled to WebAssembly (the folder of its package is in CHDB_WASM). It keeps
// its tables in memory, from the first connection until the last is closed, and runs one statement at a time.
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { fromDisk, home, toDisk } from './paths.mjs';

const dist = pathToFileURL(`${process.env.CHDB_WASM}/dist/`);
const { AsyncChdb } = await import(new URL('index.js', dist).href);
const opening = AsyncChdb.create({
  moduleUrl: new URL('chdb.mjs', dist).href,
  workerUrl: new URL('worker.mjs', import.meta.url).href,
});
/** The folder on the disk; brought in once. */
let folder;
let bringing;
const closing = [];

const nothing = { bytes: () => new Uint8Array(), text: () => '', rowsRead: 0, elapsed: 0 };

export class Session {
  #connection;

  constructor(path) {
    folder ??= path;
    bringing ??= copy(fromDisk);
    this.#connection = bringing.then(async () => (await opening).connect(home));
  }

  async queryAsync(statement, { format = 'CSV' } = {}) {
    // The ping of the engines: a long statement keeps everything else waiting here, and is no reason to end the process.
    if (statement === 'SELECT 1') return nothing;
    // It cannot be interrupted: what nobody waits for any longer ends for the engines, and later here.
    if (statement.startsWith('KILL QUERY')) {
      waiting.get(tagIn(statement))?.(new Error('Code: 394. DB::Exception: Query was cancelled'));
      return nothing;
    }
    // Asked after every write; its files are in memory, where no write fails.
    if (statement.includes('WriteBufferFromFileDescriptorWriteFailed')) return nothing;
    // Nothing removes tables in the background here: waiting for that would never end.
    const sql = copyingParts(statement).replace(/(\bDROP (?:DATABASE|TABLE) [^;]*?) SYNC\b/, '$1');
    const file = await bringFile(sql);
    try {
      const result = await untilKilled(tagIn(statement), (await this.#connection).query(sql, format));
      return {
        bytes: () => result.data,
        text: () => result.text(),
        rowsRead: result.rowsRead,
        elapsed: result.elapsedSeconds,
      };
    } finally {
      await dropFile(file);
    }
  }

  async *queryStream(sql, { format = 'CSV' } = {}) {
    for await (const chunk of (await this.#connection).queryStream(sql, format)) yield { raw: () => chunk.data };
  }

  close() {
    closing.push(this.#connection.then((connection) => connection.close()).catch(() => {}));
  }
}

/** The last thing the engines do. */
export async function drainPending() {
  await Promise.all(closing);
  await copy(toDisk);
}

/** How to end the wait for a statement, by its tag. */
const waiting = new Map();

function tagIn(statement) {
  return /atrium:([0-9a-f]+)/.exec(statement)?.[1];
}

async function untilKilled(tag, result) {
  if (tag === undefined) return result;
  const killed = new Promise((_, reject) => waiting.set(tag, reject));
  try {
    return await Promise.race([result, killed]);
  } finally {
    waiting.delete(tag);
    result.catch(() => {});
  }
}

/** Its memory knows no hard links, by which a deletion would keep the files that do not change. */
function copyingParts(statement) {
  if (!/\bCREATE (?:\/\*.*?\*\/ )?TABLE\b[^]*MergeTree\(/.test(statement)) return statement;
  const copies = 'SETTINGS always_use_copy_instead_of_hardlinks = 1';
  return statement.includes('\nSETTINGS ')
    ? statement.replace('\nSETTINGS ', `\n${copies}, `)
    : `${statement}\n${copies}`;
}

async function copy(way) {
  await (await opening).putFile(`${way}${folder}`, new Uint8Array(0));
}

/** It sees a file system of its own: rows on their way in are copied there. */
async function bringFile(sql) {
  const path = /FROM INFILE '((?:[^'\\]|\\.)*)'/.exec(sql)?.[1];
  if (path === undefined) return undefined;
  await (await opening).putFile(path, new Uint8Array(await readFile(path)));
  return path;
}

async function dropFile(path) {
  if (path !== undefined) await (await opening).putFile(path, new Uint8Array(0));
}
