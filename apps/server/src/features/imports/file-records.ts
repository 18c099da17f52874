import { TextDecoder } from 'node:util';
import { CsvProblem, openCsv, type CsvRecord } from '@atrium/rules/import-csv';
import { importTexts } from '@atrium/rules/import-file';

/** Rows of a part of the file, and how far it was read. */
export interface FilePart {
  readonly records: readonly CsvRecord[];
  readonly bytes: number;
}

/** Reads a CSV file as it comes from the disk. Throws a `CsvProblem` where it is none. */
export async function* recordsOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<FilePart> {
  const csv = openCsv();
  let decoder: TextDecoder | undefined;
  let bytes = 0;
  for await (const piece of content) {
    decoder ??= new TextDecoder(piece[0] === 0xff && piece[1] === 0xfe ? 'utf-16le' : 'utf-8', { fatal: true });
    bytes += piece.length;
    yield { records: csv.push(textOf(decoder, piece)), bytes };
  }
  const rest = decoder ? textOf(decoder) : '';
  yield { records: [...csv.push(rest), ...csv.end()], bytes };
}

function textOf(decoder: TextDecoder, piece?: Uint8Array): string {
  let text: string;
  try {
    text = piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
  } catch {
    throw new CsvProblem(importTexts.notText);
  }
  if (text.includes('\0')) throw new CsvProblem(importTexts.notText);
  return text;
}
