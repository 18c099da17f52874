import type { FileContent } from '@atrium/rules/attachment';

/** Larger images would take more memory in a browser than anyone expects from a small file. */
const maxSide = 16_384;
const maxPixels = 50_000_000;
const maxFrames = 500;

/**
 * Problems of a file, based on its content: it does not match its name, or it is an image that unpacks to an enormous
 * size. Only headers are read, nothing is decoded.
 */
export function contentProblem(content: FileContent, bytes: Uint8Array): string | undefined {
  if (!startsAs[content](bytes)) return 'does not match its file extension.';
  const size = sizeOf(content, bytes);
  if (size === 'unreadable') return 'is damaged.';
  if (size === undefined) return undefined;
  const { width, height, frames = 1 } = size;
  if (width < 1 || height < 1) return 'is damaged.';
  if (width > maxSide || height > maxSide || width * height > maxPixels) {
    return `is too large an image: ${width} × ${height} pixels.`;
  }
  return frames > maxFrames ? `has more than ${maxFrames} frames.` : undefined;
}

const startsAs: Record<FileContent, (bytes: Uint8Array) => boolean> = {
  jpeg: (bytes) => begins(bytes, [0xff, 0xd8, 0xff]),
  png: (bytes) => begins(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  gif: (bytes) => /^GIF8[79]a/.test(latin(bytes, 6)),
  bmp: (bytes) => latin(bytes, 2) === 'BM',
  pdf: (bytes) => latin(bytes, 5) === '%PDF-',
  zip: (bytes) => begins(bytes, [0x50, 0x4b, 0x03, 0x04]) || begins(bytes, [0x50, 0x4b, 0x05, 0x06]),
  ole: (bytes) => begins(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
  text: (bytes) => hasUtf16Mark(bytes) || (!bytes.includes(0) && !otherContent.some((other) => startsAs[other](bytes))),
};
const otherContent = ['jpeg', 'png', 'gif', 'pdf', 'zip', 'ole'] as const;

interface Size {
  readonly width: number;
  readonly height: number;
  readonly frames?: number;
}

function sizeOf(content: FileContent, bytes: Uint8Array): Size | 'unreadable' | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    switch (content) {
      case 'png':
        return latin(bytes.subarray(12), 4) === 'IHDR'
          ? { width: view.getUint32(16), height: view.getUint32(20) }
          : 'unreadable';
      case 'bmp':
        return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) };
      case 'gif':
        return { width: view.getUint16(6, true), height: view.getUint16(8, true), frames: gifFrames(view) };
      case 'jpeg':
        return jpegSize(view);
      case 'pdf':
      case 'zip':
      case 'ole':
      case 'text':
        return undefined;
    }
  } catch (error) {
    if (error instanceof RangeError) return 'unreadable';
    throw error;
  }
}

/** Walks from segment to segment until the one with the size. */
function jpegSize(view: DataView): Size | 'unreadable' {
  let at = 2;
  for (;;) {
    while (view.getUint8(at) === 0xff && view.getUint8(at + 1) === 0xff) at += 1;
    if (view.getUint8(at) !== 0xff) return 'unreadable';
    const marker = view.getUint8(at + 1);
    const isSize = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isSize) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    if (marker === 0xd9 || marker === 0xda) return 'unreadable';
    at += 2 + view.getUint16(at + 2);
  }
}

/** Walks the blocks of a GIF and counts images, no further than needed to know that there are too many. */
function gifFrames(view: DataView): number {
  let at = 13 + tableBytes(view.getUint8(10));
  const skipBlocks = () => {
    while (view.getUint8(at) !== 0) at += 1 + view.getUint8(at);
    at += 1;
  };
  for (let frames = 0; frames <= maxFrames;) {
    // Bytes after the last complete block are not displayed.
    if (at >= view.byteLength) return frames;
    const block = view.getUint8(at);
    if (block === 0x21) {
      at += 2;
      skipBlocks();
    } else if (block === 0x2c) {
      at += 10 + tableBytes(view.getUint8(at + 9)) + 1;
      skipBlocks();
      frames += 1;
    } else return frames;
  }
  return maxFrames + 1;
}

/** A color table, if the flags announce one. */
function tableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function begins(bytes: Uint8Array, start: readonly number[]): boolean {
  return bytes.length >= start.length && start.every((byte, index) => bytes[index] === byte);
}

function hasUtf16Mark(bytes: Uint8Array): boolean {
  return begins(bytes, [0xff, 0xfe]) || begins(bytes, [0xfe, 0xff]);
}

function latin(bytes: Uint8Array, length: number): string {
  return String.fromCharCode(...bytes.subarray(0, length));
}
