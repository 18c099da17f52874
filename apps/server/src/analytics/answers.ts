import { InvalidPeriod } from '@atrium/calendar/invalid-period';
import { trendLabel } from '@atrium/calendar/previous-periods';
import { maximumRows } from '@atrium/contract/product';
import { type AskedMetric, metricsNamed } from '@atrium/metrics/catalog';
import { smallGroupText } from '@atrium/metrics/small-groups';
import { groupingOf, type SourceName, sources } from '@atrium/metrics/sources';
import type { Load } from '../fair-shares.ts';
import { currentPayer } from '../payer.ts';
import { invalidField, Refusal } from '../refusal.ts';
import type { Estate } from '../registry/directory/estate.ts';
import { entitiesOf, type EntityHead } from '../registry/directory/resolve.ts';
import type { Scope } from '../scope.ts';
import { checkPeriod } from './axes.ts';
import { createCoalescing } from './coalesce.ts';
import { comparable } from './comparable.ts';
import { comparisonOf, fewestOthers } from './comparison.ts';
import { correctionsWithin } from './correction-notes.ts';
import type { DetailQuery, TotalQuery } from './data-query.ts';
import { explain } from './explain.ts';
import { ignoredMessages } from './ignored-parameters.ts';
import { type Sent, withImplied } from './implied.ts';
import { lastReading, lastReadingMetrics, ofLastReading } from './last-reading.ts';
import {
  type AskedQuestion,
  type Call,
  choiceOf,
  type Context,
  type Dependencies,
  lookUp,
  type Parts,
  refuseTooMany,
  refusingFacts,
  refusingPeriods,
} from './look-up.ts';
import { withNotFinal } from './not-final.ts';
import { compareWith, fieldsFor, refuseComparisonViews } from './others.ts';
import { partialRatios } from './partial-ratios.ts';
import { hiddenSubject, partsOf, wholeOf } from './parts.ts';
import { createQuestions } from './questions.ts';
import { readingsOf } from './readings.ts';
import { ancestorsOf, fieldsByEntity, isAncestor } from './row-details.ts';
import type { Writer } from './formats.ts';
import type { DataReply } from './serialize.ts';
import type { RowHead } from './shape.ts';
import { namedKeys, picked, refuseUnknownColumns, sortedRows, sortKeysOf } from './sort-rows.ts';
import { fieldValues } from './store.ts';
import { refuseJoining, refuseUnnamedField, type Subject, subjectsOf } from './subjects.ts';

export interface Answers {
  /** Values of entities, bucket by bucket. */
  detail(source: SourceName, scope: Scope, query: Sent<DetailQuery>, signal?: AbortSignal): Promise<DataReply>;
  /** One value per entity for the whole period. */
  total(source: SourceName, scope: Scope, query: Sent<TotalQuery>, signal?: AbortSignal): Promise<DataReply>;
  /** How long answers to this caller are written (`Questions.writing`). */
  writerFor(scope: Scope, signal: AbortSignal | undefined): Writer;
  /** Of all tenants. */
  load(): Load;
  /** The questions of those who share with this caller. */
  queueOf(scope: Scope): Load;
  /** Answers in this state of the estate, whatever happens to it meanwhile, and never with what was read before. */
  within(estate: Estate): Pick<Answers, 'detail'>;
}

export function createAnswers({ facts, accounts, ...others }: Dependencies): Answers {
  const parts = { ...others, questions: createQuestions(facts, accounts), atOnce: createCoalescing<DataReply>() };
  return {
    detail: detailIn(parts),
    within: (estate) => {
      const directory = { ...parts.directory, estate: () => Promise.resolve(estate) };
      return { detail: detailIn({ ...parts, directory, atOnce: createCoalescing<DataReply>() }) };
    },
    total: (source, scope, asked, signal) => {
      const { dateGroupings, ...query } = ofLastReading(source, withImplied<TotalQuery>(asked));
      if (query.lastReading) return answer(parts, { source, scope, query, signal }, today);
      return answer(parts, { source, scope, query, signal }, (now) => ({
        ...query,
        trend: query.trendComparison,
        now,
        futureDays: sources[source].futureDays,
        buckets: dateGroupings === undefined ? undefined : groupingOf(sources[source], dateGroupings),
      }));
    },
    writerFor: (scope, signal) => {
      const key = payerOf(scope);
      return (write) => parts.questions.writing(key, write, signal);
    },
    load: () => parts.questions.load(),
    queueOf: (scope) => parts.questions.load(payerOf(scope)),
  };
}

