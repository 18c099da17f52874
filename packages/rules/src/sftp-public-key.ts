export type PublicKey = { readonly key: string } | { readonly problem: string };

/** The accepted key types of the file transfer, and their required lengths. */
const kinds = ['ssh-ed25519', 'ecdsa-sha2-nistp256', 'ecdsa-sha2-nistp384', 'ecdsa-sha2-nistp521', 'ssh-rsa'];
const rsaBits = { least: 2048, most: 8192 };
const incomplete = 'The key is not complete. Paste the whole line.';

/**
 * Parses a pasted public key: exactly one, bare. The result has one notation, so that two spellings of a key are the
 * same text up to the comment at its end.
 */
export function readPublicKey(text: string): PublicKey {
  const trimmed = text.trim();
  if (trimmed.includes('PRIVATE KEY')) return { problem: 'This is a private key. Paste the public key instead.' };
  if (/\p{Cc}/u.test(trimmed.replaceAll('\t', ' '))) return { problem: 'Paste one public key, on one line.' };
  const [kind = '', encoded = '', ...remark] = trimmed.split(/\s+/);
  if (!kinds.includes(kind)) return { problem: `The key must begin with ${kinds.join(', ')}.` };
  const fields = fieldsOf(encoded);
  if (!fields || textOf(fields[0]) !== kind) return { problem: incomplete };
  const weakness = weaknessOf(kind, fields);
  if (weakness !== undefined) return { problem: weakness };
  return { key: [kind, canonical(encoded), remark.join(' ').slice(0, 200)].join(' ').trim() };
}

/** The parts of a key: each is preceded by its length in four bytes. */
function fieldsOf(encoded: string): number[][] | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded) || encoded.length % 4 !== 0) return undefined;
  const bytes = Array.from(atob(encoded), (character) => character.charCodeAt(0));
  const fields: number[][] = [];
  let at = 0;
  while (at < bytes.length) {
    const length = bytes.slice(at, at + 4).reduce((sum, byte) => sum * 256 + byte, 0);
    if (at + 4 + length > bytes.length) return undefined;
    fields.push(bytes.slice(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return fields;
}

function weaknessOf(kind: string, fields: readonly number[][]): string | undefined {
  if (kind === 'ssh-ed25519') return fields.length === 2 && fields[1]?.length === 32 ? undefined : incomplete;
  if (kind.startsWith('ecdsa')) {
    const curve = kind.slice('ecdsa-sha2-'.length);
    return fields.length === 3 && textOf(fields[1]) === curve && (fields[2]?.length ?? 0) >= 65
      ? undefined
      : incomplete;
  }
  if (fields.length !== 3) return incomplete;
  const bits = bitsOf(fields[2] ?? []);
  if (bits < rsaBits.least) return `An RSA key needs at least ${rsaBits.least} bits; this one has ${bits}.`;
  return bits > rsaBits.most ? `An RSA key may have at most ${rsaBits.most} bits.` : undefined;
}

function bitsOf(number: readonly number[]): number {
  const first = number.findIndex((byte) => byte !== 0);
  return first < 0 ? 0 : (number.length - first - 1) * 8 + (32 - Math.clz32(number[first] ?? 0));
}

function textOf(bytes: readonly number[] | undefined): string {
  return String.fromCharCode(...(bytes ?? []).slice(0, 100));
}

function canonical(encoded: string): string {
  return btoa(atob(encoded));
}
