import { InvalidPeriod } from '@atrium/calendar/invalid-period';
import { maximumRows } from '@atrium/contract/product';
import { FactsError } from '@atrium/facts/errors';
import type { Facts } from '@atrium/facts/facts-interface';
import type { SeriesDay } from '@atrium/facts/question';
import { type Metric, metricsOf } from '@atrium/metrics/catalog';
import { type EntityType, groupingOf, type SourceName, sources } from '@atrium/metrics/sources';
import { lacksMinutes } from '@atrium/rules/store-match';
import { freshFrom } from '../ingestion/horizon.ts';
import { currentPayer } from '../payer.ts';
import { Refusal } from '../refusal.ts';
import type { Directory } from '../registry/directory/directory.ts';
import { type Entity, type Member, plainTraffic, resolve, type Selection } from '../registry/directory/resolve.ts';
import type { Registry } from '../registry/registry.ts';
import type { Scope } from '../scope.ts';
import { checkPeriod } from './axes.ts';
import { calendarsOf } from './calendars.ts';
import { type FoldedPlan, planFolded } from './fold.ts';
import { type DataQuestion, type Plan, planRows } from './plan.ts';
import { createQuestions, type Questions } from './questions.ts';
import type { DataReply } from './serialize.ts';
import { type Columns, emptyCells, shape } from './shape.ts';
import { correctionsWithin } from './correction-notes.ts';
import { marksOf } from './store.ts';
import type { Window } from './window.ts';

/** The parameters of the data calls of any source. */
interface TotalQuery extends Pick<DataQuestion, 'relativeDate' | 'startDate' | 'endDate' | 'previousPeriod'> {
  readonly entityType: EntityType;
  readonly entityIds?: readonly string[] | undefined;
  readonly metrics?: readonly string[] | undefined;
  readonly excludeClosedHours?: 'true' | 'false' | undefined;
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

/** The series that a source adds up. */
const seriesOf: Record<SourceName, Omit<Selection, 'entityType' | 'entityIds'>> = { traffic: plainTraffic };

interface Dependencies {
  readonly registry: Registry;
  readonly directory: Directory;
  readonly facts: Pick<Facts, 'tally'>;
  readonly clock: () => Date;
  /** Months whose minutes are incomplete because files were lost (`lacksMinutes`). */
  readonly stores: { monthsWithoutMinutes(): ReadonlySet<string> };
}

interface Parts extends Omit<Dependencies, 'facts'> {
  readonly questions: Questions;
}

export function createAnswers({ facts, ...others }: Dependencies): Answers {
  const parts = { ...others, questions: createQuestions(facts) };
  return {
    detail: (source, scope, query, signal) => {
      const { dateGroupings, order, limit, ...shared } = query;
      return answer(parts, { source, scope, query: shared, signal }, (now) => ({
        ...shared,
        now,
        grouping: groupingOf(sources[source], dateGroupings),
        descending: order === '-recordDate',
        limit,
      }));
    },
    total: (source, scope, query, signal) =>
      answer(parts, { source, scope, query, signal }, (now) => ({ ...query, now })),
    load: () => parts.questions.load(),
  };
}

interface Call {
  readonly source: SourceName;
  readonly scope: Scope;
  readonly query: TotalQuery;
  readonly signal: AbortSignal | undefined;
}

async function answer(parts: Parts, call: Call, questionAt: (now: number) => DataQuestion): Promise<DataReply> {
  const now = parts.clock().getTime() / 1000;
  const question = refusingPeriods(() => {
    const asked = questionAt(now);
    checkPeriod(asked);
    return asked;
  });
  const key = currentPayer()?.key ?? call.scope.orgId;
  return parts.questions.answer(key, () => answerNow(parts, { ...call, key, question }), call.signal);
}

interface Asked extends Call {
  /** The tenant whose share it uses. */
  readonly key: string;
  readonly question: DataQuestion;
}

async function answerNow(parts: Parts, { key, source, scope, query, question, signal }: Asked): Promise<DataReply> {
  const estate = await parts.directory.estate(scope.orgId);
  const calendars = query.excludeClosedHours === 'true' ? calendarsOf(estate) : undefined;
  const calendarOf = calendars && (({ locationId }: Member) => calendars(locationId));
  const entities = chosen(resolve(estate, scope, { ...seriesOf[source], ...selection(query) }), query);
  const fold = question.grouping?.fold;
  const asked = { ...question, calendarOf };
  const plan = refusingPeriods(() => (fold ? planFolded(asked, entities, fold) : planRows(asked, entities)));
  const metrics = metricsNamed(source, query);

  const fresh = freshFrom(question.now);
  // Reads marks before facts: a day that is marked after this read still had complete quarters when it began.
  const marks = readsOnlyMinutes(question)
    ? []
    : soundMarks(await marksFor(parts.registry, scope, plan, fresh), parts, fresh);
  const ask = async (window: Window): Promise<Columns> => {
    const { cells, into } = emptyCells(window, sources[source].facts);
    const { slices } = window;
    const facts = { org: estate.factOrg, slices, freshFrom: fresh, marks };
    const counted = slices.length > 0 ? parts.questions.ask(key, facts, into, { signal }) : undefined;
    const frame = window.frame();
    await counted;
    return shape(frame, cells, metrics);
  };
  const [results, previousResults] = await refusingFacts(
    Promise.all([ask(plan.current), plan.previous && ask(plan.previous)]),
  );
  return {
    entities: plan.entities,
    byDay: question.grouping?.grouping !== 'minute' && question.grouping?.grouping !== 'hour',
    results,
    previousResults,
    corrections: correctionsWithin(estate, entities, plan.current),
    messages:
      plan.leftOut > 0 ? [`The query hit the limit of ${maximumRows} rows; ${plan.leftOut} were left out.`] : [],
  };
}

function selection({ entityType, entityIds }: TotalQuery) {
  return { entityType, entityIds: entityIds?.length ? entityIds : undefined };
}

/** In catalog order; all of them when none is named. */
function metricsNamed(source: SourceName, { metrics: names }: TotalQuery): readonly Metric[] {
  return metricsOf(source).filter(({ name }) => !names?.length || names.includes(name));
}

/** In the requested order; all of them by name. */
function chosen(entities: readonly Entity[], { entityIds }: TotalQuery): readonly Entity[] {
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
  plan: Plan | FoldedPlan,
  fresh: number,
): Promise<SeriesDay[]> {
  const slices = [...plan.current.slices, ...(plan.previous?.slices ?? [])];
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
