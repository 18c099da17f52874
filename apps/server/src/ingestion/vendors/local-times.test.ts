import { instantsShowing } from '@atrium/calendar/timestamps';
import { wallClock, zoneOf } from '@atrium/calendar/zones';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { localClock } from './local-times.ts';

const nights = [
  ['Europe/Berlin', '2026-10-25T01:00:00Z'],
  ['America/St_Johns', '2026-11-01T04:30:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Australia/Adelaide', '2026-04-04T16:30:00Z'],
] as const;

it('[I211] local times are those of the clock when they are sent soon, in any parts, while clocks are set back', () => {
  const sending = fc.record({
    night: fc.constantFrom(...nights),
    period: fc.constantFrom(60, 300, 900, 1800, 3600),
    parts: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
    delay: fc.integer({ min: -60, max: 1500 }),
  });
  fc.assert(
    fc.property(sending, ({ night: [name, change], period, parts, delay }) => {
      // Where clocks go back by half an hour, hours on the wall begin at another minute.
      fc.pre(name !== 'Australia/Lord_Howe' || period < 3600);
      const zone = zoneOf(name);
      const middle = Date.parse(change) / 1000;
      const starts = Array.from({ length: (6 * 3600) / period }, (_, index) => middle - 3 * 3600 + index * period);
      for (let from = 0, part = 0; from < starts.length; part += 1) {
        const sent = starts.slice(from, (from += parts[part % parts.length]!));
        const walls = sent.map((instant) => wallClock(zone, instant));
        const receivedAt = sent.at(-1)! + period + delay;
        const clock = localClock(zone, { walls, lastSpan: period, receivedAt });
        expect(walls.map(clock)).toEqual(sent);
      }
    }),
  );
});

it('[I211] a single time that is sent late is the first of both', () => {
  const zone = zoneOf('Europe/Berlin');
  const walls = [Date.parse('2026-10-25T02:30:00Z') / 1000];
  const [first] = instantsShowing(zone, walls[0]!);
  const receivedAt = Date.parse('2026-10-26T00:00:00Z') / 1000;
  for (const at of [receivedAt, undefined])
    expect(localClock(zone, { walls, lastSpan: 60, receivedAt: at })(walls[0])).toBe(first);
});
