import { arrowFormat, csvFormat } from '@atrium/contract/formats';
import type { Readable } from 'node:stream';
import type { Outgoing } from '../http/call.ts';
import { PieceStream } from '../http/piece-stream.ts';
import { preferredType } from '../http/preferred-type.ts';
import { arrowOf } from './arrow.ts';
import { csvOf } from './csv.ts';
import type { Table } from './table.ts';

export interface Caller {
  readonly accept: string | undefined;
  readonly reply: Outgoing;
}

/** A table in the format that the caller prefers; undefined for JSON. What JSON says beside the rows is in a header. */
export function inFormat({ accept, reply }: Caller, tableOf: () => Table, messages: readonly string[]) {
  reply.header('Vary', 'Accept');
  const format = preferredType(accept, ['application/json', csvFormat, arrowFormat]);
  if (format === 'application/json') return undefined;
  for (const message of messages) reply.message(message);
  const table = tableOf();
  if (format === arrowFormat) {
    reply.header('Content-Type', arrowFormat);
    return arrowOf(table);
  }
  reply.header('Content-Type', `${csvFormat}; charset=utf-8; header=present`);
  return Promise.resolve<Readable>(new PieceStream(() => csvOf(table)));
}
