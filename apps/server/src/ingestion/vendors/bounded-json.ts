const deepest = 16;
const maxKeys = 200;
/** Objects and arrays: a day of minutes of twenty lines has fewer. */
const maxContainers = 100_000;

export type BoundedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly flaw: 'not_json' | 'too_deep' | 'too_wide' };

/** Parses JSON from an untrusted source. Depth and width are checked on the bytes, before anything is allocated. */
export function parseBounded(body: Buffer): BoundedJson {
  const flaw = outOfBounds(body);
  if (flaw) return { ok: false, flaw };
  try {
    const text = body.toString('utf8');
    return { ok: true, value: JSON.parse(text.charCodeAt(0) === 0xfe_ff ? text.slice(1) : text) };
  } catch {
    return { ok: false, flaw: 'not_json' };
  }
}

const quote = 0x22;
const backslash = 0x5c;

function outOfBounds(body: Buffer): 'too_deep' | 'too_wide' | undefined {
  const keys = new Uint32Array(deepest + 1);
  let depth = 0;
  let containers = 0;
  for (let i = 0; i < body.length; i += 1) {
    switch (body[i] ?? 0) {
      case quote:
        i = endOfString(body, i + 1);
        break;
      case 0x7b: // {
      case 0x5b: // [
        depth += 1;
        if (depth > deepest) return 'too_deep';
        containers += 1;
        if (containers > maxContainers) return 'too_wide';
        keys[depth] = 0;
        break;
      case 0x7d: // }
      case 0x5d: // ]
        if (depth > 0) depth -= 1;
        break;
      case 0x3a: {
        // A colon outside a string ends a key.
        const count = (keys[depth] ?? 0) + 1;
        if (count > maxKeys) return 'too_wide';
        keys[depth] = count;
        break;
      }
      default:
    }
  }
  return undefined;
}

/** The closing quote of a string that begins at `from`; the end of the body where there is none. */
export function endOfString(body: Buffer, from: number): number {
  for (let i = from; i < body.length; i += 1) {
    if (body[i] === backslash) i += 1;
    else if (body[i] === quote) return i;
  }
  return body.length;
}
