import { arrowFormat, csvFormat } from '@atrium/contract/formats';
import type { Readable } from 'node:stream';
import type { Outgoing } from '../http/call.ts';
import { PieceStream } from '../http/piece-stream.ts';
import { preferredType } from '../http/preferred-type.ts';
import { arrowOf, loadArrow } from './arrow.ts';
import { csvOf } from './csv.ts';
import type { Table } from './table.ts';

export interface Caller {
  readonly accept: string | undefined;
  readonly reply: Outgoing;
  readonly write: Writer;
}

/** Makes a long answer when it is its turn; the work of writing it is counted. */
export type Writer = (write: (charge: (milliseconds: number) => void) => Readable) => Promise<Readable>;

/** A short answer is sent in one piece, without waiting for a turn. */
export const rowsAtOnce = 1000;

/** A table in the format that the caller prefers; undefined for JSON. What JSON says beside the rows is in a header. */
export function inFormat(
  { accept, reply, write }: Caller,
  tableOf: () => Table,
  messages: readonly string[],
): Promise<Readable> | string | undefined {
  reply.header('Vary', 'Accept');
  const format = preferredType(accept, ['application/json', csvFormat, arrowFormat]);
  if (format === 'application/json') return undefined;
  for (const message of messages) reply.message(message);
  if (format === arrowFormat) {
    reply.header('Content-Type', arrowFormat);
    return loadArrow().then((arrow) => write((charge) => new PieceStream(() => arrowOf(arrow, tableOf()), charge)));
  }
  const table = tableOf();
  reply.header('Content-Type', `${csvFormat}; charset=utf-8; header=present`);
  if (table.length <= rowsAtOnce) return [...csvOf(table)].join('');
  return write((charge) => new PieceStream(() => csvOf(table), charge));
}