function detailIn(parts: Parts): Answers['detail'] {
  return (source, scope, asked, signal) => {
    const { dateGroupings, order, limit, ...query } = ofLastReading(source, withImplied<DetailQuery>(asked));
    if (query.lastReading)
      return answer(parts, { source, scope, query, signal }, (now) => ({
        ...today(now),
        order: namedKeys(order),
        limit,
      }));
    const { keys, descending } = sortKeysOf(order);
    return answer(parts, { source, scope, query, signal }, (now) => ({
      ...query,
      trend: query.trendComparison,
      now,
      futureDays: sources[source].futureDays,
      grouping: groupingOf(sources[source], dateGroupings),
      order: keys,
      descending,
      limit,
    }));
  };
}

function today(now: number) {
  return { relativeDate: 'today', now } as const;
}

async function answer(parts: Parts, asking: Call, questionAt: (now: number) => AskedQuestion): Promise<DataReply> {
  const call = asking.scope.isKiosk ? { ...asking, query: forScreen(asking.query) } : asking;
  const now = parts.clock().getTime() / 1000;
  const question = refusingPeriods(() => {
    const asked = questionAt(now);
    if (asked.trend !== undefined && asked.previousPeriod)
      throw new InvalidPeriod('trendComparison', 'Choose either a previous period or a trend.');
    if (asked.likeForLike && !asked.previousPeriod)
      throw new InvalidPeriod('likeForLike', 'Like for like compares with a previous period: choose one.');
    checkPeriod(asked);
    return asked;
  });
  const key = payerOf(call.scope);
  const { version } = await parts.directory.estate(call.scope.orgId);
  return parts.atOnce.run(
    sameFor(call, question, version),
    (signal) => parts.questions.answer(key, () => answerNow(parts, { ...call, signal, key, question }), signal),
    call.signal,
  );
}

/** A wall screen needs neither custom fields nor the series behind its numbers. */
function forScreen(query: TotalQuery): TotalQuery {
  const { explain: _, meta: __, ...shown }: TotalQuery & Partial<DetailQuery> = query;
  return shown;
}

/** The tenant whose share a question uses. */
function payerOf({ orgId }: Scope): string {
  return currentPayer()?.key ?? orgId;
}

/** What is equal for the same question of the same person, whenever it is asked, while the estate stays the same. */
function sameFor({ source, scope, query }: Call, question: AskedQuestion, version: number): string {
  const { now: _, ...lasting } = question;
  const { locationIds, capabilities, ...person } = scope;
  const sees = locationIds === 'all' ? locationIds : [...locationIds];
  return JSON.stringify([version, source, person, sees, [...capabilities], query, lasting]);
}

interface Asked extends Call {
  /** The tenant whose share it uses. */
  readonly key: string;
  readonly question: AskedQuestion;
}

