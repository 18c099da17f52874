import type { GroupingStep } from '@atrium/calendar/groupings';
import { InvalidPeriod } from '@atrium/calendar/invalid-period';
import { FactsError } from '@atrium/facts/errors';
import type { SeriesDay } from '@atrium/facts/question';
import type { AskedMetric } from '@atrium/metrics/catalog';
import { type EntityType, type SourceName, sources } from '@atrium/metrics/sources';
import { decimalPlaces } from '@atrium/rules/currencies';
import { lacksMinutes } from '@atrium/rules/store-match';
import { freshFrom } from '../ingestion/horizon.ts';
import { invalidField, Refusal } from '../refusal.ts';
import type { Directory } from '../registry/directory/directory.ts';
import type { WorkAccounts } from '../fair-shares.ts';
import type { Estate } from '../registry/directory/estate.ts';
import { type EntityHead, type Member, membersOf } from '../registry/directory/resolve.ts';
import type { Registry } from '../registry/registry.ts';
import type { Scope } from '../scope.ts';
import { type AskedEntity, daysOf } from './axes.ts';
import { calendarsOf, holidaysOf } from './calendars.ts';
import type { Coalescing } from './coalesce.ts';
import { correctedRows } from './corrected-rows.ts';
import { curvesFor } from './curves.ts';
import type { TotalQuery } from './data-query.ts';
import { fill } from './fill.ts';
import type { Ask, AskedFacts, FactsQuestion } from './filling.ts';
import { planFolded } from './fold.ts';
import { forecastMembers } from './forecast-members.ts';
import { ignores } from './ignored-parameters.ts';
import { bucketsOfTotal, isOverBuckets, overBuckets } from './over-buckets.ts';
import { type PartChoice, presentIn, seriesByPart, wholeOf } from './parts.ts';
import { type DataQuestion, type Plan, planRows } from './plan.ts';
import type { Questions } from './questions.ts';
import { type Reading, readingsOf } from './readings.ts';
import type { DataReply } from './serialize.ts';
import { type Columns, type RowHead, shape } from './shape.ts';
import type { SortKey } from './sort-rows.ts';
import { marksOf } from './store.ts';
import type { Subject } from './subjects.ts';
import type { Window } from './window.ts';

export interface Dependencies {
  readonly registry: Registry;
  readonly directory: Directory;
  readonly facts: AskedFacts;
  readonly clock: () => Date;
  /** Months whose minutes are incomplete because files were lost (`lacksMinutes`). */
  readonly stores: { monthsWithoutMinutes(): ReadonlySet<string> };
  readonly accounts: WorkAccounts;
}

export interface Parts extends Omit<Dependencies, 'facts' | 'accounts'> {
  readonly questions: Questions;
  readonly atOnce: Coalescing<DataReply>;
}

export interface AskedQuestion extends DataQuestion {
  /** The buckets whose average, lowest or highest a total may show. */
  readonly buckets?: GroupingStep | undefined;
  /** The order of rows, if it is not that of time. */
  readonly order?: readonly SortKey[] | undefined;
}

/** One call, and whom it is answered for. */
export interface Call {
  readonly source: SourceName;
  readonly scope: Scope;
  readonly query: TotalQuery;
  readonly signal: AbortSignal | undefined;
}

/** Everything that the rows of one answer have in common. */
export interface Context extends Call {
  /** The tenant whose share it uses. */
  readonly key: string;
  readonly parts: Parts;
  readonly estate: Estate;
  readonly metrics: readonly AskedMetric[];
  /** Only whether there are values matters, which is no secret of small groups. */
  readonly isAboutPresence?: boolean | undefined;
}

