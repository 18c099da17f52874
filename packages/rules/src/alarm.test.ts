import { describe, expect, it } from 'vitest';
import {
  advanceAlarm,
  type AlarmEvent,
  type AlarmRule,
  type AlarmState,
  type AlarmStep,
  newAlarmState,
  nextAlarmCheck,
  pastAfterSeconds,
  type Silence,
} from './alarm.ts';
import { alarmByHand, type OracleMinute } from './alarm-oracle.ts';

const base: AlarmRule = {
  threshold: 100,
  clearThreshold: null,
  triggerDelay: 0,
  renotifyDelay: null,
  resolve: true,
  noDataAfter: null,
};
const level = (now: number, value: number | null, given: { at?: number; corrected?: boolean } = {}): AlarmEvent => ({
  kind: 'level',
  value,
  at: now,
  corrected: false,
  now,
  ...given,
});
const timer = (now: number): AlarmEvent => ({ kind: 'timer', now });

/** An alarm in use: what it did, in short words, and when it wants to be looked at. */
function alarmOf(given: Partial<AlarmRule> = {}, silences: readonly Silence[] = []) {
  let rule = { ...base, ...given };
  let state = newAlarmState(10_000);
  return {
    state: () => state,
    edit(change: Partial<AlarmRule>) {
      rule = { ...rule, ...change };
    },
    send(event: AlarmEvent): string[] {
      const next = advanceAlarm(rule, state, event, silences);
      ({ state } = next);
      return next.steps.map(wordOf);
    },
    next: (now: number) => nextAlarmCheck(rule, state, now, silences),
  };
}

function wordOf(step: AlarmStep): string {
  switch (step.kind) {
    case 'opened':
      return `opened ${step.cause} ${step.value} of ${step.threshold}`;
    case 'acknowledged':
      return 'acknowledged';
    case 'resolved':
      return `resolved ${step.reason}`;
    case 'notice':
      return `${step.notice} ${step.number}: ${step.value}`;
  }
}