async function answerNow(parts: Parts, { question, ...call }: Asked): Promise<DataReply> {
  const { source, scope, query } = call;
  const metrics = permitted(metricsNamed(source, query.metrics), scope, query);
  refuseUnnamedField(query);
  refuseJoining(metrics, query);
  if (query.isComparison && query.isAllComparison) await refuseComparisonViews(parts.registry, scope);
  const comparison = comparisonOf(query, metrics);
  const estate = await parts.directory.estate(scope.orgId);
  const context = { ...call, parts, estate, metrics };
  const { heads: found, hidden } = entitiesIn(context);
  const inOrder = chosen(found, query);
  const { heads, ...alike } = await comparable(context, inOrder, question);
  const fields = await fieldsFor(parts, scope, query);
  const { subjects: own, messages } = subjectsOf(query.aggregate ? [...heads, ...hidden] : heads, query, fields);
  const isEach = !query.aggregate && query.metaProperty === undefined;
  const subjects = isEach ? [...own, ...hiddenSubject(hidden)] : own;
  if (query.lastReading) return newestRows(context, subjects, question, messages);
  const within = { ...context, scope: alike.scope };
  const looked = await withNotFinal(context, () => lookUpInOrder(within, subjects, question));
  const { plan, entities, rows, leftOut, facts, ask } = looked.found;
  const [results, ...earlier] = rows;
  const details = await detailsFor(context, plan.entities);
  const compared =
    comparison &&
    (await compareWith({ ...context, question, comparison }, inOrder, { heads: plan.entities, columns: results! }));
  const about = {
    registry: parts.registry,
    estate,
    scope: alike.scope,
    entities,
    plan: { ...plan, metrics },
    results: results!,
    now: question.now,
    facts,
  };
  const explained = query.explain ? await refusingFacts(explain(about, ask)) : undefined;
  return {
    ...(explained?.explanation && { explanation: explained.explanation }),
    entities: details.heads,
    byDay: question.grouping?.grouping !== 'minute' && question.grouping?.grouping !== 'hour',
    results: results!,
    previousResults: question.previousPeriod && earlier[0],
    ...(question.trend !== undefined && {
      trendResults: earlier.map((window, at) => ({ label: trendLabel(at + 1), results: window })),
    }),
    ...(compared && { comparisonResults: compared }),
    corrections: correctionsWithin(estate, scope, entities, plan.current).map((note) =>
      // What people write to each other is not for everyone who passes a wall screen.
      scope.isKiosk ? { ...note, reason: '' } : note,
    ),
    messages: [
      ...messages,
      ...alike.messages,
      ...looked.messages,
      ...details.messages,
      ...rowsLeftOut(leftOut),
      ...(compared?.isWithheld
        ? [`A comparison with all others shows values of at least ${fewestOthers} others.`]
        : []),
      ...ignoredMessages(source, query),
      ...partialRatios(metrics, plan.readings, entities),
      ...(looked.found.isEstimated || compared?.isEstimated ? [estimatedText] : []),
      ...(looked.found.isWithheld || compared?.isOfFew || explained?.isWithheld ? [smallGroupText] : []),
      ...(explained?.messages ?? []),
    ],
  };
}

async function newestRows(
  { metrics: named, ...others }: Context,
  subjects: readonly Subject[],
  { order = [], limit = maximumRows, now }: AskedQuestion,
  messages: readonly string[],
): Promise<DataReply> {
  const context = { ...others, metrics: lastReadingMetrics(named, others.query) };
  refuseUnknownColumns(order, [...context.metrics.map(({ column }) => column), 'ageSeconds']);
  const { found: all, messages: notFinal } = await withNotFinal(context, () => lastReading(context, subjects, now));
  const details = await detailsFor(context, subjects);
  return {
    entities: details.heads,
    byDay: false,
    inUtc: true,
    results: picked(all, sortedRows(all, subjects, order, limit)),
    previousResults: undefined,
    messages: [
      ...messages,
      ...notFinal,
      ...(all.isWithheld ? [smallGroupText] : []),
      ...details.messages,
      ...ignoredMessages(others.source, others.query),
      ...rowsLeftOut(limit < maximumRows ? 0 : all.length - limit),
    ],
  };
}

const estimatedText =
  'Medians and trimmed means are estimated: some sensors reported the average of several visits instead of each one.';

