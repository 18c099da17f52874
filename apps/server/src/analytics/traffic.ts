import { parseGrouping } from '@atrium/calendar/groupings';
import { InvalidPeriod } from '@atrium/calendar/invalid-period';
import type { getTraffic, getTrafficTotal } from '@atrium/contract/data';
import { trafficMetrics } from '@atrium/contract/data';
import type { QueryOf } from '@atrium/contract/endpoint';
import { maximumRows } from '@atrium/contract/product';
import { FactsError } from '@atrium/facts/errors';
import type { Facts } from '@atrium/facts/facts-interface';
import type { SeriesDay } from '@atrium/facts/question';
import { lacksMinutes } from '@atrium/rules/store-match';
import { freshFrom } from '../ingestion/horizon.ts';
import { currentPayer } from '../payer.ts';
import { Refusal } from '../refusal.ts';
import type { Directory } from '../registry/directory/directory.ts';
import { type Entity, type Member, plainTraffic, resolve } from '../registry/directory/resolve.ts';
import type { Registry } from '../registry/registry.ts';
import type { Scope } from '../scope.ts';
import { checkPeriod } from './axes.ts';
import { calendarsOf } from './calendars.ts';
import { type FoldedPlan, planFolded } from './fold.ts';
import { type Plan, planTraffic, type TrafficQuestion } from './plan.ts';
import { createQuestions, type Questions } from './questions.ts';
import type { TrafficReply } from './serialize.ts';
import { type Columns, shape, sumsOf } from './shape.ts';
import { marksOf } from './store.ts';
import type { Window } from './window.ts';

export interface Traffic {
  /** Ins and outs of entities, bucket by bucket. */
  detail(scope: Scope, query: QueryOf<typeof getTraffic>, signal?: AbortSignal): Promise<TrafficReply>;
  /** One figure per entity for the whole period. */
  total(scope: Scope, query: QueryOf<typeof getTrafficTotal>, signal?: AbortSignal): Promise<TrafficReply>;
  load: Questions['load'];
}

interface Dependencies {
  readonly registry: Registry;
  readonly directory: Directory;
  readonly facts: Pick<Facts, 'tally'>;
  readonly clock: () => Date;
  /** Months whose minutes are incomplete because files were lost (`lacksMinutes`). */
  readonly stores: { monthsWithoutMinutes(): ReadonlySet<string> };
}

interface Sources extends Omit<Dependencies, 'facts'> {
  readonly questions: Questions;
}

export function createTraffic({ facts, ...others }: Dependencies): Traffic {
  const sources = { ...others, questions: createQuestions(facts) };
  return {
    detail: (scope, query, signal) => {
      const { dateGroupings, order, limit, ...shared } = query;
      return answer(sources, scope, shared, signal, (now) => ({
        ...shared,
        now,
        grouping: parseGrouping(dateGroupings),
        descending: order === '-recordDate',
        limit,
      }));
    },
    total: (scope, query, signal) => answer(sources, scope, query, signal, (now) => ({ ...query, now })),
    load: () => sources.questions.load(),
  };
}

async function answer(
  sources: Sources,
  scope: Scope,
  query: QueryOf<typeof getTrafficTotal>,
  signal: AbortSignal | undefined,
  questionAt: (now: number) => TrafficQuestion,
): Promise<TrafficReply> {
  const now = sources.clock().getTime() / 1000;
  const question = refusingPeriods(() => {
    const asked = questionAt(now);
    checkPeriod(asked);
    return asked;
  });
  const key = currentPayer()?.key ?? scope.orgId;
  return sources.questions.answer(key, () => answerNow(sources, { key, scope, query, question, signal }), signal);
}

interface Asked {
  /** Whose share it takes. */
  readonly key: string;
  readonly scope: Scope;
  readonly query: QueryOf<typeof getTrafficTotal>;
  readonly question: TrafficQuestion;
  readonly signal: AbortSignal | undefined;
}

async function answerNow(sources: Sources, { key, scope, query, question, signal }: Asked): Promise<TrafficReply> {
  const estate = await sources.directory.estate(scope.orgId);
  const calendars = query.excludeClosedHours === 'true' ? calendarsOf(estate) : undefined;
  const calendarOf = calendars && (({ series }: Member) => calendars(estate.series.get(series)?.locationId ?? ''));
  const entities = chosen(resolve(estate, scope, selection(query)), query);
  const fold = question.grouping?.fold;
  const asked = { ...question, calendarOf };
  const plan = refusingPeriods(() => (fold ? planFolded(asked, entities, fold) : planTraffic(asked, entities)));

  const fresh = freshFrom(question.now);
  // Marks before facts: a day that is marked after this read still had whole quarters when it began.
  const marks = readsOnlyMinutes(question)
    ? []
    : soundMarks(await marksFor(sources.registry, scope, plan, fresh), sources, fresh);
  const ask = async (window: Window): Promise<Columns> => {
    const { sums, add } = sumsOf(window);
    const { slices } = window;
    const facts = { org: estate.factOrg, slices, freshFrom: fresh, marks };
    const counted = slices.length > 0 ? sources.questions.ask(key, facts, add, { signal }) : undefined;
    const frame = window.frame();
    await counted;
    return shape(frame, sums);
  };
  const [results, previousResults] = await refusingFacts(
    Promise.all([ask(plan.current), plan.previous && ask(plan.previous)]),
  );
  return {
    entities: plan.entities,
    byDay: question.grouping?.grouping !== 'minute' && question.grouping?.grouping !== 'hour',
    metrics: query.metrics?.length ? query.metrics : trafficMetrics,
    results,
    previousResults,
    messages:
      plan.leftOut > 0 ? [`The query hit the limit of ${maximumRows} rows; ${plan.leftOut} were left out.`] : [],
  };
}

function selection({ entityType, entityIds }: QueryOf<typeof getTrafficTotal>) {
  return { ...plainTraffic, entityType, entityIds: entityIds?.length ? entityIds : undefined };
}

/** In the order they were named; all of them by name. */
function chosen(entities: readonly Entity[], { entityIds }: QueryOf<typeof getTrafficTotal>): readonly Entity[] {
  if (entityIds?.length) return entities;
  return entities.toSorted((a, b) => a.name.localeCompare(b.name, 'en') || (a.entityId < b.entityId ? -1 : 1));
}

/** Buckets shorter than a quarter cut quarters on every day: all of them are read from minutes, marked or not. */
function readsOnlyMinutes({ grouping }: TrafficQuestion): boolean {
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
 * Where minutes were lost, quarters that were made before know more: a late record must not have such a day read from
 * what is left. The last days have no quarters yet.
 */
function soundMarks(marks: SeriesDay[], { stores }: Sources, fresh: number): SeriesDay[] {
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
