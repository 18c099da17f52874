import { exportData, exportHeaders } from '@atrium/contract/exports';
import { PieceStream } from '../../http/piece-stream.ts';
import type { Http } from '../../http/server.ts';
import { inFormat } from '../formats.ts';
import { serialize } from '../serialize.ts';
import { tableOf } from '../table.ts';
import type { Exports } from './exports.ts';

export function bindExports(http: Pick<Http, 'stream'>, exports: Exports): void {
  http.stream(exportData, async ({ params, scope, query, signal, ...caller }) => {
    const page = await exports.page(params.source, scope, query, signal);
    const { nextCursor, watermark } = page.tokens!;
    caller.reply.header(exportHeaders.watermark, watermark);
    if (nextCursor !== undefined) caller.reply.header(exportHeaders.nextCursor, nextCursor);
    return inFormat(caller, () => tableOf(page), page.messages) ?? new PieceStream((buffer) => serialize(page, buffer));
  });
}
