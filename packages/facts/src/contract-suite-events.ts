import { expect, it } from 'vitest';
import { describeKind, FAR, T, table, ver } from './contract-suite-kinds.ts';
import type { Facts } from './facts-interface.ts';
import type { EventQuestion, StoredEvent } from './kind-questions.ts';
import type { Membership } from './question.ts';
import { DAY, type EventRow, type HeardRow } from './rows.ts';

export function describeEvents(keeper: string, open: () => Promise<Facts>): void {
  describeKind('events', keeper, open, ({ facts, newOrg }) => {
    const pages = async (question: EventQuestion) => {
      const read: StoredEvent[][] = [];
      for await (const page of facts().events.read(question)) read.push(page);
      return read;
    };

    it('[I95] are read in the order of their keys, page by page, from wherever one stopped', async () => {
      const org = newOrg();
      const rows = [
        event({ org, series: 2, at: T }),
        event({ org, at: T + 0.25, track: 9n, type: 'track_created' }),
        event({ org, at: T + 0.5, track: 9n, type: 'line_forward', logic: 4 }),
        event({ org, at: T + 0.5, track: 9n, type: 'line_forward', logic: 5 }),
        event({ org, at: T + 0.5, track: 9n, type: 'zone_dwell', ms: 4200 }),
        event({ org, at: T + 0.5, track: 10n, type: 'line_forward' }),
        event({ org, at: T + 60 }),
      ];
      await facts().events.append(rows.toReversed());
      const inOrder = [...rows.slice(1, 6), rows[0]!].map(stored);
      const question = { org, series: [2, 1, 2], from: T, to: T + 60 };
      expect(await pages(question)).toEqual([inOrder]);
      expect((await pages({ ...question, pageSize: 4 })).map(({ length }) => length)).toEqual([4, 2]);
      expect((await pages({ ...question, pageSize: 4 })).flat()).toEqual(inOrder);
      expect(await pages({ ...question, after: inOrder[2]! })).toEqual([inOrder.slice(3)]);
      expect(await pages({ ...question, series: [] })).toEqual([]);
      const gone = new AbortController();
      gone.abort(new Error('gone'));
      if (keeper !== 'the oracle')
        await expect(facts().events.read(question, { signal: gone.signal }).next()).rejects.toThrow('gone');
    });

    it('[I92] [I95] end with the day they are kept until, are replaced by version and stay erased', async () => {
      const org = newOrg();
      const tomorrow = Date.now() / 1000 - ((Date.now() / 1000) % DAY) + DAY;
      const rows = [
        event({ org, at: T, ms: 1, ver: ver('final', 2n) }),
        event({ org, at: T + 1.001, ms: 2, keepUntil: tomorrow }),
        event({ org, at: T + 2, ms: 3, keepUntil: tomorrow - DAY }),
        event({ org, at: T + 3.999, ms: 4 }),
      ];
      await facts().events.append(rows);
      await facts().events.append([{ ...rows[0]!, ms: 99, ver: ver('final', 1n) }]);
      const question = { org, series: [1], from: T, to: T + 60 };
      expect((await pages(question)).flat().map(({ ms }) => ms)).toEqual([1, 2, 4]);
      await facts().erase({ org, series: 1, from: T + 1, to: T + 4, ver: ver('manual', 3n) });
      await facts().events.append([...rows, event({ org, at: T + 1.5, ms: 5, ver: ver('history', 9n) })]);
      expect((await pages(question)).flat().map(({ ms }) => ms)).toEqual([1]);
    });
  });

  describeKind('heard seconds', keeper, open, ({ facts, newOrg }) => {
    it('[I96] [I92] are those of quarters, replaced, erased, and spread over minutes where a quarter is cut', async () => {
      const org = newOrg();
      await facts().heard.append([
        heard({ org, at: T, seconds: 900 }),
        heard({ org, at: T + 900, seconds: 450, ver: ver('final', 2n) }),
        heard({ org, at: T + 900, seconds: 900 }),
        heard({ org, at: T + 1800, seconds: 0 }),
        heard({ org, series: 2, at: T, seconds: 15 }),
        heard({ org, at: T + 2700, seconds: 800 }),
      ]);
      await facts().erase({ org, series: 1, from: T + 2700, to: T + 3600, ver: ver('manual', 3n) });
      await facts().heard.append([heard({ org, at: T + 2700, seconds: 801, ver: ver('history', 9n) })]);
      const members = [member(), member({ series: 2 }), member({ series: 2, key: 1, to: T + 300 })];
      const ask = async (edges: number[]) =>
        table(await facts().heard.aggregate({ org, slices: [{ edges, members }] }), ['got']);
      expect(await ask([T, T + 900, T + 1800, T + DAY])).toEqual([
        [0, 0, 915],
        [0, 1, 450],
        [0, 2, 0],
        [1, 0, 5],
      ]);
      expect(await ask([T, T + 960, T + 1800])).toEqual([
        [0, 0, 945],
        [0, 1, 420],
        [1, 0, 5],
      ]);
    });
  });
}

function event(given: Pick<EventRow, 'org' | 'at'> & Partial<EventRow>): EventRow {
  const kept = { keepUntil: FAR - (FAR % DAY), ver: ver('final', 1n), gone: 0 as const };
  return { series: 1, track: 1n, type: 'line_backward', logic: 0, ms: 0, ...kept, ...given };
}

function stored({ series, at, track, type, logic, ms, keepUntil }: EventRow): StoredEvent {
  return { series, at, track, type, logic, ms, keepUntil };
}

function heard(given: Pick<HeardRow, 'org' | 'at' | 'seconds'> & Partial<HeardRow>): HeardRow {
  return { series: 1, ver: ver('final', 1n), gone: 0, ...given };
}

function member(given: Partial<Membership> = {}): Membership {
  return { series: 1, from: 0, to: FAR, key: 0, ...given };
}
