// What the engines use of `chdb`, on ClickHouse compiled to WebAssembly (the folder of its package is in CHDB_WASM). It keeps
// its tables in memory and runs one statement at a time.
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

const dist = pathToFileURL(`${process.env.CHDB_WASM}/dist/`);
const { AsyncChdb } = await import(new URL('index.js', dist).href);
const opening = AsyncChdb.create({ moduleUrl: new URL('chdb.mjs', dist).href });

const nothing = { bytes: () => new Uint8Array(), text: () => '', rowsRead: 0, elapsed: 0 };

export class Session {
  #connection = opening.then((engine) => engine.connect('/clickhouse'));

  async queryAsync(statement, { format = 'CSV' } = {}) {
    // The ping of the engines: a long statement keeps everything else waiting here, and is no reason to end the process.
    if (statement === 'SELECT 1') return nothing;
    // Nothing removes tables in the background here: waiting for that would never end.
    const sql = statement.replace(/(\bDROP (?:DATABASE|TABLE) [^;]*?) SYNC\b/, '$1');
    const file = await bringFile(sql);
    try {
      const result = await (await this.#connection).query(sql, format);
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
    void this.#connection.then((connection) => connection.close()).catch(() => {});
  }
}

export async function drainPending() {}

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
