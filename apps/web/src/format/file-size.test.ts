import { expect, it } from 'vitest';
import { fileSize } from './file-size.ts';

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [1024, '1.0 kB'],
  [15_000, '15 kB'],
  [1_500_000, '1.4 MB'],
  [20 * 1024 * 1024, '20 MB'],
  [1.5 * 1024 ** 4, '1.5 TB'],
])('%i bytes are %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text);
});
