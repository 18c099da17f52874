import { aggregateStatement } from './aggregate-sql.ts';
import { addParts, answerFrom, type ClassSums } from './answers.ts';
import { checkQuestion, checkSums } from './checks.ts';
import { askByShape, type Shaped } from './ask-by-shape.ts';
import { withoutHours } from './hours-made.ts';
import type { Answer, QueryOptions, Member, Question, SeriesSums, Slice, SumsQuestion, Tally } from './question.ts';
import { hullOf, planReading, type ReadingPlan, type Scan } from './reading-plan.ts';
import { MINUTE } from './rows.ts';
import type { Shapes } from './shapes.ts';
import type { Store } from './store.ts';

export async function aggregate(store: Store, question: Question, asking: QueryOptions = {}): Promise<Answer> {
  return answerFrom(await partsOf(store, question, asking));
}

export async function tally(store: Store, question: Question, into: Tally, asking: QueryOptions = {}): Promise<void> {
  addParts(await partsOf(store, question, asking), into);
}

async function partsOf(store: Store, question: Question, asking: QueryOptions): Promise<ClassSums[]> {
  checkQuestion(question);
  const parts = [];
  for (const portion of portionsOf(question)) {
    const plan = await planOf(store, portion);
    if (plan.scans.length === 0) continue;
    const statement = (shapes: Shapes) => aggregateStatement(store.tables, plan, shapes);
    const [of, buckets, ins, outs, got] = await askByShape(
      store,
      countShapes(store),
      plan,
      statement,
      asking,
      question.limits,
    );
    parts.push({ classes: plan.classes, of, buckets, ins, outs, got });
  }
  return parts;
}

/** Hours are read where they are made, which is asked only where they would be read. */
async function planOf({ hours }: Store, question: Question): Promise<ReadingPlan> {
  const plan = planReading(question, { hours: true });
  if (!plan.scans.some(({ source }) => source === 'hour')) return plan;
  const without = withoutHours(await hours.made());
  return without.length === 0 ? plan : planReading(question, { hours: true, without });
}

/** Minutes of one range for each series: the query behind a day's running totals, always from minutes. */
export async function sums(store: Store, question: SumsQuestion, asking: QueryOptions = {}): Promise<SeriesSums[]> {
  checkSums(question);
  const { org, from, to, limits } = question;
  const found: SeriesSums[] = [];
  if (from === to) return found;
  const series = [...new Set(question.series)].toSorted((a, b) => a - b);
  for (let start = 0; start < series.length; start += MAX_MEMBERS) {
    const portion = series.slice(start, start + MAX_MEMBERS);
    const scan: Scan = {
      source: 'minute',
      edges: [from, to],
      open: undefined,
      members: portion.map((each, index) => ({ series: each, from, to, class: index })),
      region: { ranges: [{ from, to }], except: [], also: [] },
    };
    const plan = { org, classes: [], scans: [scan] };
    const statement = (shapes: Shapes) => aggregateStatement(store.tables, plan, shapes, { last: true });
    const [of, buckets, ins, outs, got, last] = await askByShape(
      store,
      countShapes(store),
      plan,
      statement,
      asking,
      limits,
    );
    of.forEach((index, row) => {
      if (buckets[row] !== 0) return;
      const lastMinute = last![row]! - (last![row]! % MINUTE);
      found.push({ series: portion[index]!, ins: ins[row]!, outs: outs[row]!, got: got[row]!, lastMinute });
    });
  }
  return found;
}

/** Keeps a statement well below the engine's default length limit, and the number of its classes below 16 bits. */
const MAX_MEMBERS = 4000;

/** The same for opening hours; a location may have thousands of them. */
const MAX_OPEN = 8000;

function portionsOf(question: Question): Question[] {
  const total = (size: (slice: Slice) => number) => question.slices.reduce((sum, slice) => sum + size(slice), 0);
  if (total(({ members }) => members.length) <= MAX_MEMBERS && total(({ open }) => open?.length ?? 0) <= MAX_OPEN) {
    return [question];
  }
  return question.slices
    .flatMap((slice) => hoursApart(slice))
    .flatMap((slice) =>
      Array.from({ length: Math.ceil(slice.members.length / MAX_MEMBERS) }, (_, at) => ({
        ...question,
        slices: [{ ...slice, members: slice.members.slice(at * MAX_MEMBERS, (at + 1) * MAX_MEMBERS) }],
      })),
    );
}

/** Splits a slice so that each part covers some of the opening hours and nothing beyond them. */
function hoursApart({ open, ...slice }: Slice): Slice[] {
  if (!open || open.length <= MAX_OPEN) return [{ ...slice, open }];
  return Array.from({ length: Math.ceil(open.length / MAX_OPEN) }, (_, at) => {
    const some = open.slice(at * MAX_OPEN, (at + 1) * MAX_OPEN);
    const { from, to } = hullOf(some);
    const within = (member: Member) => ({
      ...member,
      from: Math.max(member.from, from),
      to: Math.min(member.to, to),
    });
    return { ...slice, open: some, members: slice.members.map(within) };
  });
}

function countShapes({ tables, shapes }: Store): Shaped {
  return { table: tables.minute, shapes };
}