/** Plans the rows of subjects and asks the facts for them: the period, then each earlier window. */
export async function lookUp(
  context: Context,
  subjects: readonly Subject[],
  question: AskedQuestion,
): Promise<LookedUp> {
  const { parts, key, source, scope, query, estate, metrics, signal } = context;
  const calendars =
    query.excludeClosedHours && !ignores(source, 'excludeClosedHours') ? calendarsOf(estate) : undefined;
  const asked = {
    ...question,
    weekStart: estate.weekStart,
    holidays: question.likeForLike ? holidaysOf(estate) : undefined,
    calendarOf: calendars && (({ locationId }: Member) => calendars(locationId)),
  };
  const fold = question.grouping?.fold;
  const isFolded = !question.grouping || fold !== undefined;
  const inBuckets = isFolded ? metrics.filter(isOverBuckets) : [];
  const inRows = metrics.filter((metric) => !inBuckets.includes(metric));

  const entitiesFor = (wanted: readonly Reading[]) => askedEntities(context, subjects, wanted);
  const readings = readingsOf(metrics);
  const entities = entitiesFor(readings);
  if (query.partsOf !== undefined) {
    const present = refusingPeriods(() => presentIn(asked, entities));
    if (present.length < entities.length) return lookUp(context, present, question);
  }
  const [plan, bucketPlan] = refusingPeriods(() => {
    const rows = fold ? planFolded(asked, entities, readings, fold) : planRows(asked, entities, readings);
    return [
      { ...rows, readings, metrics: inRows },
      inBuckets.length === 0 ? undefined : planBuckets(asked, subjects, inBuckets, entitiesFor),
    ];
  });

  const fresh = freshFrom(question.now);
  const plans = [plan, ...(bucketPlan ? [bucketPlan] : [])];
  // Reads marks before facts: a day that is marked after this read still had complete quarters when it began.
  const marks = readsOnlyMinutes(question)
    ? []
    : soundMarks(await marksFor(parts.registry, scope, plans, fresh), parts, fresh);
  const windows = plans.flatMap(({ current, earlier }) => [current, ...earlier]);
  const facts = await factsQuestion(context, subjects, {
    readings,
    freshFrom: fresh,
    marks,
    from: Math.min(...windows.map((window) => window.from)),
    to: Math.max(...windows.map((window) => window.to)),
    now: question.now,
  });
  const ask = parts.questions.asking(key, signal);
  let isEstimated = false;
  const look = async (window: Window, planned: PlannedRows): Promise<Columns> => {
    const filled = fill(window, planned.readings, facts, ask);
    const frame = window.frame();
    const corrected = correctedRows(context, window, planned.readings, frame.rows);
    const cells = await filled;
    isEstimated ||= cells.isEstimated;
    const withholdsSmallGroups = estate.withholdsSmallGroups && !context.isAboutPresence;
    return { ...shape(frame, cells, planned.metrics, { withholdsSmallGroups }), corrected };
  };
  const lookAll = (planned: PlannedRows) =>
    Promise.all([planned.current, ...planned.earlier].map((window) => look(window, planned)));
  const [found, buckets] = await refusingFacts(Promise.all([lookAll(plan), bucketPlan && lookAll(bucketPlan)]));
  const rows = found.map((shown, at): Columns => {
    const of = buckets?.[at];
    const into = { heads: plan.entities, rows: shown, grouping: question.grouping };
    const own = of && overBuckets(of, subjects, inBuckets, into);
    return own ? { ...shown, figures: inOrder(metrics, { ...shown.figures, ...own }) } : shown;
  });
  const isWithheld = rows.some((columns) => columns.isWithheld);
  return { plan, entities, rows, facts, ask, isEstimated, isWithheld };
}

interface LookedUp {
  readonly plan: Omit<Plan, 'entities'> & PlannedRows & { readonly entities: readonly RowHead[] };
  readonly entities: readonly AskedSubject[];
  /** Of the period, then of each earlier window. */
  readonly rows: readonly Columns[];
  /** A median or trimmed mean is of values that are averages themselves. */
  readonly isEstimated: boolean;
  /** Values of small groups are missing. */
  readonly isWithheld: boolean;
  readonly facts: FactsQuestion;
  readonly ask: Ask;
}

/** With the series of each reading. */
export type AskedSubject = Subject & AskedEntity;

export function askedEntities(
  { estate, scope, source, query }: Context,
  subjects: readonly Subject[],
  readings: readonly Reading[],
): AskedSubject[] {
  const whole = wholeOf(query);
  const sought = readings.map((reading): Sought => {
    const chosen = choiceOf({ source, query }, reading);
    if (whole) return { reading, seriesOf: seriesByPart({ estate, scope, whole }, chosen) };
    const selection = { ...chosen.choice, entityType: query.entityType };
    const find = chosen.isForecast ? forecastMembers : membersOf;
    return { reading, seriesOf: (entityId) => find(estate, scope, selection, entityId) };
  });
  return subjects.map((subject) => ({
    ...subject,
    readings: sought.map((each) => seriesFor(estate, query.entityType, each, subject)),
  }));
}

interface Sought {
  readonly reading: Reading;
  /** Of an entity. */
  readonly seriesOf: (entityId: string) => readonly Member[];
}

