/**
 * The state machine of an alarm: settings, state and one event in, the next state and what to do out. It reads no
 * clock, so a repeated event changes nothing. Times are epoch seconds.
 */
export interface AlarmRule {
  /** Fires at this many people or more; null while it cannot be computed, such as without a capacity. */
  readonly threshold: number | null;
  /** Resolves below this many; never above the threshold. */
  readonly clearThreshold: number | null;
  readonly triggerDelay: number;
  /** Seconds between two reminders; null for none. */
  readonly renotifyDelay: number | null;
  /** Whether it resolves when the value is normal again; otherwise it waits for a person. */
  readonly resolve: boolean;
  /** Also fires after this many seconds without data; null for never. */
  readonly noDataAfter: number | null;
}

export interface Silence {
  readonly from: number;
  readonly to: number;
}

export const alarmCauses = ['level', 'no-data'] as const;
export type AlarmCause = (typeof alarmCauses)[number];
export const resolvedReasonIds = { normal: 1, changed: 2, deleted: 3, person: 4, switchedOff: 5 } as const;
export type ResolvedReason = (typeof resolvedReasonIds)[keyof typeof resolvedReasonIds];

/** What a message tells: people, and the limit that was in force. */
interface Figures {
  readonly value: number | null;
  readonly threshold: number | null;
}

export interface ActiveAlarm extends Figures {
  /** Counts the times this alarm fired, from 1. */
  readonly episode: number;
  readonly cause: AlarmCause;
  readonly startedAt: number;
  /** When people were last told; null while it was silenced all the time. */
  readonly notifiedAt: number | null;
  /** Messages so far. */
  readonly notices: number;
  readonly acknowledged: boolean;
}

export interface AlarmState {
  readonly value: number | null;
  /** Of the newest reading. */
  readonly at: number;
  /** When data last arrived, or was first expected. */
  readonly heardAt: number;
  /** Since when the value has reached the threshold; null while it has not. */
  readonly since: number | null;
  /** What a person resolved while it lasted: it fires again only after it was over once. */
  readonly handled: Readonly<Record<AlarmCause, boolean>>;
  readonly episodes: number;
  readonly active: ActiveAlarm | null;
  /** A resolution that was not announced yet, because of a silence. */
  readonly owed: (Figures & { readonly episode: number; readonly notices: number }) | null;
  readonly snoozedUntil: number | null;
}

export type AlarmEvent =
  | {
      readonly kind: 'level';
      readonly value: number | null;
      readonly at: number;
      readonly corrected: boolean;
      readonly now: number;
    }
  | { readonly kind: 'timer'; readonly now: number }
  /** The settings were edited: the value of now counts against the new ones. */
  | { readonly kind: 'changed'; readonly now: number }
  | { readonly kind: 'acknowledge'; readonly now: number }
  | { readonly kind: 'resolve'; readonly now: number }
  | { readonly kind: 'snooze'; readonly until: number | null; readonly now: number }
  /** Ends it without a message: it was changed, deleted or switched off. */
  | { readonly kind: 'close'; readonly reason: 2 | 3 | 5; readonly now: number };

