import { describe, expect, it } from 'vitest';
import { contentProblem } from './content.ts';

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)));
const u16 = (value: number) => [value >> 8, value & 255];
const u16le = (value: number) => [value & 255, value >> 8];
const u32 = (value: number) => [...u16(Math.floor(value / 65_536)), ...u16(value % 65_536)];

const png = (width: number, height: number) =>
  bytes([0x89], 'PNG\r\n', [0x1a, 0x0a], u32(13), 'IHDR', u32(width), u32(height), [8, 6, 0, 0, 0]);
const jpeg = (width: number, height: number, { segment = 0xe1, size = 0xc2 } = {}) => {
  const content = bytes('Exif', Array<number>(60_000).fill(200));
  return bytes(
    [0xff, 0xd8, 0xff, segment],
    u16(content.length + 2),
    [...content],
    [0xff, 0xff, size],
    u16(17),
    [8],
    u16(height),
    u16(width),
    [3],
  );
};
const frame = [0x21, 0xf9, 4, 0, 0, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0x80, 1, 1, 1, 2, 2, 2, 2, 2, 0x4c, 1, 0];
const gif = (width: number, height: number, frames: number) =>
  bytes(
    'GIF89a',
    u16le(width),
    u16le(height),
    [0x80, 0, 0, 0, 0, 0, 255, 255, 255],
    Array.from({ length: frames }, () => frame).flat(),
    [0x3b],
  );
const bmp = (width: number, height: number) =>
  bytes('BM', Array<number>(16).fill(0), u32(width).toReversed(), u32(height).toReversed());

describe('[S61] [R249] the content of a file', () => {
  it('matches its file name', () => {
    expect(contentProblem('png', png(10, 10))).toBeUndefined();
    expect(contentProblem('jpeg', jpeg(4000, 3000))).toBeUndefined();
    expect(contentProblem('gif', gif(10, 10, 3))).toBeUndefined();
    expect(contentProblem('bmp', bmp(10, 10))).toBeUndefined();
    expect(contentProblem('pdf', bytes('%PDF-1.7'))).toBeUndefined();
    expect(contentProblem('zip', bytes('PK', [3, 4]))).toBeUndefined();
    expect(contentProblem('zip', bytes('PK', [5, 6]))).toBeUndefined();
    expect(contentProblem('ole', bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]))).toBeUndefined();
    expect(contentProblem('text', bytes('a,b\n1,2\n'))).toBeUndefined();
    expect(contentProblem('text', bytes([0xff, 0xfe, 0x61, 0]))).toBeUndefined();
  });
  it.each([
    ['png', bytes('<html><script>alert(1)</script>')],
    ['png', gif(1, 1, 1)],
    ['jpeg', png(1, 1)],
    ['gif', bytes('GIF8')],
    ['pdf', bytes('MZ', [0x90, 0])],
    ['zip', bytes('Rar!')],
    ['ole', bytes('PK', [3, 4])],
    ['text', bytes('MZ', [0])],
    ['text', gif(1, 1, 1)],
    ['bmp', bytes('')],
  ] as const)('is not %s when it begins differently', (content, found) => {
    expect(contentProblem(content, found)).toBe('does not match its file extension.');
  });
  it('is damaged when it ends before its declared size', () => {
    expect(contentProblem('png', png(1, 1).subarray(0, 20))).toBe('is damaged.');
    expect(contentProblem('jpeg', jpeg(1, 1).subarray(0, 1000))).toBe('is damaged.');
    expect(contentProblem('jpeg', bytes([0xff, 0xd8, 0xff, 0xda, 0, 2]))).toBe('is damaged.');
    expect(contentProblem('gif', bytes('GIF89a', [1, 0]))).toBe('is damaged.');
    expect(contentProblem('png', png(0, 5))).toBe('is damaged.');
  });
});

describe('the size of a JPEG', () => {
  const frames = [0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf];
  it.each(frames)('is read from the frame that begins with %i', (size) => {
    expect(contentProblem('jpeg', jpeg(4000, 3000, { size }))).toBeUndefined();
    expect(contentProblem('jpeg', jpeg(17_000, 10, { size }))).toBe('is too large an image: 17000 × 10 pixels.');
  });
  it.each([0xc4, 0xc8, 0xcc, 0xbf, 0xd0])('is not read from the segment %i', (segment) => {
    expect(contentProblem('jpeg', jpeg(4000, 3000, { segment }))).toBeUndefined();
  });
});

describe('[S61] an image that unpacks to something enormous', () => {
  it.each([
    ['png', png(30_000, 30_000)],
    ['png', png(16_384, 16_384)],
    ['jpeg', jpeg(65_000, 10)],
    ['gif', gif(20_000, 1, 1)],
    ['bmp', bmp(10_000, 10_000)],
  ] as const)('is refused by the header of its %s', (content, found) => {
    expect(contentProblem(content, found)).toMatch(/^is too large an image: \d+ × \d+ pixels\.$/);
  });
  it('has more than 16,384 pixels on a side or 50 million in total', () => {
    expect(contentProblem('png', png(16_384, 3000))).toBeUndefined();
    expect(contentProblem('png', png(3000, 16_384))).toBeUndefined();
    expect(contentProblem('png', png(16_385, 1))).toBe('is too large an image: 16385 × 1 pixels.');
    expect(contentProblem('png', png(1, 16_385))).toBe('is too large an image: 1 × 16385 pixels.');
    expect(contentProblem('png', png(10_000, 5000))).toBeUndefined();
    expect(contentProblem('png', png(10_000, 5001))).toBe('is too large an image: 10000 × 5001 pixels.');
  });
  it('is refused for its number of frames, however small they are', () => {
    expect(contentProblem('gif', gif(1, 1, 500))).toBeUndefined();
    expect(contentProblem('gif', gif(1, 1, 501))).toBe('has more than 500 frames.');
    expect(contentProblem('gif', gif(1, 1, 10_000))).toBe('has more than 500 frames.');
  });
});
