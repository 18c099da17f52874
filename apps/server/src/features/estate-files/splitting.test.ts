import { expect, it } from 'vitest';
import { splitEstate } from './splitting.ts';
import type { Piece } from './writing.ts';

const pieces: readonly Piece[] = [
  { text: 'customFields: {}\n' },
  { text: 'schedules: []\n' },
  ...['ä', 'b', 'c'].map((name) => ({ list: 'locations', text: `  - name: ${name.repeat(10)}\n` })),
  { list: 'dashboards', text: '  - name: d\n' },
];
async function* all() {
  yield* pieces;
}
const file = async (number: number, maxBytes: number) => {
  const { texts, files } = await splitEstate(all(), { file: number, maxBytes });
  return { text: texts.join(''), files };
};

it('[R1083] is one file while it fits, to the byte', async () => {
  const whole = await file(1, 1000);
  expect(whole.files).toBe(1);
  const bytes = Buffer.byteLength(whole.text);
  expect(bytes).toBeGreaterThan(whole.text.length);
  expect(await file(1, bytes)).toEqual(whole);
  expect((await file(1, bytes - 1)).files).toBe(2);
});

it('[R1083] is divided between records, and each file repeats the heading of its list', async () => {
  const { files } = await file(1, 60);
  expect(files).toBe(4);
  expect(await Promise.all([1, 2, 3, 4].map(async (number) => (await file(number, 60)).text))).toEqual([
    'customFields: {}\nschedules: []\n',
    `locations:\n  - name: ${'ä'.repeat(10)}\n`,
    `locations:\n  - name: ${'b'.repeat(10)}\n  - name: ${'c'.repeat(10)}\n`,
    'dashboards:\n  - name: d\n',
  ]);
  expect(await file(5, 60)).toEqual({ text: '', files: 4 });
});

it('[S205] ends with its caller', async () => {
  const leaving = new AbortController();
  let written = 0;
  async function* counted() {
    for (const piece of pieces) {
      written += 1;
      if (written === 2) leaving.abort();
      yield piece;
    }
  }
  const { signal } = leaving;
  await expect(splitEstate(counted(), { file: 1, maxBytes: 1000, signal })).rejects.toThrow();
  expect(written).toBe(2);
});
