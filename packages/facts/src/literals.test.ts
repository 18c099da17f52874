import { describe, expect, it } from 'vitest';
import { instant, int, ints, join, name, nested, pairs, sql, uint64, uuid } from './literals.ts';

describe('literals', () => {
  it('compose statements from typed values', () => {
    const list = join([sql`a = ${int(1)}`, sql`b IN (${ints([2, 3])})`], ' AND ');
    expect(
      sql`SELECT ${pairs([
        [1, 2],
        [3, 4],
      ])} FROM ${nested(sql`SELECT\n1`)} WHERE ${list}`.text,
    ).toBe('SELECT (1, 2), (3, 4) FROM (\n  SELECT\n  1\n) WHERE a = 1 AND b IN (2, 3)');
    expect(uint64(2n ** 64n - 1n).text).toBe('toUInt64(18446744073709551615)');
    expect(uuid('6f1c2a8e-0b1d-4c3e-9f00-aabbccddeeff').text).toBe("'6f1c2a8e-0b1d-4c3e-9f00-aabbccddeeff'");
  });

  it('accept no free text: neither by type nor at run time', () => {
    // @ts-expect-error a string is not Sql
    expect(sql`SELECT ${"1'; DROP TABLE minute"}`.text).not.toContain('DROP');
    // @ts-expect-error nor is what looks like it
    const forged: Parameters<typeof sql>[1] = { text: '1' };
    expect(forged).toBeDefined();
  });

  it.each([
    ['a fraction', () => int(1.5)],
    ['no number', () => int(Number.NaN)],
    ['text in disguise', () => int('1) OR 1=1' as unknown as number)],
    ['a list with a fraction', () => ints([1, 2.5])],
    ['an infinite pair', () => pairs([[1, Infinity]])],
    ['a negative instant', () => instant(-1)],
    ['an instant beyond 2106', () => instant(2 ** 32)],
    ['a number beyond 64 bits', () => uint64(2n ** 64n)],
    ['a uuid with a quote', () => uuid("6f1c2a8e-0b1d-4c3e-9f00-aabbccddeef'")],
    ['a name with a space', () => name('a b')],
    ['a name with a quote', () => name('a`')],
    ['an empty name', () => name('')],
  ])('refuse %s', (_, make) => {
    expect(make).toThrow(RangeError);
  });
});
