import { exportData, exportHeaders } from '@atrium/contract/exports';
import { PieceStream } from '../../http/piece-stream.ts';
import type { Http } from '../../http/server.ts';
import { inFormat } from '../formats.ts';
import { serialize } from '../serialize.ts';
import { tableOf } from '../table.ts';
import type { Answers } from '../answers.ts';
import type { Exports } from './exports.ts';

export function bindExports(
  http: Pick<Http, 'stream'>,
  exports: Exports,
  { writerFor }: Pick<Answers, 'writerFor'>,
): void {
  http.stream(exportData, async ({ params, scope, query, signal, ...caller }) => {
    const page = await exports.page(params.source, scope, query, signal);
    const { nextCursor, watermark } = page.tokens!;
    caller.reply.header(exportHeaders.watermark, watermark);
    if (nextCursor !== undefined) caller.reply.header(exportHeaders.nextCursor, nextCursor);
    const write = writerFor(scope, signal);
    const formatted = inFormat({ ...caller, write }, () => tableOf(page), page.messages);
    return formatted ?? write((charge) => new PieceStream((buffer) => serialize(page, buffer), charge));
  });
}
