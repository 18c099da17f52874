import type { Piece } from './writing.ts';

/** The texts of the requested file, without its head, and how many files there are. */
export interface Split {
  readonly texts: readonly string[];
  readonly files: number;
}

/**
 * Divides an estate into files of at most `maxBytes`. Each can be imported after those before it, because nothing refers
 * to what comes later. Holds the requested file and nothing else. A single record may exceed the limit.
 */
export async function splitEstate(
  pieces: AsyncIterable<Piece>,
  { file, maxBytes, signal }: { readonly file: number; readonly maxBytes: number; readonly signal?: AbortSignal },
): Promise<Split> {
  const texts: string[] = [];
  let [files, bytes]: [number, number] = [1, 0];
  let open: string | undefined;
  for await (const { list, text } of pieces) {
    signal?.throwIfAborted();
    const heading = list !== undefined && list !== open ? `${list}:\n` : '';
    const size = Buffer.byteLength(heading + text);
    if (bytes > 0 && bytes + size > maxBytes) {
      files += 1;
      bytes = 0;
      open = undefined;
    }
    const isBegun = list === undefined || list === open;
    const added = isBegun ? text : `${list}:\n${text}`;
    bytes += Buffer.byteLength(added);
    open = list;
    if (files === file) texts.push(added);
  }
  return { texts, files };
}