function rowsLeftOut(count: number): string[] {
  return count > 0 ? [`The query hit the limit of ${maximumRows} rows; ${count} were left out.`] : [];
}

/** Rows that are sorted by values are all looked up first. */
async function lookUpInOrder(context: Context, subjects: readonly Subject[], question: AskedQuestion) {
  const { order = [], limit = maximumRows } = question;
  refuseUnknownColumns(
    order,
    context.metrics.map(({ column }) => column),
  );
  if (order.length === 0) {
    const found = await lookUp(context, subjects, question);
    return { ...found, leftOut: found.plan.leftOut };
  }
  if (context.query.explain && question.limit !== undefined)
    throw invalidField('explain', 'An explanation is of all rows: leave out the order by values, or the limit.');
  refuseTooMany('order', subjects.length, question, subjects[0]?.timezone ?? 'UTC');
  const found = await lookUp(context, subjects, { ...question, limit: Number.POSITIVE_INFINITY });
  const [results] = found.rows;
  const shown = sortedRows(results!, found.plan.entities, order, limit);
  const leftOut = limit < maximumRows ? 0 : results!.length - shown.length;
  return { ...found, rows: found.rows.map((columns) => picked(columns, shown)), leftOut };
}

/** The beginnings of rows with what `include` and `meta` add. */
async function detailsFor({ parts, scope, estate, query }: Context, heads: readonly RowHead[]) {
  const { include = [], meta = [], entityType }: Partial<DetailQuery> & TotalQuery = query;
  if (include.length === 0 && meta.length === 0) return { heads, messages: [] };
  const names = meta.includes('*') ? undefined : meta;
  const fields = fieldsByEntity(
    meta.length === 0
      ? []
      : await parts.registry.tenant(scope, (tx) => fieldValues(tx, scope, parts.clock(), entityType, names)),
  );
  return {
    heads: heads.map((head) => {
      if (head.isJoined) return head;
      const above = ancestorsOf(estate, { ...head, entityType }, include.filter(isAncestor));
      return { ...head, details: { ...above, ...(meta.length > 0 && { meta: fields.get(head.entityId) ?? {} }) } };
    }),
    messages: include.filter((name) => !isAncestor(name)).map((name) => `There is nothing to include as ${name}.`),
  };
}

/** Without metrics that need a capability which is off; one that was asked for by name is refused. */
function permitted(
  metrics: readonly AskedMetric[],
  { capabilities }: Scope,
  { metrics: named }: TotalQuery,
): readonly AskedMetric[] {
  const missing = ({ metric }: AskedMetric) =>
    metric.needs?.find((name) => !(capabilities as ReadonlySet<string>).has(name));
  const refused = named?.length ? metrics.find((metric) => missing(metric) !== undefined) : undefined;
  if (refused)
    throw new Refusal(
      'forbidden',
      `${refused.metric.label} needs ${missing(refused)}, which is not part of your plan.`,
    );
  return metrics.filter((metric) => missing(metric) === undefined);
}

/** The entities of a question, and those that the caller may not look up. */
function entitiesIn(context: Context): {
  readonly heads: readonly EntityHead[];
  readonly hidden: readonly EntityHead[];
} {
  const { estate, scope, query, metrics } = context;
  const whole = wholeOf(query);
  if (!whole) return { heads: entitiesOf(estate, scope, selection(query)), hidden: [] };
  return partsOf(
    { estate, scope, whole },
    query,
    readingsOf(metrics).map((reading) => choiceOf(context, reading)),
  );
}

function selection({ entityType, entityIds }: TotalQuery) {
  return { entityType, entityIds: entityIds?.length ? entityIds : undefined };
}

/** In the requested order; all of them by name. */
function chosen(entities: readonly EntityHead[], { entityIds }: TotalQuery): readonly EntityHead[] {
  if (entityIds?.length) return entities;
  return entities.toSorted((a, b) => a.name.localeCompare(b.name, 'en') || (a.entityId < b.entityId ? -1 : 1));
}