describe('an alarm', () => {
  it('[R900] fires at the threshold, tells once, and resolves below it', () => {
    const alarm = alarmOf();
    expect(alarm.send(level(10_060, 99))).toEqual([]);
    expect(alarm.send(level(10_120, 100))).toEqual(['opened level 100 of 100', 'alarm 1: 100']);
    expect(alarm.send(level(10_120, 100))).toEqual([]);
    expect(alarm.send(level(10_180, 140))).toEqual([]);
    expect(alarm.send(level(10_240, 99))).toEqual(['resolved 1', 'resolved 2: 99']);
    expect(alarm.send(level(10_300, 100))).toEqual(['opened level 100 of 100', 'alarm 1: 100']);
    expect(alarm.next(10_300)).toBeNull();
  });

  it('[R901] waits until the value has reached the threshold for the whole delay', () => {
    const alarm = alarmOf({ triggerDelay: 300 });
    expect(alarm.send(level(10_000, 120))).toEqual([]);
    expect(alarm.next(10_000)).toBe(10_300);
    expect(alarm.send(level(10_100, 99))).toEqual([]);
    expect(alarm.next(10_100)).toBeNull();
    alarm.send(level(10_200, 120));
    // Nobody knows how many there are: the delay begins again.
    alarm.send(level(10_260, null));
    alarm.send(level(10_320, 110));
    expect(alarm.send(timer(10_619))).toEqual([]);
    expect(alarm.send(timer(10_620))).toEqual(['opened level 110 of 100', 'alarm 1: 110']);
  });

  it('[R902] reminds every renotify delay until it is acknowledged', () => {
    const alarm = alarmOf({ renotifyDelay: 300 });
    alarm.send(level(10_000, 120));
    expect(alarm.next(10_000)).toBe(10_300);
    expect(alarm.send(timer(10_299))).toEqual([]);
    expect(alarm.send(timer(10_300))).toEqual(['still-active 2: 120']);
    expect(alarm.send(timer(10_300))).toEqual([]);
    expect(alarm.send({ kind: 'acknowledge', now: 10_400 })).toEqual(['acknowledged']);
    expect(alarm.send({ kind: 'acknowledge', now: 10_401 })).toEqual([]);
    expect(alarm.next(10_400)).toBeNull();
    expect(alarm.send(timer(20_000))).toEqual([]);
    expect(alarm.send(level(20_060, 10))).toEqual(['resolved 1', 'resolved 3: 10']);
  });

  it('[R903] without resolve, waits for a person, and fires again only after the value was normal', () => {
    const alarm = alarmOf({ resolve: false });
    alarm.send(level(10_000, 120));
    expect(alarm.send(level(10_060, 20))).toEqual([]);
    alarm.send(level(10_120, 130));
    expect(alarm.send({ kind: 'resolve', now: 10_130 })).toEqual(['resolved 4', 'resolved 2: 130']);
    expect(alarm.send({ kind: 'resolve', now: 10_131 })).toEqual([]);
    expect(alarm.send(level(10_180, 140))).toEqual([]);
    expect(alarm.next(10_180)).toBeNull();
    alarm.send(level(10_240, 99));
    expect(alarm.send(level(10_300, 100))).toEqual(['opened level 100 of 100', 'alarm 1: 100']);
  });

  it('[R904] resolves below the clear threshold, if it has one', () => {
    const alarm = alarmOf({ clearThreshold: 80 });
    alarm.send(level(10_000, 100));
    expect(alarm.send(level(10_060, 80))).toEqual([]);
    expect(alarm.send(level(10_120, 79))).toEqual(['resolved 1', 'resolved 2: 79']);
    const higher = alarmOf({ clearThreshold: 120 });
    higher.send(level(10_000, 100));
    expect(higher.send(level(10_060, 99))).toContain('resolved 1');
  });

  it('[R905] closes silently, and judges the value of now by the new settings', () => {
    const alarm = alarmOf();
    alarm.send(level(10_000, 120));
    alarm.edit({ threshold: 110 });
    expect(alarm.send({ kind: 'close', reason: 2, now: 10_030 })).toEqual(['resolved 2']);
    expect(alarm.send({ kind: 'changed', now: 10_030 })).toEqual(['opened level 120 of 110', 'alarm 1: 120']);
    expect(alarm.send({ kind: 'close', reason: 5, now: 10_060 })).toEqual(['resolved 5']);
    expect(alarm.state().active).toBeNull();
  });

  it('[R905] ends when the limit can no longer be computed', () => {
    const alarm = alarmOf();
    alarm.send(level(10_000, 120));
    alarm.edit({ threshold: null });
    expect(alarm.send(timer(10_060))).toEqual(['resolved 2']);
    expect(alarm.send(level(10_120, 500))).toEqual([]);
  });

  it('[R906] silences, and tells afterward what still holds', () => {
    const alarm = alarmOf({ renotifyDelay: 60 }, [
      { from: 10_000, to: 10_500 },
      { from: 10_500, to: 11_000 },
    ]);
    expect(alarm.send(level(10_100, 120))).toEqual(['opened level 120 of 100']);
    expect(alarm.next(10_100)).toBe(11_000);
    expect(alarm.send(timer(10_999))).toEqual([]);
    expect(alarm.send(timer(11_000))).toEqual(['alarm 1: 120']);
  });

  it('[R906] keeps a resolution for the end of a snooze, and does not announce the end of what was never announced', () => {
    const alarm = alarmOf();
    alarm.send(level(10_000, 120));
    alarm.send({ kind: 'snooze', until: 10_600, now: 10_010 });
    expect(alarm.send(level(10_060, 20))).toEqual(['resolved 1']);
    expect(alarm.send(level(10_120, 150))).toEqual(['opened level 150 of 100']);
    expect(alarm.send(level(10_180, 30))).toEqual(['resolved 1']);
    expect(alarm.next(10_180)).toBe(10_600);
    expect(alarm.send(timer(10_600))).toEqual(['resolved 2: 20']);
    expect(alarm.next(10_600)).toBeNull();
  });

  it('[R906] is audible again when a snooze is taken back', () => {
    const alarm = alarmOf();
    alarm.send({ kind: 'snooze', until: 20_000, now: 10_000 });
    alarm.send(level(10_060, 120));
    expect(alarm.send({ kind: 'snooze', until: null, now: 10_070 })).toEqual(['alarm 1: 120']);
  });

  it('[R907] fires without data, and resolves when data arrives', () => {
    const alarm = alarmOf({ noDataAfter: 900 });
    expect(alarm.next(10_000)).toBe(10_900);
    alarm.send(level(10_300, 20));
    expect(alarm.send(timer(11_199))).toEqual([]);
    expect(alarm.send(timer(11_200))).toEqual(['opened no-data null of 100', 'alarm 1: null']);
    expect(alarm.send(level(11_300, 120))).toEqual([
      'resolved 1',
      'opened level 120 of 100',
      'resolved 2: 120',
      'alarm 1: 120',
    ]);
  });

  it('[R907] a missing value is no data, and neither fires nor resolves', () => {
    const alarm = alarmOf({ noDataAfter: 900 });
    alarm.send(level(10_000, 120));
    expect(alarm.send(level(10_060, null))).toEqual([]);
    expect(alarm.state().active).not.toBeNull();
    const silent = alarmOf({ noDataAfter: 900 });
    silent.send(level(10_800, null));
    expect(silent.send(timer(10_900))).toContain('opened no-data null of 100');
  });

  it('[R908] never fires for the past', () => {
    const alarm = alarmOf();
    expect(alarm.send(level(20_000, 300, { at: 20_000 - pastAfterSeconds - 1 }))).toEqual([]);
    expect(alarm.send(level(20_001, 300, { at: 19_000 }))).toContain('alarm 1: 300');
    // Overtaken by a newer one.
    expect(alarm.send(level(20_002, 10, { at: 18_900 }))).toEqual([]);
  });

  it('[R908] counts the delay of a corrected value from the correction on', () => {
    const alarm = alarmOf({ triggerDelay: 600 });
    alarm.send(level(11_000, 20));
    alarm.send(level(12_000, 150, { at: 10_900, corrected: true }));
    expect(alarm.next(12_000)).toBe(12_600);
    expect(alarm.send(level(12_100, 20, { at: 10_900, corrected: true }))).toEqual([]);
    expect(alarm.next(12_100)).toBeNull();
  });

  it('[R908] begins a delay again that ended while nobody looked', () => {
    const alarm = alarmOf({ triggerDelay: 300, noDataAfter: 600 });
    alarm.send(level(10_000, 120));
    expect(alarm.send(timer(50_000))).toEqual([]);
    expect(alarm.next(50_000)).toBe(50_300);
    expect(alarm.send(timer(50_300))).toContain('alarm 1: 120');
  });
});

