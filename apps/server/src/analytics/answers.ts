import type { GroupingStep } from '@atrium/calendar/groupings';
import { InvalidPeriod } from '@atrium/calendar/invalid-period';
import { trendLabel } from '@atrium/calendar/previous-periods';
import { maximumRows } from '@atrium/contract/product';
import { FactsError } from '@atrium/facts/errors';
import type { SeriesDay } from '@atrium/facts/question';
import { type AskedMetric, metricsNamed } from '@atrium/metrics/catalog';
import { type EntityType, groupingOf, type Source, type SourceName, sources } from '@atrium/metrics/sources';
import { decimalPlaces } from '@atrium/rules/currencies';
import { lacksMinutes } from '@atrium/rules/store-match';
import { freshFrom } from '../ingestion/horizon.ts';
import { currentPayer } from '../payer.ts';
import { Refusal } from '../refusal.ts';
import type { Directory } from '../registry/directory/directory.ts';
import type { Estate } from '../registry/directory/estate.ts';
import { entitiesOf, type EntityHead, type Member, membersOf } from '../registry/directory/resolve.ts';
import type { Registry } from '../registry/registry.ts';
import type { Scope } from '../scope.ts';
import { type AskedEntity, checkPeriod, daysOf } from './axes.ts';
import { calendarsOf } from './calendars.ts';
import { type Coalescing, createCoalescing } from './coalesce.ts';
import { curvesFor } from './curves.ts';
import { fill } from './fill.ts';
import type { AskedFacts } from './filling.ts';
import { planFolded } from './fold.ts';
import { forecastMembers } from './forecast-members.ts';
import { bucketsOfTotal, isOverBuckets, overBuckets } from './over-buckets.ts';
import { type DataQuestion, type Plan, planRows } from './plan.ts';
import { createQuestions, type Questions } from './questions.ts';
import { type Reading, readingsOf } from './readings.ts';
import type { DataReply } from './serialize.ts';
import { type Columns, shape } from './shape.ts';
import { correctionsWithin } from './correction-notes.ts';
import { marksOf } from './store.ts';
import type { Window } from './window.ts';

/** The parameters of the data calls of any source. */
interface TotalQuery extends Pick<
  DataQuestion,
  'relativeDate' | 'startDate' | 'endDate' | 'dateOverride' | 'previousPeriod'
> {
  readonly entityType: EntityType;
  readonly entityIds?: readonly string[] | undefined;
  readonly metrics?: readonly string[] | undefined;
  readonly trendComparison?: number | undefined;
  readonly excludeClosedHours?: 'true' | 'false' | undefined;
  readonly countFilter?: number | undefined;
  readonly countApplication?: number | undefined;
  /** Of a total: for averages and extremes over buckets. */
  readonly dateGroupings?: string | undefined;
}

interface DetailQuery extends TotalQuery {
  readonly dateGroupings: string;
  readonly order?: 'recordDate' | '-recordDate' | undefined;
  readonly limit?: number | undefined;
}

export interface Answers {
  /** Values of entities, bucket by bucket. */
  detail(source: SourceName, scope: Scope, query: DetailQuery, signal?: AbortSignal): Promise<DataReply>;
  /** One value per entity for the whole period. */
  total(source: SourceName, scope: Scope, query: TotalQuery, signal?: AbortSignal): Promise<DataReply>;
  load: Questions['load'];
}

interface Dependencies {
  readonly registry: Registry;
  readonly directory: Directory;
  readonly facts: AskedFacts;
  readonly clock: () => Date;
  /** Months whose minutes are incomplete because files were lost (`lacksMinutes`). */
  readonly stores: { monthsWithoutMinutes(): ReadonlySet<string> };
}

interface Parts extends Omit<Dependencies, 'facts'> {
  readonly questions: Questions;
  readonly atOnce: Coalescing<DataReply>;
}

export function createAnswers({ facts, ...others }: Dependencies): Answers {
  const parts = { ...others, questions: createQuestions(facts), atOnce: createCoalescing<DataReply>() };
  return {
    detail: (source, scope, query, signal) => {
      const { dateGroupings, order, limit, ...shared } = query;
      return answer(parts, { source, scope, query: shared, signal }, (now) => ({
        ...shared,
        trend: query.trendComparison,
        now,
        futureDays: sources[source].futureDays,
        grouping: groupingOf(sources[source], dateGroupings),
        descending: order === '-recordDate',
        limit,
      }));
    },
    total: (source, scope, { dateGroupings, ...query }, signal) =>
      answer(parts, { source, scope, query, signal }, (now) => ({
        ...query,
        trend: query.trendComparison,
        now,
        futureDays: sources[source].futureDays,
        buckets: dateGroupings === undefined ? undefined : groupingOf(sources[source], dateGroupings),
      })),
    load: () => parts.questions.load(),
  };
}

interface AskedQuestion extends DataQuestion {
  /** The buckets whose average, lowest or highest a total may show. */
  readonly buckets?: GroupingStep | undefined;
}

