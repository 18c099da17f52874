import { expect, it } from 'vitest';
import { salesFiles } from './demo-sales.ts';
import { demoWorld, historyStart } from './demo-world.ts';

const [northgate, lakeside] = demoWorld().organizations;
const now = Date.UTC(2026, 2, 4, 20) / 1000;
const past = { from: historyStart(now), to: now };
const files = salesFiles(northgate!, past);
const rowsOf = (name: string) =>
  files
    .find(({ fileName }) => fileName === name)!
    .content.trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split(','));

it('[R683] every year has a file of sales and one of shifts, the same under the same seed; libraries have none', () => {
  expect(files.map(({ fileName }) => fileName)).toEqual([
    'pos-2025.csv',
    'labor-2025.csv',
    'pos-2026.csv',
    'labor-2026.csv',
  ]);
  expect(salesFiles(northgate!, past)).toEqual(files);
  expect(salesFiles(lakeside!, past)).toEqual([]);
});

it('[R683] sells only on open days before today, in whole hours, more things than times', () => {
  const sales = [...rowsOf('pos-2025.csv'), ...rowsOf('pos-2026.csv')];
  expect(new Set(sales.map(([number]) => number))).toEqual(new Set(['101', '102', '103', '201', '202', '203', '301']));
  expect(sales.filter((row) => !/^\d{4}-\d\d-\d\dT\d\d:00$/.test(row[1]!))).toEqual([]);
  expect(sales.filter(([, , net, items, count]) => Number(net) <= 0 || Number(items) < Number(count))).toEqual([]);
  expect(
    sales
      .map((row) => row[1]!.slice(0, 10))
      .toSorted()
      .at(-1),
  ).toBe('2026-03-04');
  expect(sales.filter(([number, at]) => number === '101' && at! > '2026-03-04')).toEqual([]);
  // A Sunday in Berlin.
  expect(sales.filter(([number, at]) => number === '201' && at!.startsWith('2026-03-01'))).toEqual([]);
  expect(new Set(sales.map(([number, at]) => `${number} ${at}`)).size).toBe(sales.length);
});

it('[R683] lets people work in shifts of at most nine hours, each once at a time', () => {
  const shifts = [...rowsOf('labor-2025.csv'), ...rowsOf('labor-2026.csv')];
  const hours = shifts.map(([, , from, to]) => (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 3_600_000);
  expect(Math.max(...hours)).toBeLessThanOrEqual(9);
  expect(Math.min(...hours)).toBeGreaterThan(3);
  expect(new Set(shifts.map(([, employee, from]) => `${employee} ${from!.slice(0, 10)}`)).size).toBe(shifts.length);
});
