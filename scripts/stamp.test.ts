import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isCurrent, removeStamp, saveStamp, takeFingerprint } from './stamp.mjs';

const inputs = ['lock.json', 'src'];
const stamp = 'out/.stamps/part.json';
let base: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'atrium-stamp-'));
  mkdirSync(join(base, 'src/deep/node_modules'), { recursive: true });
  write('lock.json', '{}');
  write('src/a.ts', 'one');
  write('src/deep/b.ts', 'two');
  saveStamp(stamp, takeFingerprint(inputs, base), base);
});
afterEach(() => rmSync(base, { recursive: true }));

it('is valid while nothing changed', () => {
  expect(isCurrent(stamp, inputs, base)).toBe(true);
});

it('is valid when files were only touched, as in a fresh checkout', () => {
  utimesSync(join(base, 'src/a.ts'), 1, 1);
  expect(isCurrent(stamp, inputs, base)).toBe(true);
  expect(isCurrent(stamp, inputs, base)).toBe(true);
});

it.each([
  ['content of the same size', () => write('src/a.ts', 'ONE')],
  ['content of another size', () => write('src/deep/b.ts', 'two and more')],
  ['a file that came', () => write('src/c.ts', '')],
  ['a file that went', () => rmSync(join(base, 'src/deep/b.ts'))],
  ['a file that was renamed', () => (rmSync(join(base, 'src/a.ts')), write('src/z.ts', 'one'))],
  ['the stamp that went', () => removeStamp(stamp, base)],
  ['a stamp that is no stamp', () => write(stamp, '{"src/a.ts"')],
])('is invalidated by %s', (_what, change) => {
  change();
  expect(isCurrent(stamp, inputs, base)).toBe(false);
});

it('ignores tests, installed packages and output', () => {
  write('src/a.test.ts', 'test');
  write('src/deep/node_modules/x.js', 'x');
  expect(isCurrent(stamp, inputs, base)).toBe(true);
});

it('reflects the sources at the start of the build, not their later changes', () => {
  const before = takeFingerprint(inputs, base);
  write('src/a.ts', 'edited during the build');
  saveStamp(stamp, before, base);
  expect(isCurrent(stamp, inputs, base)).toBe(false);
});

function write(path: string, text: string): void {
  writeFileSync(join(base, path), text);
}
