import {
  type AlarmCause,
  type AlarmEvent,
  type AlarmRule,
  type AlarmStep,
  pastAfterSeconds,
  type Silence,
} from './alarm.ts';

/**
 * The alarm once more, in the most obvious way: it looks at every single minute, remembers only what was seen and what
 * was done, and derives everything from those two journals. The measure for the state machine.
 */
export interface OracleMinute {
  readonly now: number;
  readonly rule: AlarmRule;
  readonly silences: readonly Silence[];
  readonly events: readonly AlarmEvent[];
}

interface Seen {
  readonly event: AlarmEvent;
  readonly rule: AlarmRule;
  /** Whether an alarm was active when it was seen. */
  readonly wasActive: boolean;
  /** How many steps were done before it. */
  readonly before: number;
}

export function alarmByHand(minutes: readonly OracleMinute[]): AlarmStep[] {
  const seen: Seen[] = [];
  const done: AlarmStep[] = [];
  let before = minutes[0]?.rule;
  for (const { now, rule, silences, events } of minutes) {
    // A change of the settings is an event of its own; until then the old ones count.
    for (const event of [{ kind: 'timer', now } as const, ...events]) {
      if (event.kind === 'changed' || event.kind === 'close') before = rule;
      seen.push({ event, rule: before!, wasActive: openEpisode(done) !== undefined, before: done.length });
      look(before!, silences, seen, done);
    }
  }
  return done;
}

function look(rule: AlarmRule, silences: readonly Silence[], seen: readonly Seen[], done: AlarmStep[]): void {
  const { event } = seen.at(-1)!;
  const { now: at } = event;
  const open = openEpisode(done);
  if (open) {
    const { episode } = open;
    if (event.kind === 'acknowledge' && !has(done, 'acknowledged', episode)) {
      done.push({ kind: 'acknowledged', episode, at });
    }
    const reason = whyEnded(rule, open.cause, seen);
    if (reason !== undefined) done.push({ kind: 'resolved', episode, reason, at });
  }
  if (event.kind !== 'close' && !openEpisode(done)) {
    const cause = causeNow(rule, seen, done);
    if (cause !== undefined) {
      const value = cause === 'level' ? valueNow(seen) : null;
      const episode = done.filter(({ kind }) => kind === 'opened').length + 1;
      done.push({ kind: 'opened', episode, cause, value, threshold: rule.threshold, at });
    }
  }
  if (isSilent(seen, silences, at)) return;
  for (const opened of done.filter((step) => step.kind === 'opened')) {
    const notice = noticeDue(rule, opened.episode, done, at);
    if (notice === undefined) continue;
    const { episode, threshold } = opened;
    const number = noticesOf(done, episode).length + 1;
    const value =
      notice === 'alarm' ? opened.value : notice === 'resolved' ? valueAtEnd(seen, done, episode) : valueNow(seen);
    done.push({ kind: 'notice', notice, episode, number, value, threshold, at });
  }
}

function noticeDue(rule: AlarmRule, episode: number, done: readonly AlarmStep[], at: number) {
  const sent = noticesOf(done, episode);
  const end = done.find((step) => step.kind === 'resolved' && step.episode === episode);
  if (end?.kind === 'resolved') {
    const isResolutionSent = sent.some(({ notice }) => notice === 'resolved');
    return sent.length > 0 && !isResolutionSent && [1, 4].includes(end.reason) ? ('resolved' as const) : undefined;
  }
  if (has(done, 'acknowledged', episode)) return undefined;
  const last = sent.at(-1);
  if (!last) return 'alarm' as const;
  return rule.renotifyDelay !== null && at - last.at >= rule.renotifyDelay ? ('still-active' as const) : undefined;
}

function whyEnded(rule: AlarmRule, cause: AlarmCause, seen: readonly Seen[]) {
  const { event } = seen.at(-1)!;
  if (event.kind === 'close') return event.reason;
  if (event.kind === 'resolve') return 4 as const;
  const limit = cause === 'level' ? rule.threshold : rule.noDataAfter;
  if (limit === null) return 2 as const;
  if (!rule.resolve) return undefined;
  const value = valueNow(seen);
  const isOver =
    cause === 'level' ? value !== null && value < limit && value < clearOf(rule) : event.now - heardAt(seen) < limit;
  return isOver ? (1 as const) : undefined;
}

