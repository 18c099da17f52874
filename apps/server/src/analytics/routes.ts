import { dataCalls, getDataQueue } from '@atrium/contract/data';
import { getLocationAcf } from '@atrium/contract/diagnostics';
import { type SourceName, sourceNames } from '@atrium/metrics/sources';
import { PieceStream } from '../http/piece-stream.ts';
import type { Http } from '../http/server.ts';
import type { Scope } from '../scope.ts';
import type { Answers } from './answers.ts';
import type { DetailQuery, TotalQuery } from './data-query.ts';
import { type Caller, inFormat, rowsAtOnce } from './formats.ts';
import type { Sent } from './implied.ts';
import type { LocationAcf } from './location-acf.ts';
import { type DataReply, serialize } from './serialize.ts';
import { rowsOf } from './shape.ts';
import { tableOf } from './table.ts';

export function bindAnalytics(http: Pick<Http, 'bind' | 'stream'>, answers: Answers, locationAcf: LocationAcf): void {
  for (const source of sourceNames) bindSource(http, source, answers);
  http.bind(getDataQueue, ({ scope }) => answers.queueOf(scope));
  http.bind(getLocationAcf, ({ scope, query, signal }) => locationAcf(scope, query, signal));
}

function bindSource(http: Pick<Http, 'bind' | 'stream'>, source: SourceName, answers: Answers): void {
  const { detail, total, postedDetail, postedTotal } = dataCalls[source];
  const rows = async (query: Sent<DetailQuery>, { scope, signal, ...caller }: DataCaller) =>
    inRows(await answers.detail(source, scope, query, signal), { ...caller, write: answers.writerFor(scope, signal) });
  const whole = async (query: Sent<TotalQuery>, { scope, signal, ...caller }: DataCaller) => {
    const reply = await answers.total(source, scope, query, signal);
    const writing = { ...caller, write: answers.writerFor(scope, signal) };
    return query.lastReading ? inRows(reply, writing) : asTotal(reply, writing);
  };
  http.stream(detail, (call) => rows(call.query, call));
  http.stream(total, (call) => whole(call.query, call));
  http.stream(postedDetail, (call) => rows(call.body, call));
  http.stream(postedTotal, (call) => whole(call.body, call));
}

interface DataCaller extends Omit<Caller, 'write'> {
  readonly scope: Scope;
  readonly signal: AbortSignal;
}

/** Rows that have dates. */
function inRows(reply: DataReply, caller: Caller) {
  const formatted = inFormat(caller, () => tableOf(reply), reply.messages);
  if (formatted) return formatted;
  const { previousResults, comparisonResults, trendResults = [] } = reply;
  const windows = 1 + (previousResults ? 1 : 0) + (comparisonResults ? 1 : 0) + trendResults.length;
  if (windows * reply.results.length <= rowsAtOnce) return [...serialize(reply)].join('');
  return caller.write((charge) => new PieceStream((buffer) => serialize(reply, buffer), charge));
}

function asTotal(reply: DataReply, caller: Caller) {
  const formatted = inFormat(caller, () => tableOf(reply, true), reply.messages);
  if (formatted) return formatted;
  const { results, previousResults, trendResults, comparisonResults, entities, ...notes } = reply;
  const { messages, corrections, explanation } = notes;
  return JSON.stringify({
    results: rowsOf(results, entities),
    ...(previousResults && { previousResults: rowsOf(previousResults, entities) }),
    ...(trendResults && {
      trendResults: trendResults.map(({ label, results: window }) => ({ label, results: rowsOf(window, entities) })),
    }),
    ...(comparisonResults && { comparisonResults: rowsOf(comparisonResults.columns, comparisonResults.heads) }),
    messages,
    ...(corrections && corrections.length > 0 && { corrections }),
    ...(explanation && { explanation }),
  });
}