/** What the facts must know besides windows, which are between `from` and `to`. */
export async function factsQuestion(
  { parts, scope, estate }: Context,
  subjects: readonly Subject[],
  asked: Pick<FactsQuestion, 'freshFrom' | 'marks'> & {
    readonly readings: readonly Reading[];
    readonly from: number;
    readonly to: number;
    readonly now: number;
  },
): Promise<FactsQuestion> {
  const { freshFrom: fresh, marks, ...curves } = asked;
  return {
    org: estate.factOrg,
    freshFrom: fresh,
    marks,
    moneyUnit: 10 ** -decimalPlaces(estate.currency),
    heldBy: (series: number) => spaceBehind(estate, series),
    // What is computed minute by minute is not combined: a row is about one entity.
    curves: await curvesFor(parts.registry, {
      ...curves,
      scope,
      estate,
      heads: subjects.map((subject) => subject.parts[0]!),
    }),
  };
}

/** More cells than these are not kept for one answer. */
const maxCells = 2_000_000;

/** Refuses what would have to keep too many cells, before any is made. */
export function refuseTooMany(path: string, entities: number, question: DataQuestion, timezone: string): void {
  const { grouping } = question;
  const perDay = grouping && !grouping.fold ? bucketsPerDay[grouping.grouping] / grouping.step : 1;
  if (entities * Math.ceil(daysOf(question, timezone) * perDay) <= maxCells) return;
  throw invalidField(path, 'These are too many values. Choose a shorter period, longer buckets or fewer entities.');
}

const bucketsPerDay: Record<GroupingStep['grouping'], number> = {
  minute: 1440,
  hour: 24,
  day: 1,
  week: 1 / 7,
  isoweek: 1 / 7,
  month: 1 / 28,
  year: 1 / 365,
};

/** A plan with what is asked in its windows. */
interface PlannedRows extends Pick<Plan, 'current' | 'earlier'> {
  readonly readings: readonly Reading[];
  readonly metrics: readonly AskedMetric[];
}

/** A row for each bucket, without a limit. */
function planBuckets(
  question: AskedQuestion,
  [first]: readonly EntityHead[],
  metrics: readonly AskedMetric[],
  entitiesFor: (readings: readonly Reading[]) => readonly AskedEntity[],
): PlannedRows {
  const { grouping, buckets = bucketsOfTotal(daysOf(question, first?.timezone ?? 'UTC')) } = question;
  const { fold: _, ...step } = grouping ?? buckets;
  const readings = readingsOf(metrics);
  const everything = { ...question, grouping: step, combinesBuckets: true, limit: Number.POSITIVE_INFINITY };
  return { ...planRows(everything, entitiesFor(readings), readings), readings, metrics };
}

/** The series of an entity, or of several together, for a reading. */
function seriesFor(
  estate: Estate,
  entityType: EntityType,
  { reading: { owner, kind }, seriesOf }: Sought,
  { parts, isJoined }: Subject,
): readonly Member[] {
  const members = parts.flatMap(({ entityId, timezone }) => {
    const own = seriesOf(entityId);
    // Each in the time zone that its entity has in a row of its own.
    return isJoined && entityType !== 'organization' ? own.map((member) => ({ ...member, timezone })) : own;
  });
  if (kind === 'forecast' && isJoined) return members.filter(({ gives }) => gives !== 'bands').map(givingValues);
  return kind === 'level' || kind === 'wait' ? inUnits(estate, members, owner) : members;
}

export function choiceOf({ source, query }: Pick<Call, 'source' | 'query'>, reading: Reading): PartChoice {
  const { measure, owner, kind } = reading;
  const countFilter = ignores(source, 'countFilter') ? undefined : query.countFilter;
  const asked = ignores(source, 'countApplication') ? undefined : query.countApplication;
  const countApplication = asked ?? sources[source].countApplication;
  return { choice: { measure, owner, countFilter, countApplication }, isForecast: kind === 'forecast' };
}

/** The band of one says nothing about several. */
function givingValues(member: Member): Member {
  return { ...member, gives: 'values' };
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

function inOrder(metrics: readonly AskedMetric[], figures: Columns['figures']): Columns['figures'] {
  return Object.fromEntries(metrics.map(({ column }) => [column, figures[column]!]));
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

/** As a refusal of the parameter. */
export function refusingPeriods<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InvalidPeriod)) throw error;
    throw new Refusal('invalid', error.message, { details: [{ path: error.field, message: error.message }] });
  }
}

export async function refusingFacts<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof FactsError)) throw error;
    const refusal = new Refusal('unavailable', error.message);
    refusal.cause = error;
    throw refusal;
  }
}
