import { promisify } from 'node:util';
import { gunzip, inflate, inflateRaw, type InputType, type ZlibOptions } from 'node:zlib';
import type { Limits } from './limits.ts';

export type ReadBody =
  | { readonly kind: 'read'; readonly body: Buffer }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'unknown-encoding' };

type Expand = (body: InputType, options: ZlibOptions) => Promise<Buffer>;

const expanders: Readonly<Record<string, readonly Expand[]>> = {
  gzip: [promisify<InputType, ZlibOptions, Buffer>(gunzip)],
  'x-gzip': [promisify<InputType, ZlibOptions, Buffer>(gunzip)],
  // Both interpretations of "deflate" are in use.
  deflate: [promisify<InputType, ZlibOptions, Buffer>(inflate), promisify<InputType, ZlibOptions, Buffer>(inflateRaw)],
};

/** Small bodies of a quiet sensor are almost all alike and compress better than any valid large one. */
const alwaysAllowed = 64 * 1024;

/** The body as the vendor wrote it. A malformed one stays as sent: it can be inspected in quarantine. */
export async function readBody(sent: Buffer, encoding: string | undefined, limits: Limits): Promise<ReadBody> {
  if (sent.length > limits.sentBytes) return { kind: 'too-large' };
  const name = encoding?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity' || sent.length === 0) return { kind: 'read', body: sent };
  const candidates = expanders[name];
  if (!candidates) return { kind: 'unknown-encoding' };
  const maxOutputLength = Math.min(limits.expandedBytes, Math.max(alwaysAllowed, sent.length * limits.expansion));
  for (const expand of candidates) {
    try {
      return { kind: 'read', body: await expand(sent, { maxOutputLength }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return { kind: 'too-large' };
    }
  }
  return { kind: 'read', body: sent };
}
