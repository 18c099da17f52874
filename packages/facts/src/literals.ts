/**
 * The only way to build a statement. A template accepts only other `Sql`, and `Sql` is created here, from this
 * package's own source text, numbers, identifiers and values from fixed lists: by type there is no way to pass free
 * text through.
 */
export function sql(source: TemplateStringsArray, ...parts: readonly Sql[]): Sql {
  return new Fragment(source.reduce((text, piece, at) => `${text}${parts[at - 1]!.text}${piece}`));
}

export type Sql = Fragment;

/** Not exported, and nominal through its private field: nothing else is assignable to `Sql`. */
class Fragment {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }
}

export function int(value: number): Sql {
  return new Fragment(digits(value));
}

export function ints(values: Iterable<number>): Sql {
  return new Fragment(Array.from(values, digits).join(', '));
}

/** `(1, 2), (3, 4)` */
export function pairs(values: Iterable<readonly [number, number]>): Sql {
  return new Fragment(Array.from(values, ([a, b]) => `(${digits(a)}, ${digits(b)})`).join(', '));
}

export function uint64(value: bigint): Sql {
  if (value < 0n || value >= 1n << 64n) throw new RangeError(`not a 64-bit number: ${value}`);
  return new Fragment(`toUInt64(${value})`);
}

/** Epoch seconds, within the range of ClickHouse's DateTime. */
export function instant(value: number): Sql {
  if (!(value >= 0 && value < 2 ** 32)) throw new RangeError(`not an instant: ${value}`);
  return int(value);
}

export function uuid(value: string): Sql {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)) throw new RangeError('not a uuid');
  return new Fragment(`'${value}'`);
}

/** A database or cluster, as an operator may name it. */
export function name(value: string): Sql {
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,62}$/.test(value)) throw new RangeError(`not a usable name: ${value}`);
  return new Fragment(value);
}

/** A part of a table, as the engine names it. */
export function partName(value: string): Sql {
  if (!/^\w{1,200}$/.test(value)) throw new RangeError(`not a part: ${value}`);
  return new Fragment(`'${value}'`);
}

/** A device, a vendor or a kind of body: names of our own making, without anything that could end a text. */
export function word(value: string): Sql {
  if (!/^[\w:.-]{1,120}$/.test(value)) throw new RangeError('not a word');
  return new Fragment(`'${value}'`);
}

/** A subquery, indented so that statements are readable. */
export function nested(query: Sql): Sql {
  return new Fragment(`(\n  ${query.text.replaceAll('\n', '\n  ')}\n)`);
}

export function join(parts: readonly Sql[], separator: ', ' | ' AND ' | ' OR ' | '\nUNION ALL\n'): Sql {
  return new Fragment(parts.map(({ text }) => text).join(separator));
}

function digits(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not an integer: ${value}`);
  return String(value);
}