export const noticeKinds = ['alarm', 'still-active', 'resolved'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

export type AlarmStep =
  | (Figures & {
      readonly kind: 'opened';
      readonly episode: number;
      readonly cause: AlarmCause;
      readonly at: number;
    })
  | { readonly kind: 'acknowledged'; readonly episode: number; readonly at: number }
  | { readonly kind: 'resolved'; readonly episode: number; readonly reason: ResolvedReason; readonly at: number }
  | (Figures & {
      readonly kind: 'notice';
      readonly notice: NoticeKind;
      readonly episode: number;
      /** Counts the messages of an episode, from 1: no two have the same number. */
      readonly number: number;
      readonly at: number;
    });

/** Older readings are the past: they change the state, but nothing fires for them. */
export const pastAfterSeconds = 1_800;

const untouched = { level: false, 'no-data': false };

export function newAlarmState(now: number): AlarmState {
  return {
    value: null,
    at: 0,
    heardAt: now,
    since: null,
    handled: untouched,
    episodes: 0,
    active: null,
    owed: null,
    snoozedUntil: null,
  };
}

export function advanceAlarm(
  rule: AlarmRule,
  state: AlarmState,
  event: AlarmEvent,
  silences: readonly Silence[],
): { readonly state: AlarmState; readonly steps: readonly AlarmStep[] } {
  const steps: AlarmStep[] = [];
  let next = applied(rule, resumed(rule, state, event.now), event, steps);
  if (event.kind !== 'close') {
    next = fired(rule, cleared(rule, next, event.now, steps), event.now, steps);
  }
  return { state: withNotices(rule, next, event.now, silences, steps), steps };
}

/** When time alone changes something; null if only an event can. */
export function nextAlarmCheck(
  rule: AlarmRule,
  state: AlarmState,
  now: number,
  silences: readonly Silence[],
): number | null {
  const { active, owed, handled } = state;
  const audible = silentUntil(state, now, silences) ?? now;
  const times: number[] = [];
  if (owed) times.push(audible);
  if (!active) {
    if (state.since !== null && reaches(rule, state.value) && !handled.level) {
      times.push(state.since + rule.triggerDelay);
    }
    if (rule.noDataAfter !== null && !handled['no-data']) times.push(state.heardAt + rule.noDataAfter);
  } else if (!active.acknowledged) {
    if (active.notifiedAt === null) times.push(audible);
    else if (rule.renotifyDelay !== null) times.push(Math.max(active.notifiedAt + rule.renotifyDelay, audible));
  }
  return times.length === 0 ? null : Math.min(...times);
}

/** The end of the silence that holds now; windows that touch are one. */
export function silentUntil(
  { snoozedUntil }: Pick<AlarmState, 'snoozedUntil'>,
  now: number,
  silences: readonly Silence[],
): number | undefined {
  let end = now;
  const all = snoozedUntil === null ? silences : [...silences, { from: 0, to: snoozedUntil }];
  for (let hit = true; hit;) {
    hit = false;
    for (const { from, to } of all) {
      if (from > end || to <= end) continue;
      end = to;
      hit = true;
    }
  }
  return end > now ? end : undefined;
}

/** A time that passed long ago, while nobody looked, begins again: nothing fires for the past. */
function resumed(rule: AlarmRule, state: AlarmState, now: number): AlarmState {
  if (state.active) return state;
  const isLost = (from: number, wait: number) => from + wait < now - pastAfterSeconds;
  const { since, heardAt } = state;
  return {
    ...state,
    since: since !== null && isLost(since, rule.triggerDelay) ? now : since,
    heardAt: rule.noDataAfter !== null && isLost(heardAt, rule.noDataAfter) ? now : heardAt,
  };
}

function applied(rule: AlarmRule, state: AlarmState, event: AlarmEvent, steps: AlarmStep[]): AlarmState {
  const { active, value, since } = state;
  switch (event.kind) {
    case 'level':
      return measured(rule, state, event);
    case 'timer':
      return state;
    case 'changed':
      return { ...state, since: reaches(rule, value) ? (since ?? event.now) : null };
    case 'acknowledge':
      if (!active || active.acknowledged) return state;
      steps.push({ kind: 'acknowledged', episode: active.episode, at: event.now });
      return { ...state, active: { ...active, acknowledged: true } };
    case 'resolve':
      if (!active) return state;
      return {
        ...ended(state, resolvedReasonIds.person, event.now, steps),
        handled: { ...state.handled, [active.cause]: true },
      };
    case 'snooze':
      return { ...state, snoozedUntil: event.until };
    case 'close':
      return { ...ended(state, event.reason, event.now, steps), since: null, handled: untouched };
  }
}

function measured(
  rule: AlarmRule,
  state: AlarmState,
  { value, at, corrected, now }: Extract<AlarmEvent, { kind: 'level' }>,
): AlarmState {
  // Readings may overtake each other; a correction is about now, whatever it is made of.
  if (at < state.at && !corrected) return state;
  const isPast = at < now - pastAfterSeconds;
  const start = state.since ?? (isPast ? null : corrected ? now : Math.min(at, now));
  const isNews = value !== null && !corrected;
  const isOver = value !== null && isNormal(rule, value);
  return {
    ...state,
    value,
    at: Math.max(at, state.at),
    heardAt: isNews ? Math.max(now, state.heardAt) : state.heardAt,
    since: reaches(rule, value) ? start : null,
    handled: { level: state.handled.level && !isOver, 'no-data': state.handled['no-data'] && !isNews },
  };
}

function reaches({ threshold }: AlarmRule, value: number | null): boolean {
  return value !== null && threshold !== null && value >= threshold;
}

function cleared(rule: AlarmRule, state: AlarmState, now: number, steps: AlarmStep[]): AlarmState {
  const { active, value } = state;
  if (!active) return state;
  const limit = active.cause === 'level' ? rule.threshold : rule.noDataAfter;
  if (limit === null) return ended(state, resolvedReasonIds.changed, now, steps);
  const isOver = active.cause === 'level' ? value !== null && isNormal(rule, value) : state.heardAt > now - limit;
  return isOver && rule.resolve ? ended(state, resolvedReasonIds.normal, now, steps) : state;
}

function fired(rule: AlarmRule, state: AlarmState, now: number, steps: AlarmStep[]): AlarmState {
  if (state.active) return state;
  const cause = dueCause(rule, state, now);
  if (cause === undefined) return state;
  const episode = state.episodes + 1;
  const figures = { value: cause === 'level' ? state.value : null, threshold: rule.threshold };
  steps.push({ kind: 'opened', episode, cause, ...figures, at: now });
  const active = { episode, cause, ...figures, startedAt: now, notifiedAt: null, notices: 0, acknowledged: false };
  return { ...state, episodes: episode, active };
}

function dueCause(rule: AlarmRule, state: AlarmState, now: number): AlarmCause | undefined {
  const { value, since, heardAt, handled } = state;
  const isHigh = since !== null && reaches(rule, value) && now >= since + rule.triggerDelay;
  if (isHigh && !handled.level) return 'level';
  const isSilent = rule.noDataAfter !== null && now >= heardAt + rule.noDataAfter;
  return isSilent && !handled['no-data'] ? 'no-data' : undefined;
}

function ended(state: AlarmState, reason: ResolvedReason, now: number, steps: AlarmStep[]): AlarmState {
  const { active, owed, value } = state;
  if (!active) return state;
  const { episode, notices, threshold } = active;
  steps.push({ kind: 'resolved', episode, reason, at: now });
  const isOwed = active.notifiedAt !== null && (reason === 1 || reason === 4);
  return { ...state, active: null, owed: isOwed ? { episode, notices, value, threshold } : owed };
}

/** Messages, unless it is silent now: then they wait for the end of the silence. */
function withNotices(
  rule: AlarmRule,
  state: AlarmState,
  now: number,
  silences: readonly Silence[],
  steps: AlarmStep[],
): AlarmState {
  if (silentUntil(state, now, silences) !== undefined) return state;
  const { owed, active } = state;
  if (owed) {
    const { episode, value, threshold } = owed;
    steps.push({ kind: 'notice', notice: 'resolved', episode, number: owed.notices + 1, value, threshold, at: now });
  }
  const notice = active && dueNotice(rule, active, now);
  if (!active || !notice) return owed ? { ...state, owed: null } : state;
  const { episode, threshold } = active;
  const value = notice === 'alarm' ? active.value : state.value;
  const number = active.notices + 1;
  steps.push({ kind: 'notice', notice, episode, number, value, threshold, at: now });
  return { ...state, owed: null, active: { ...active, notifiedAt: now, notices: number } };
}

function dueNotice(rule: AlarmRule, active: ActiveAlarm, now: number): NoticeKind | undefined {
  if (active.acknowledged) return undefined;
  if (active.notifiedAt === null) return 'alarm';
  return rule.renotifyDelay !== null && now >= active.notifiedAt + rule.renotifyDelay ? 'still-active' : undefined;
}

function isNormal({ threshold, clearThreshold }: AlarmRule, value: number): boolean {
  return threshold !== null && value < Math.min(clearThreshold ?? threshold, threshold);
}
