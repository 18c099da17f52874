import { describe, expect, it } from 'vitest';
import { bindParameters } from './parameters.ts';
import { readStatement, withSettings } from './statement.ts';

const TABLE_FUNCTIONS = new Set(['file', 'url', 's3', 'remote', 'numbers', 'values', 'view', 'executable', 'eval']);
const read = (sql: string) => readStatement(sql, TABLE_FUNCTIONS);

describe('what a statement does', () => {
  it.each([
    ['SELECT 1', 'read'],
    ['(SELECT 1) UNION ALL (SELECT 2);', 'read'],
    ['-- a note\n/* another */ WITH 1 AS x SELECT x', 'read'],
    ['show tables', 'read'],
    ['INSERT INTO t (a, b) FORMAT CSV', 'insert'],
    ['/* tag */\nINSERT INTO t SETTINGS async_insert = 0 FORMAT CSV', 'insert'],
    ["INSERT INTO t VALUES (1, 'x')", 'insert'],
    ['INSERT INTO t SELECT format, values FROM u', 'transform'],
    ['INSERT INTO t (a) WITH 1 AS x SELECT x', 'transform'],
    ['OPTIMIZE TABLE t FINAL', 'transform'],
    ['ALTER TABLE t DELETE WHERE a = 1', 'define'],
    ['KILL QUERY WHERE 1 ASYNC', 'control'],
    ["BACKUP DATABASE x TO File('one')", 'control'],
  ])('%s → %s', (sql, kind) => {
    expect(read(sql).kind).toBe(kind);
  });

  it('splits an insert where its rows begin', () => {
    expect(read('INSERT INTO d.t (a, b) SETTINGS x = 1 FORMAT JSONEachRow\n{"a":1}\n\n{"a":2}')).toMatchObject({
      sql: 'INSERT INTO d.t (a, b) ',
      settings: 'SETTINGS x = 1',
      format: 'JSONEachRow',
      rows: '{"a":1}\n\n{"a":2}',
    });
  });

  it('extracts the settings of a read statement', () => {
    const { sql, wishes, format } = read("SELECT 1 SETTINGS max_execution_time = 3, max_threads='2' FORMAT Native");
    expect(sql).toBe('SELECT 1 FORMAT Native');
    expect(wishes).toEqual([
      ['max_execution_time', '3'],
      ['max_threads', '2'],
    ]);
    expect(format).toBe('Native');
  });

  it('adds settings to existing ones, as text that cannot break out', () => {
    const added = [['insert_deduplication_token', "a'b\\"]] as const;
    expect(withSettings(read('INSERT INTO t FORMAT CSV'), added).settings).toBe(
      " SETTINGS insert_deduplication_token = 'a\\'b\\\\'",
    );
    expect(withSettings(read('OPTIMIZE TABLE t SETTINGS alter_sync = 1'), added).sql).toMatch(
      /alter_sync = 1\n, insert/,
    );
  });
});

describe('what is refused', () => {
  it.each([
    'SELECT 1; DROP TABLE t',
    'SELECT 1;;',
    'SET readonly = 0',
    'USE other',
    "file('/etc/passwd')",
    "SELECT file('/etc/passwd')",
    "SELECT `file`('/etc/passwd')",
    'SELECT "file"(\'/etc/passwd\')',
    "SELECT `\\x66ile`('/etc/passwd')",
    "SELECT arrayMap(file, ['/etc/passwd'])",
    "SELECT * APPLY(file) FROM (SELECT '/etc/passwd')",
    "SELECT file/**/('/etc/passwd')",
    "SELECT * FROM url('http://localhost/')",
    "SELECT * FROM /* */ S3 ('http://localhost/')",
    "INSERT INTO FUNCTION url('http://localhost/') FORMAT CSV",
    "INSERT INTO t FROM INFILE '/etc/passwd' FORMAT CSV",
    "INSERT INTO t SELECT * FROM remote('elsewhere', 'a', 'b')",
    "SELECT 1 INTO OUTFILE '/tmp/x'",
    'CREATE TABLE t (a UInt8) ENGINE = File(CSV)',
    "CREATE TABLE t (a UInt8) ENGINE URL('http://localhost/', CSV)",
    'CREATE DICTIONARY d (a UInt8) PRIMARY KEY a',
    'CREATE FUNCTION f AS (x) -> x',
    'SYSTEM SHUTDOWN',
    'SELECT “a”',
    "SELECT 'open",
    'SELECT\u00a01',
    'SELECT 1 \\G',
  ])('%s', (sql) => {
    expect(() => read(sql)).toThrow(/^Code: \d+\. DB::Exception: .*\([A-Z_]+\)$/);
  });

  it.each([
    "SELECT 'file(;' -- file('x')",
    "SELECT $tag$ ; file('x') $tag$",
    'SELECT engine, format FROM system.tables',
    'SELECT * FROM numbers(3), view(SELECT 1)',
    'CREATE TABLE t (url String) ENGINE = ReplacingMergeTree(ver, gone) ORDER BY url',
    'SELECT url FROM t',
  ])('but not %s', (sql) => {
    expect(() => read(sql)).not.toThrow();
  });
});

describe('parameters', () => {
  it('become typed literals that cannot break out', () => {
    const values = new Map([
      ['id', '7'],
      ['name', String.raw`it\'s\n\\ok`],
      ['list', String.raw`['a\'b','c']`],
      ['table', 'my`table'],
      ['none', String.raw`\N`],
    ]);
    expect(bindParameters('SELECT {id:UInt32}', values)).toBe("SELECT CAST('7' AS UInt32)");
    expect(bindParameters('SELECT {name: String}', values)).toBe("SELECT CAST('it\\'s\n\\\\ok' AS String)");
    expect(bindParameters('SELECT {list:Array(String)}', values)).toBe(
      String.raw`SELECT CAST('[\'a\\\'b\',\'c\']' AS Array(String))`,
    );
    expect(bindParameters('SELECT * FROM {table:Identifier}', values)).toBe('SELECT * FROM `my``table`');
    expect(bindParameters('SELECT {none:Nullable(UInt8)}', values)).toBe('SELECT CAST(NULL AS Nullable(UInt8))');
  });

  it('are left alone in strings and maps, and refused when absent', () => {
    expect(bindParameters("SELECT '{id:UInt8}', {'a': 1}", new Map())).toBe("SELECT '{id:UInt8}', {'a': 1}");
    expect(() => bindParameters('SELECT {id:UInt8}', new Map())).toThrow(/UNKNOWN_QUERY_PARAMETER/);
  });
});
