import { describe, expect, it } from 'vitest';
import { readNative } from './native.ts';

const text = (value: string) => [value.length, ...Buffer.from(value)];
const uint32s = (...values: number[]) => [...new Uint8Array(Uint32Array.from(values).buffer)];
const block = (...values: number[]) => [1, values.length, ...text('c'), ...text('UInt32'), ...uint32s(...values)];

describe('the native format', () => {
  it('is read block after block into one array per column', () => {
    const floats = [...new Uint8Array(Float64Array.from([0.5, -2]).buffer)];
    const two = [2, 2, ...text('c'), ...text('UInt32'), ...uint32s(7, 8), ...text('f'), ...text('Float64'), ...floats];
    expect(readNative(Uint8Array.from([...two, ...two]), ['UInt32', 'Float64'])).toEqual([
      Uint32Array.from([7, 8, 7, 8]),
      Float64Array.from([0.5, -2, 0.5, -2]),
    ]);
  });

  it('may be long, empty, or a header without rows', () => {
    const many = Array.from({ length: 300 }, (_, index) => index);
    const long = [1, 0xac, 0x02, ...text('c'), ...text('UInt32'), ...uint32s(...many)];
    expect(readNative(Uint8Array.from(long), ['UInt32'])).toEqual([Uint32Array.from(many)]);
    expect(readNative(Uint8Array.from([]), ['UInt32'])).toEqual([new Uint32Array(0)]);
    expect(readNative(Uint8Array.from([...block(), ...block(5)]), ['UInt32'])).toEqual([Uint32Array.from([5])]);
  });

  it.each([
    ['ends early', block(1, 2).slice(0, -1)],
    ['ends in its head', block(1).slice(0, 4)],
    ['is an error in plain words', [...Buffer.from('Code: 241. DB::Exception: too much')]],
    ['has another type', [1, 1, ...text('c'), ...text('UInt64'), ...uint32s(1, 0)]],
    ['has more columns', [2, ...block(1).slice(1)]],
  ])('is refused when it %s', (_, bytes) => {
    expect(() => readNative(Uint8Array.from(bytes), ['UInt32'])).toThrow(RangeError);
  });
});
