import { getTraffic, getTrafficTotal } from '@atrium/contract/data';
import { getLocationAcf } from '@atrium/contract/diagnostics';
import { PieceStream } from '../http/piece-stream.ts';
import type { Http } from '../http/server.ts';
import type { LocationAcf } from './location-acf.ts';
import { serialize } from './serialize.ts';
import { rowsOf } from './shape.ts';
import type { Traffic } from './traffic.ts';

export function bindAnalytics(http: Pick<Http, 'bind' | 'stream'>, traffic: Traffic, locationAcf: LocationAcf): void {
  http.stream(getTraffic, async ({ scope, query, signal }) => {
    const reply = await traffic.detail(scope, query, signal);
    const rows = reply.results.length + (reply.previousResults?.length ?? 0);
    if (rows <= rowsAtOnce) return [...serialize(reply)].join('');
    return new PieceStream((buffer) => serialize(reply, buffer));
  });

  http.bind(getTrafficTotal, async ({ scope, query, signal }) => {
    const { results, previousResults, entities, metrics, messages } = await traffic.total(scope, query, signal);
    return {
      results: rowsOf(results, entities, metrics),
      ...(previousResults && { previousResults: rowsOf(previousResults, entities, metrics) }),
      messages: [...messages],
    };
  });

  http.bind(getLocationAcf, ({ scope, query, signal }) => locationAcf(scope, query, signal));
}

/** A short answer is sent in one piece, with its length. */
const rowsAtOnce = 1000;
