import { request } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { ClickHouseLogLevel, createClient, type ClickHouseClient, type ClickHouseSettings } from '@clickhouse/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { socketAgent } from '../socket-agent.ts';
import { isClickHouseNative, sharedTestEngines, type TestFacts } from '../testing.ts';

let facts: TestFacts;
let client: ClickHouseClient;
const clients: ClickHouseClient[] = [];

beforeAll(async () => {
  facts = await (await sharedTestEngines()).createClickHouseDatabase();
  client = connect();
  await client.command({
    query: 'CREATE TABLE reading (id UInt32, at DateTime, body String) ENGINE = MergeTree ORDER BY id',
  });
});

afterAll(async () => {
  await Promise.all(clients.map((each) => each.close()));
  await facts.drop();
});

describe('reading', () => {
  it('returns the formats of the client', async () => {
    const result = await client.query({ query: 'SELECT 18446744073709551615 AS big, 1.5 AS half', format: 'JSON' });
    expect(await result.json()).toMatchObject({ data: [{ half: 1.5 }], rows: 1 });
    expect(await ask("SELECT 'a', NULL")).toBe('a\t\\N\n');
    const native = await client.exec({ query: 'SELECT toUInt32(7) AS n FORMAT Native' });
    expect(Buffer.from(await text(native.stream), 'latin1').includes('UInt32')).toBe(true);
  });

  it('binds parameters, also many at once on different connections', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, n) =>
        (
          await client.query({
            query: 'SELECT {n:UInt32} AS n, {s:String} AS s, {l:Array(String)} AS l',
            query_params: { n, s: `it's\n"${n}"\\`, l: ["a'b", 'c'] },
            format: 'JSONEachRow',
          })
        ).json(),
      ),
    );
    expect(answers).toEqual(Array.from({ length: 40 }, (_, n) => [{ n, s: `it's\n"${n}"\\`, l: ["a'b", 'c'] }]));
  });

  it('raises typed errors', async () => {
    await expect(ask('SELECT nothing')).rejects.toMatchObject({ code: '47', type: 'UNKNOWN_IDENTIFIER' });
    await expect(ask('SELEKT 1')).rejects.toMatchObject({ code: '48', type: 'NOT_IMPLEMENTED' });
    await expect(ask('SELECT FROM WHERE')).rejects.toMatchObject({ code: '62', type: 'SYNTAX_ERROR' });
    await expect(ask('SELECT * FROM missing')).rejects.toMatchObject({ code: '60', type: 'UNKNOWN_TABLE' });
    const elsewhere = connect({ database: 'nowhere' });
    await expect(ask('SELECT 1', elsewhere)).rejects.toMatchObject({ code: '81', type: 'UNKNOWN_DATABASE' });
  });

  it('answers a ping', async () => {
    expect(await client.ping()).toMatchObject({ success: true });
    expect(await client.ping({ select: true })).toMatchObject({ success: true });
  });

  it('runs a statement that comes without any parameters', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const outgoing = request({ socketPath: facts.address.socketPath, path: '/', method: 'POST' }, (response) => {
        text(response).then(resolve, reject);
      });
      outgoing.once('error', reject).end('SELECT 1 + 1');
    });
    expect(answer).toBe('2\n');
  });

  it('streams an export row by row, and breaks off with an error when it fails halfway', async () => {
    const exporter = connect({ http_headers: { 'X-Atrium-Lane': 'export' } });
    const rows = await exporter.query({ query: 'SELECT number FROM numbers(300000)', format: 'JSONEachRow' });
    let count = 0;
    for await (const part of rows.stream()) count += part.length;
    expect(count).toBe(300_000);
    const failing = exporter.query({
      query: 'SELECT throwIf(number = 250000) FROM numbers(300000)',
      format: 'JSONEachRow',
    });
    await expect(failing.then((result) => result.text())).rejects.toThrow();
  });
});