describe('alarms in random sequences', () => {
  const seed = Number(process.env.ATRIUM_SEED ?? 20_261_117);
  const sequences = Number(process.env.ALARM_SEQUENCES ?? 10_000);

  it(
    `[R909] do what the journal says, minute by minute (${sequences} sequences, seed ${seed})`,
    { timeout: 300_000 },
    () => {
      const seenKinds = new Map<string, number>();
      for (let index = 0; index < sequences; index += 1) {
        const minutes = randomMinutes(randomNumbers(seed + index));
        const steps = machineSteps(minutes);
        const expected = alarmByHand(minutes);
        if (JSON.stringify(steps) !== JSON.stringify(expected))
          expect(steps, `sequence ${seed + index}`).toEqual(expected);
        refuseDoubles(steps);
        for (const step of steps) {
          const kind = step.kind === 'notice' ? step.notice : step.kind === 'opened' ? step.cause : step.kind;
          seenKinds.set(kind, (seenKinds.get(kind) ?? 0) + 1);
        }
      }
      for (const kind of ['alarm', 'still-active', 'level', 'no-data', 'acknowledged', 'resolved']) {
        expect(seenKinds.get(kind), kind).toBeGreaterThan(sequences / 20);
      }
    },
  );
});

/** The state machine as the server drives it: looked at only when it asked to be, and some events come twice. */
function machineSteps(minutes: readonly OracleMinute[]): AlarmStep[] {
  let { rule } = minutes[0]!;
  let state: AlarmState = newAlarmState(minutes[0]!.now);
  const done: AlarmStep[] = [];
  for (const { now, rule: newest, silences, events } of minutes) {
    const send = (event: AlarmEvent) => {
      const next = advanceAlarm(rule, state, event, silences);
      ({ state } = next);
      done.push(...next.steps);
    };
    const due = nextAlarmCheck(rule, state, now, silences);
    if (due !== null && due <= now) send(timer(now));
    for (const event of events) {
      if (event.kind === 'changed' || event.kind === 'close') rule = newest;
      send(event);
      const count = done.length;
      if (event.kind === 'level') send(event);
      else if (event.kind !== 'close') send(timer(now));
      if (done.length !== count) throw new Error('A repeated reading or another look did something.');
    }
  }
  return done;
}