function causeNow(rule: AlarmRule, seen: readonly Seen[], done: readonly AlarmStep[]): AlarmCause | undefined {
  const { now } = seen.at(-1)!.event;
  const start = startOfCrossing(seen);
  if (start !== undefined && now - start >= rule.triggerDelay && !isHandled('level', seen, done)) return 'level';
  const isQuiet = rule.noDataAfter !== null && now - heardAt(seen) >= rule.noDataAfter;
  return isQuiet && !isHandled('no-data', seen, done) ? 'no-data' : undefined;
}

/** The readings that were taken, in their order. */
function takenOf(seen: readonly Seen[]): { index: number; reading: Extract<AlarmEvent, { kind: 'level' }> }[] {
  let newest = 0;
  return seen.flatMap(({ event }, index) => {
    if (event.kind !== 'level' || (event.at < newest && !event.corrected)) return [];
    newest = Math.max(newest, event.at);
    return [{ index, reading: event }];
  });
}

function valueNow(seen: readonly Seen[]): number | null {
  return takenOf(seen).at(-1)?.reading.value ?? null;
}

function valueAtEnd(seen: readonly Seen[], done: readonly AlarmStep[], episode: number): number | null {
  const end = done.findIndex((step) => step.kind === 'resolved' && step.episode === episode);
  return valueNow(seen.filter(({ before }) => before <= end));
}

function startOfCrossing(seen: readonly Seen[]): number | undefined {
  const taken = new Map(takenOf(seen).map(({ index, reading }) => [index, reading]));
  let value: number | null = null;
  let start: number | undefined;
  seen.forEach(({ event, rule, wasActive }, index) => {
    const { now } = event;
    if (!wasActive && start !== undefined && now - (start + rule.triggerDelay) > pastAfterSeconds) start = now;
    const reading = taken.get(index);
    if (event.kind === 'close') start = undefined;
    if (!reading && event.kind !== 'changed') return;
    value = reading ? reading.value : value;
    if (value === null || rule.threshold === null || value < rule.threshold) start = undefined;
    else if (!reading) start ??= now;
    else if (now - reading.at <= pastAfterSeconds) start ??= reading.corrected ? now : Math.min(now, reading.at);
  });
  return start;
}

function heardAt(seen: readonly Seen[]): number {
  const news = new Set(
    takenOf(seen).flatMap(({ index, reading }) => (reading.corrected || reading.value === null ? [] : [index])),
  );
  return seen.reduce((heard, { event, rule, wasActive }, index) => {
    if (news.has(index)) return event.now;
    const isLost = rule.noDataAfter !== null && event.now - (heard + rule.noDataAfter) > pastAfterSeconds;
    return isLost && !wasActive ? event.now : heard;
  }, seen[0]!.event.now);
}

/** A person resolved it, and it was not over since. */
function isHandled(cause: AlarmCause, seen: readonly Seen[], done: readonly AlarmStep[]): boolean {
  const byPerson = done.findLastIndex(
    (step) => step.kind === 'resolved' && step.reason === 4 && causeOf(done, step.episode) === cause,
  );
  if (byPerson < 0) return false;
  const since = seen.findIndex(({ before }) => before > byPerson);
  if (since < 0) return true;
  const wasClosed = seen.slice(since).some(({ event }) => event.kind === 'close');
  const wasOver = takenOf(seen).some(({ index, reading: { value, corrected } }) => {
    if (index < since || value === null) return false;
    const { rule } = seen[index]!;
    return cause === 'no-data'
      ? !corrected
      : rule.threshold !== null && value < Math.min(rule.threshold, clearOf(rule));
  });
  return !wasClosed && !wasOver;
}

function isSilent(seen: readonly Seen[], silences: readonly Silence[], at: number): boolean {
  const snooze = seen.findLast(({ event }) => event.kind === 'snooze')?.event;
  const isSnoozed = snooze?.kind === 'snooze' && snooze.until !== null && at < snooze.until;
  return isSnoozed || silences.some(({ from, to }) => from <= at && at < to);
}

function openEpisode(done: readonly AlarmStep[]) {
  const opened = done.findLast((step) => step.kind === 'opened');
  return opened && !has(done, 'resolved', opened.episode) ? opened : undefined;
}

function causeOf(done: readonly AlarmStep[], episode: number): AlarmCause | undefined {
  return done.filter((step) => step.kind === 'opened').find((step) => step.episode === episode)?.cause;
}

function noticesOf(done: readonly AlarmStep[], episode: number) {
  return done.filter((step) => step.kind === 'notice').filter((step) => step.episode === episode);
}

function has(done: readonly AlarmStep[], kind: AlarmStep['kind'], episode: number): boolean {
  return done.some((step) => step.kind === kind && step.episode === episode);
}

function clearOf({ clearThreshold }: AlarmRule): number {
  return clearThreshold ?? Infinity;
}