describe('writing', () => {
  it('inserts rows, plain and compressed, and returns their number', async () => {
    const compressing = connect({ compression: { request: true, response: true } });
    for (const each of [client, compressing]) {
      await client.command({ query: 'TRUNCATE TABLE reading' });
      const values = Array.from({ length: 1000 }, (_, id) => ({ id, at: 1_700_000_000 + id, body: 'x' }));
      const { summary } = await each.insert({ table: 'reading', values, format: 'JSONEachRow' });
      expect(summary?.written_rows).toBe('1000');
      expect(await ask('SELECT count(), max(at) FROM reading')).toBe('1000\t2023-11-14 22:29:59\n');
    }
  });

  it.each([
    ['CSV', '1,1700000000,"one\n\nDROP TABLE reading"\n2,1700000000,"two"\n'],
    ['CSV', '1,1700000000,one\n\nDROP TABLE reading'],
    ['TabSeparated', '1\t1700000000\tone\n\nDROP TABLE reading'],
    ['JSONEachRow', '{"id":1,"at":1700000000,"body":"a"}\n\nDROP TABLE reading'],
    ['JSONEachRow', '{"id":1,"at":1700000000,"body":"a"}\n;\nDROP TABLE reading'],
  ] as const)('treats rows as rows, never as statements: %s %j', async (format, rows) => {
    await client.command({ query: 'TRUNCATE TABLE reading' });
    await client
      .insert({ table: 'reading', values: Readable.from([rows], { objectMode: false }), format })
      .catch(() => undefined);
    expect(Number(await ask('SELECT count() FROM reading'))).toBeLessThanOrEqual(2);
  });

  it('keeps any bytes of a quoted body', async () => {
    await client.command({ query: 'TRUNCATE TABLE reading' });
    const body = Buffer.concat([Buffer.from(Array.from({ length: 256 }, (_, n) => n)), Buffer.from('\n\n;\n')]);
    const escaped = Buffer.from(body.toString('latin1').replaceAll('"', '""'), 'latin1');
    const line = Buffer.concat([Buffer.from('1,1700000000,"'), escaped, Buffer.from('"\n')]);
    const values = Readable.from([line], { objectMode: false });
    await client.exec({ query: '/* tag */\nINSERT INTO reading FORMAT CSV', values }).then((done) => text(done.stream));
    expect(await ask('SELECT hex(body) FROM reading')).toBe(`${body.toString('hex').toUpperCase()}\n`);
  });

  it('applies the settings of one call to that call alone', async () => {
    const row = { id: 1, at: 1_700_000_000, body: 'x', unknown: 1 };
    await insert(row, { input_format_skip_unknown_fields: 1 });
    await expect(insert(row, { input_format_skip_unknown_fields: 0 })).rejects.toMatchObject({ code: '117' });
    await insert({ id: 1, at: 1_700_000_000, body: 'y' });
    await expect(insert(row, { max_memory_usage_for_user: '1' })).rejects.toMatchObject({ code: '164' });
  });

  it('reports unreadable rows', async () => {
    const values = Readable.from(['not,a,row\n'], { objectMode: false });
    await expect(client.insert({ table: 'reading', values, format: 'CSV' })).rejects.toMatchObject({ code: '27' });
  });
});

describe('[S23] the guard', () => {
  it.each([
    "SELECT * FROM file('/etc/passwd', 'LineAsString')",
    "SELECT file('/etc/passwd')",
    "SELECT * FROM url('http://127.0.0.1:9/', 'LineAsString')",
    "SELECT * FROM s3('http://127.0.0.1:9/bucket/key', 'CSV', 'a UInt8')",
    'SELECT 1 SETTINGS readonly = 0',
    'SELECT * FROM (SELECT 1 SETTINGS readonly = 0)',
    'SELECT 1 SETTINGS max_memory_usage_for_user = 0',
    'SET readonly = 0',
    "SELECT 1 INTO OUTFILE '/tmp/atrium-outfile'",
  ])('refuses %s', async (sql) => {
    await expect(ask(sql)).rejects.toMatchObject({ code: expect.stringMatching(/^(164|497|48)$/) as string });
  });

  it.each(['', 'default.'])('accepts no files as tables: %s`/etc/passwd`', async (database) => {
    const file = `${database}\`/etc/passwd\``;
    await expect(ask(`SELECT * FROM ${file}`)).rejects.toMatchObject({ type: 'UNKNOWN_TABLE' });
    const copy = client.command({ query: `INSERT INTO reading SELECT 1, 1, * FROM ${file}` });
    await expect(copy).rejects.toMatchObject({ type: 'UNKNOWN_TABLE' });
  });

  it('allows naming a lane, but not a more privileged one', async () => {
    expect(await askOn('export', 'SELECT 1')).toBe('1\n');
    for (const lane of ['write', 'bulk', 'control', 'nonsense']) {
      await expect(askOn(lane, 'SELECT 1')).rejects.toMatchObject({ code: '36' });
    }
    await expect(askOn('read', 'DROP TABLE reading')).rejects.toMatchObject({ code: '36' });
  });

  it('allows only reads for a GET request', async () => {
    const answer = await get('/?query=DROP+TABLE+reading');
    expect(answer).toMatchObject({ status: 403, code: '164' });
  });
});