function refuseDoubles(steps: readonly AlarmStep[]): void {
  const sent = new Set<string>();
  let open: number | undefined;
  for (const step of steps) {
    if (step.kind === 'opened') {
      expect(open, 'one active alarm at most').toBeUndefined();
      open = step.episode;
    } else if (step.kind === 'resolved') {
      expect(open).toBe(step.episode);
      open = undefined;
    } else if (step.kind === 'notice') {
      const keys = [
        `${step.episode} ${step.number}`,
        ...(step.notice === 'still-active' ? [] : [`${step.episode} ${step.notice}`]),
      ];
      for (const key of keys) {
        if (sent.has(key)) throw new Error(`Sent twice: ${key}`);
        sent.add(key);
      }
    }
  }
}

function randomMinutes(below: (bound: number) => number): OracleMinute[] {
  const pick = <T>(values: readonly T[]): T => values[below(values.length)]!;
  const randomRule = (): AlarmRule => ({
    threshold: pick([5, 5, 5, 6, null]),
    clearThreshold: pick([null, null, 3, 8]),
    triggerDelay: pick([0, 0, 60, 180, 600]),
    renotifyDelay: pick([null, 60, 300]),
    resolve: below(4) > 0,
    noDataAfter: pick([null, null, 300, 900]),
  });
  const start = 600_000;
  const silences = Array.from({ length: below(3) }, () => {
    const from = start + below(120) * 60;
    return { from, to: from + below(40) * 60 };
  });
  const minutes: OracleMinute[] = [];
  let rule = { ...randomRule(), threshold: 5 } as AlarmRule;
  let now = start;
  const length = 60 + below(80);
  for (let index = 0; index < length; index += 1) {
    now += below(40) === 0 ? below(60) * 60 : 60;
    const events: AlarmEvent[] = [];
    const isChatty = below(10) < 6;
    if (isChatty) {
      const value = below(12) === 0 ? null : below(9);
      const late = below(5) === 0 ? below(50) * 60 : 0;
      events.push({ kind: 'level', value, at: now - late, corrected: below(8) === 0, now });
    }
    switch (below(30)) {
      case 0:
        events.push({ kind: 'acknowledge', now });
        break;
      case 1:
        events.push({ kind: 'resolve', now });
        break;
      case 2:
        events.push({ kind: 'snooze', until: below(4) === 0 ? null : now + below(30) * 60, now });
        break;
      case 3:
        rule = randomRule();
        events.push({ kind: 'changed', now });
        break;
      case 4:
        rule = randomRule();
        events.push({ kind: 'close', reason: pick([2, 2, 5] as const), now }, { kind: 'changed', now });
        break;
    }
    minutes.push({ now, rule, silences, events });
  }
  return minutes;
}

/** Numbers below a bound that depend on nothing but the seed. */
function randomNumbers(seed: number): (below: number) => number {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
