/**
 * Reads ClickHouse's Native format: blocks of whole columns, so that 50,000 rows become a handful of copies. Only the
 * fixed-width types this package needs.
 */
export function readNative<const Types extends readonly NativeType[]>(bytes: Uint8Array, types: Types): Columns<Types> {
  const blocks = blocksOf(bytes, types);
  const rows = blocks.reduce((total, block) => total + block.rows, 0);
  const columns = types.map((type) => new arrays[type](rows));
  let row = 0;
  for (const block of blocks) {
    columns.forEach((column, at) => {
      const width = column.BYTES_PER_ELEMENT;
      const start = block.starts[at]!;
      new Uint8Array(column.buffer).set(bytes.subarray(start, start + block.rows * width), row * width);
    });
    row += block.rows;
  }
  return columns as Columns<Types>;
}

const arrays = {
  UInt8: Uint8Array,
  UInt16: Uint16Array,
  UInt32: Uint32Array,
  UInt64: BigUint64Array,
  Float64: Float64Array,
};
export type NativeType = keyof typeof arrays;
export type Columns<Types extends readonly NativeType[]> = {
  -readonly [At in keyof Types]: InstanceType<(typeof arrays)[Types[At]]>;
};

interface Block {
  rows: number;
  /** The offset of each column's values. */
  starts: number[];
}

function blocksOf(bytes: Uint8Array, types: readonly NativeType[]): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  const count = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      if (byte === undefined) throw new RangeError('the answer ends early');
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  const text = () => {
    const length = count();
    at += length;
    return new TextDecoder().decode(bytes.subarray(at - length, at));
  };
  while (at < bytes.length) {
    if (count() !== types.length) throw new RangeError('the answer has other columns than asked for');
    const rows = count();
    const starts = types.map((type) => {
      text();
      if (text() !== type) throw new RangeError('the answer has other types than asked for');
      const start = at;
      at += rows * arrays[type].BYTES_PER_ELEMENT;
      if (at > bytes.length) throw new RangeError('the answer ends early');
      return start;
    });
    blocks.push({ rows, starts });
  }
  return blocks;
}