interface Call {
  readonly source: SourceName;
  readonly scope: Scope;
  readonly query: TotalQuery;
  readonly signal: AbortSignal | undefined;
}

async function answer(parts: Parts, call: Call, questionAt: (now: number) => AskedQuestion): Promise<DataReply> {
  const now = parts.clock().getTime() / 1000;
  const question = refusingPeriods(() => {
    const asked = questionAt(now);
    if (asked.trend !== undefined && asked.previousPeriod)
      throw new InvalidPeriod('trendComparison', 'Choose either a previous period or a trend.');
    checkPeriod(asked);
    return asked;
  });
  const key = currentPayer()?.key ?? call.scope.orgId;
  const { version } = await parts.directory.estate(call.scope.orgId);
  return parts.atOnce.run(
    sameFor(call, question, version),
    (signal) => parts.questions.answer(key, () => answerNow(parts, { ...call, signal, key, question }), signal),
    call.signal,
  );
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

async function answerNow(parts: Parts, { key, source, scope, query, question, signal }: Asked): Promise<DataReply> {
  const metrics = permitted(metricsNamed(source, query.metrics), scope, query);
  const estate = await parts.directory.estate(scope.orgId);
  const { label, ignored = [] }: Source = sources[source];
  const ignoresHours = query.excludeClosedHours === 'true' && ignored.includes('excludeClosedHours');
  const calendars = query.excludeClosedHours === 'true' && !ignoresHours ? calendarsOf(estate) : undefined;
  const asked = {
    ...question,
    weekStart: estate.weekStart,
    calendarOf: calendars && (({ locationId }: Member) => calendars(locationId)),
  };
  const heads = chosen(entitiesOf(estate, scope, selection(query)), query);
  const fold = question.grouping?.fold;
  const isFolded = !question.grouping || fold !== undefined;
  const inBuckets = isFolded ? metrics.filter(isOverBuckets) : [];
  const inRows = metrics.filter((metric) => !inBuckets.includes(metric));

  const entitiesFor = (wanted: readonly Reading[]): AskedEntity[] =>
    heads.map((head) => ({
      ...head,
      readings: wanted.map((reading) => seriesFor(estate, scope, { source, query, reading }, head.entityId)),
    }));
  const readings = readingsOf(metrics);
  const entities = entitiesFor(readings);
  const [plan, bucketPlan] = refusingPeriods(() => {
    const rows = fold ? planFolded(asked, entities, readings, fold) : planRows(asked, entities, readings);
    return [
      { ...rows, readings, metrics: inRows },
      inBuckets.length === 0 ? undefined : planBuckets(asked, heads, inBuckets, entitiesFor),
    ];
  });

  const fresh = freshFrom(question.now);
  const plans = [plan, ...(bucketPlan ? [bucketPlan] : [])];
  // Reads marks before facts: a day that is marked after this read still had complete quarters when it began.
  const marks = readsOnlyMinutes(question)
    ? []
    : soundMarks(await marksFor(parts.registry, scope, plans, fresh), parts, fresh);
  const windows = plans.flatMap(({ current, earlier }) => [current, ...earlier]);
  const facts = {
    org: estate.factOrg,
    freshFrom: fresh,
    marks,
    moneyUnit: 10 ** -decimalPlaces(estate.currency),
    heldBy: (series: number) => spaceBehind(estate, series),
    curves: await curvesFor(parts.registry, {
      scope,
      estate,
      heads,
      readings,
      from: Math.min(...windows.map((window) => window.from)),
      to: Math.max(...windows.map((window) => window.to)),
      now: question.now,
    }),
  };
  const ask = parts.questions.asking(key, signal);
  const look = async (window: Window, planned: PlannedRows): Promise<Columns> => {
    const filled = fill(window, planned.readings, facts, ask);
    const frame = window.frame();
    return shape(frame, await filled, planned.metrics);
  };
  const lookAll = (planned: PlannedRows) =>
    Promise.all([planned.current, ...planned.earlier].map((window) => look(window, planned)));
  const [rows, buckets] = await refusingFacts(Promise.all([lookAll(plan), bucketPlan && lookAll(bucketPlan)]));
  const [results, ...earlier] = rows.map((shown, at): Columns => {
    const of = buckets?.[at];
    const into = { heads: plan.entities, rows: shown, grouping: question.grouping };
    const own = of && overBuckets(of, heads, inBuckets, into);
    return own ? { ...shown, figures: inOrder(metrics, { ...shown.figures, ...own }) } : shown;
  });
  return {
    entities: plan.entities,
    byDay: question.grouping?.grouping !== 'minute' && question.grouping?.grouping !== 'hour',
    results: results!,
    previousResults: question.previousPeriod && earlier[0],
    ...(question.trend !== undefined && {
      trendResults: earlier.map((window, at) => ({ label: trendLabel(at + 1), results: window })),
    }),
    corrections: correctionsWithin(estate, entities, plan.current),
    messages: [
      ...(plan.leftOut > 0 ? [`The query hit the limit of ${maximumRows} rows; ${plan.leftOut} were left out.`] : []),
      ...(ignoresHours ? [`${label} covers whole days: closed hours are not excluded.`] : []),
    ],
  };
}

/** A plan with what is asked in its windows. */
interface PlannedRows extends Pick<Plan, 'current' | 'earlier'> {
  readonly readings: readonly Reading[];
  readonly metrics: readonly AskedMetric[];
}

/** A row for each bucket, without a limit; newest first, so that it ends now in the previous period too. */
function planBuckets(
  question: AskedQuestion,
  [first]: readonly EntityHead[],
  metrics: readonly AskedMetric[],
  entitiesFor: (readings: readonly Reading[]) => readonly AskedEntity[],
): PlannedRows {
  const { grouping, buckets = bucketsOfTotal(daysOf(question, first?.timezone ?? 'UTC')) } = question;
  const { fold: _, ...step } = grouping ?? buckets;
  const readings = readingsOf(metrics);
  const everything = { ...question, grouping: step, descending: true, limit: Number.POSITIVE_INFINITY };
  return { ...planRows(everything, entitiesFor(readings), readings), readings, metrics };
}

/** The series of an entity for a reading. */
function seriesFor(
  estate: Estate,
  scope: Scope,
  { source, query, reading }: { source: SourceName; query: TotalQuery; reading: Reading },
  entityId: string,
): readonly Member[] {
  const { measure, owner, kind } = reading;
  const { entityType, countFilter, countApplication = sources[source].countApplication } = query;
  const choice = { entityType, measure, owner, countFilter, countApplication };
  if (kind === 'forecast') return forecastMembers(estate, scope, choice, entityId);
  const members = membersOf(estate, scope, choice, entityId);
  return kind === 'level' || kind === 'wait' ? inUnits(estate, members, owner) : members;
}

function spaceBehind({ series, spaces }: Estate, seriesId: number) {
  const owner = series.get(seriesId);
  return owner?.owner === 'space' ? spaces.get(owner.spaceId) : undefined;
}

/** Levels of spaces are kept in ten-thousandths of a person. */
const spaceWeight = 0.0001;

/** A level is that of its zone or space, whatever series hold it. */
function inUnits(estate: Estate, members: readonly Member[], kept: Reading['owner']): Member[] {
  const units = new Map<string, number>();
  return members.map((member) => {
    const series = estate.series.get(member.series);
    const owner = series?.owner === 'zone' ? series.zoneId : series?.owner === 'space' ? series.spaceId : '';
    const unit = units.get(owner) ?? units.size;
    units.set(owner, unit);
    return { ...member, unit, ...(kept === 'space' && { wIn: spaceWeight }) };
  });
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

function inOrder(metrics: readonly AskedMetric[], figures: Columns['figures']): Columns['figures'] {
  return Object.fromEntries(metrics.map(({ column }) => [column, figures[column]!]));
}

function selection({ entityType, entityIds }: TotalQuery) {
  return { entityType, entityIds: entityIds?.length ? entityIds : undefined };
}

/** In the requested order; all of them by name. */
function chosen(entities: readonly EntityHead[], { entityIds }: TotalQuery): readonly EntityHead[] {
  if (entityIds?.length) return entities;
  return entities.toSorted((a, b) => a.name.localeCompare(b.name, 'en') || (a.entityId < b.entityId ? -1 : 1));
}

/** Buckets shorter than a quarter split quarters on every day: all days are read from minutes, marked or not. */
function readsOnlyMinutes({ grouping }: DataQuestion): boolean {
  return grouping?.grouping === 'minute' && grouping.step < 15;
}

async function marksFor(
  registry: Registry,
  scope: Scope,
  plans: readonly Pick<Plan, 'current' | 'earlier'>[],
  fresh: number,
): Promise<SeriesDay[]> {
  const slices = plans
    .flatMap(({ current, earlier }) => [current, ...earlier].flatMap((window) => window.slices))
    .flat();
  const from = Math.min(...slices.map(({ edges }) => edges[0]!));
  const to = Math.min(Math.max(...slices.map(({ edges }) => edges.at(-1)!)), fresh);
  if (!(from < to)) return [];
  const series = new Set(slices.flatMap(({ members }) => members.map((member) => member.series)));
  return registry.tenant(scope, (tx) => marksOf(tx, [...series], from, to));
}

/**
 * Where minutes were lost, quarters computed before are more complete: a late record must not cause such a day to be
 * read from the remains. The last days have no quarters yet.
 */
function soundMarks(marks: SeriesDay[], { stores }: Parts, fresh: number): SeriesDay[] {
  const lost = stores.monthsWithoutMinutes();
  if (lost.size === 0) return marks;
  return marks.filter(({ day }) => day >= fresh - 2 * 86_400 || !lacksMinutes(lost, day));
}

function refusingPeriods<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InvalidPeriod)) throw error;
    throw new Refusal('invalid', error.message, { details: [{ path: error.field, message: error.message }] });
  }
}

async function refusingFacts<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof FactsError)) throw error;
    const refusal = new Refusal('unavailable', error.message);
    refusal.cause = error;
    throw refusal;
  }
}