describe.runIf(isClickHouseNative)('waiting', () => {
  it('runs four readers in parallel', async () => {
    const begun = performance.now();
    await Promise.all(Array.from({ length: 4 }, () => ask('SELECT sleep(1)')));
    expect(performance.now() - begun).toBeLessThan(2_500);
  });

  it('frees a reader when its caller disconnects', async () => {
    const busy = Array.from({ length: 4 }, () => new AbortController());
    const endless = busy.map((caller) =>
      client
        .query({ query: 'SELECT count() FROM numbers(1e15) WHERE sin(number) > 2', abort_signal: caller.signal })
        .catch(() => 'gone'),
    );
    await sleep(300);
    const begun = performance.now();
    for (const caller of busy) caller.abort();
    await Promise.all(endless);
    expect(await ask('SELECT 1')).toBe('1\n');
    expect(performance.now() - begun).toBeLessThan(2_000);
    const left = "SELECT count() FROM system.processes WHERE query LIKE '%1e15%' AND query NOT LIKE '%processes%'";
    await expect.poll(() => ask(left)).toBe('0\n');
  });

  it('ends a statement at its caller’s timeout, and the reader continues', async () => {
    const slow = 'SELECT count() FROM numbers(1e15) WHERE sin(number) > 2';
    const timed = client.query({ query: slow, clickhouse_settings: { max_execution_time: 1 } });
    await expect(timed).rejects.toMatchObject({ code: '159', type: 'TIMEOUT_EXCEEDED' });
    await expect(ask(`${slow} SETTINGS max_execution_time = 1`)).rejects.toMatchObject({ code: '159' });
    expect(await ask('SELECT 1')).toBe('1\n');
  });

  it.each(['JSON', 'TabSeparated', 'Native'])('returns no rows of a failed statement to anyone: %s', async (format) => {
    const secret = "SELECT 'secret', throwIf(number = 90000) FROM numbers(100000)";
    const stop = new AbortController();
    const left = [
      ...Array.from({ length: 8 }, () => client.exec({ query: `${secret} FORMAT ${format}` }).catch(() => 'failed')),
      ...Array.from({ length: 4 }, () =>
        client
          .exec({
            query: `SELECT 'secret', sleepEachRow(0.001) FROM numbers(100000) FORMAT ${format}`,
            abort_signal: stop.signal,
          })
          .catch(() => 'failed'),
      ),
    ];
    await sleep(500);
    stop.abort();
    expect(new Set(await Promise.all(left))).toEqual(new Set(['failed']));
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask('SELECT 1')));
    expect(new Set(answers)).toEqual(new Set(['1\n']));
  });

  it('does not let a long computation delay arriving rows', async () => {
    await client.command({ query: 'CREATE TABLE copy AS reading' });
    const stop = new AbortController();
    const long = client
      .command({ query: "INSERT INTO copy SELECT sleep(3), 0, ''", abort_signal: stop.signal })
      .catch(() => 'stopped');
    await sleep(100);
    const begun = performance.now();
    await client.insert({ table: 'reading', values: [{ id: 9, at: 1, body: '' }], format: 'JSONEachRow' });
    expect(performance.now() - begun).toBeLessThan(1_000);
    stop.abort();
    await long;
  });
});

function connect(options: Parameters<typeof createClient>[0] = {}): ClickHouseClient {
  const made = createClient({
    url: 'http://clickhouse',
    http_agent: socketAgent(facts.address.socketPath),
    database: facts.address.database,
    log: { level: ClickHouseLogLevel.OFF },
    ...options,
  });
  clients.push(made);
  return made;
}

async function askOn(lane: string, query: string): Promise<string> {
  return await ask(query, connect({ http_headers: { 'X-Atrium-Lane': lane } }));
}

async function insert(row: object, settings: ClickHouseSettings = {}): Promise<void> {
  await client.insert({ table: 'reading', values: [row], format: 'JSONEachRow', clickhouse_settings: settings });
}

async function ask(query: string, by = client): Promise<string> {
  return await (await by.query({ query, format: 'TabSeparated' })).text();
}

async function get(path: string): Promise<{ status: number | undefined; code: unknown }> {
  return await new Promise((resolve, reject) => {
    request({ socketPath: facts.address.socketPath, path }, (response) => {
      response.resume();
      resolve({ status: response.statusCode, code: response.headers['x-clickhouse-exception-code'] });
    })
      .on('error', reject)
      .end();
  });
}
