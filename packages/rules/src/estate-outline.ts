/** What decides figures besides readings, as plain values that can be stored and compared. */
export interface EstateOutline {
  /** Of this form, and whatever every figure depends on. */
  readonly all: string;
  /** How rows name a subject, and its time zone. */
  readonly heads: Readonly<Record<string, string>>;
  /** By name, the subjects whose figures an item may change. */
  readonly groups: Readonly<Record<string, readonly string[]>>;
  readonly items: Readonly<Record<string, OutlinedItem>>;
  /** Opening hours by location. */
  readonly hours: Readonly<Record<string, string>>;
}

/** A series, the corrections of a zone, or the zones and limits of a space. */
export interface OutlinedItem {
  readonly group: string;
  readonly stretches: readonly OutlinedStretch[];
}

/** Epoch seconds, `[from, to)`. Stretches of an item may overlap. */
export type OutlinedStretch = readonly [from: number, to: number, meaning: string];

export interface SubjectChange {
  readonly subject: string;
  readonly from: number;
  readonly to: number;
}

/** Every figure of the organization. */
export const everySubject = 'everything';
export const hoursSubject = (locationId: string) => `hours:${locationId}`;
/** Later than any reading; JSON has no infinity. */
export const endOfTime = 253_402_214_400;

/** Where figures may differ between two states of an estate: for each subject, from the first difference to the last. */
export function changedSubjects(before: EstateOutline, after: EstateOutline): SubjectChange[] {
  if (before.all !== after.all) return [{ subject: everySubject, ...always }];
  const changes = new Map<string, { from: number; to: number }>();
  const note = (subject: string, from: number, to: number) => {
    const known = changes.get(subject);
    changes.set(subject, { from: Math.min(from, known?.from ?? from), to: Math.max(to, known?.to ?? to) });
  };
  for (const subject of differing(before.heads, after.heads)) note(subject, always.from, always.to);
  for (const locationId of differing(before.hours, after.hours)) note(hoursSubject(locationId), always.from, always.to);
  for (const name of namesOf(before.items, after.items)) {
    const [old, fresh] = [before.items[name], after.items[name]];
    const changed = changedStretch(old?.stretches ?? [], fresh?.stretches ?? []);
    if (!changed) continue;
    const subjects = [...((old && before.groups[old.group]) ?? []), ...((fresh && after.groups[fresh.group]) ?? [])];
    for (const subject of subjects) note(subject, changed.from, changed.to);
  }
  return [...changes].map(([subject, range]) => ({ subject, ...range }));
}

const always = { from: 0, to: endOfTime };

/** From the first instant at which other stretches count to the last. */
export function changedStretch(
  before: readonly OutlinedStretch[],
  after: readonly OutlinedStretch[],
): { readonly from: number; readonly to: number } | undefined {
  if (JSON.stringify(before) === JSON.stringify(after)) return undefined;
  const edges = [...new Set([...before, ...after].flatMap(([from, to]) => [from, to]))].toSorted((a, b) => a - b);
  let changed: { from: number; to: number } | undefined;
  for (const [at, from] of edges.slice(0, -1).entries()) {
    if (countingAt(before, from) === countingAt(after, from)) continue;
    changed = { from: changed?.from ?? from, to: edges[at + 1]! };
  }
  return changed;
}

function countingAt(stretches: readonly OutlinedStretch[], at: number): string {
  const counting = stretches.filter(([from, to]) => from <= at && at < to).map(([, , meaning]) => meaning);
  return counting.toSorted().join('\n');
}

type Texts = Readonly<Record<string, string>>;

function differing(before: Texts, after: Texts): string[] {
  return namesOf(before, after).filter((name) => before[name] !== after[name]);
}

function namesOf(before: object, after: object): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])];
}
