import { endOfString } from './bounded-json.ts';

/**
 * A JSON body without the pictures that a camera attached: whatever is in a field named `snapshot` becomes an empty text, and
 * all other bytes stay as they were sent. A picture that never ends takes the rest of a broken body with it.
 */
export function withoutSnapshots(body: Buffer): Buffer {
  const kept: Buffer[] = [];
  let from = 0;
  for (let i = 0; i < body.length; i += 1) {
    if (body[i] !== quote) continue;
    const end = endOfString(body, i + 1);
    const value = isSnapshot(body, i, end) ? valueAfter(body, end + 1) : undefined;
    if (value === undefined) {
      i = end;
      continue;
    }
    kept.push(body.subarray(from, value), empty);
    from = endOfValue(body, value);
    i = from - 1;
  }
  return kept.length === 0 ? body : Buffer.concat([...kept, body.subarray(from)]);
}

const empty = Buffer.from('""');
const name = 'snapshot';

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const opening = [0x5b, 0x7b]; // [ {
const closing = [0x5d, 0x7d]; // ] }
const blank = [0x20, 0x09, 0x0a, 0x0d];

function isSnapshot(body: Buffer, start: number, end: number): boolean {
  return end - start - 1 === name.length && body.toString('latin1', start + 1, end).toLowerCase() === name;
}

/** Where the value of a field begins; undefined where no colon follows, because a text is no field. */
function valueAfter(body: Buffer, from: number): number | undefined {
  const at = skipBlank(body, from);
  return body[at] === colon ? skipBlank(body, at + 1) : undefined;
}

function skipBlank(body: Buffer, from: number): number {
  let at = from;
  while (at < body.length && blank.includes(body[at] ?? 0)) at += 1;
  return at;
}

function endOfValue(body: Buffer, from: number): number {
  let depth = 0;
  for (let i = from; i < body.length; i += 1) {
    const byte = body[i] ?? 0;
    if (byte === quote) {
      i = endOfString(body, i + 1);
      if (depth === 0) return Math.min(i + 1, body.length);
    } else if (opening.includes(byte)) depth += 1;
    else if (closing.includes(byte)) {
      if (depth === 0) return i;
      depth -= 1;
      if (depth === 0) return i + 1;
    } else if (byte === comma && depth === 0) return i;
  }
  return body.length;
}
