import { expect, it } from 'vitest';
import { describeKind, FAR, T, table, ver } from './contract-suite-kinds.ts';
import type { Facts } from './facts-interface.ts';
import { forecastColumns, type ForecastMember, type ForecastQuestion } from './kind-questions.ts';
import { DAY, type ForecastRow } from './rows.ts';

const HOUR = 3600;
const NONE = Number.NaN;
const bands = { lowIns: 800, highIns: 1300, lowOuts: 400, highOuts: 650 };

export function describeForecasts(keeper: string, open: () => Promise<Facts>): void {
  describeKind('forecasts', keeper, open, ({ facts, newOrg }) => {
    const ask = async (org: number, slices: ForecastQuestion['slices']) =>
      table(await facts().forecasts.aggregate({ org, slices, columns: forecastColumns }), forecastColumns);
    const hours = [T, T + HOUR, T + 2 * HOUR];

    it('[I245] adds hours, and has bands only of one hour or day of one series', async () => {
      const org = newOrg();
      await facts().forecasts.append([
        row({ org, at: T, bands }),
        row({ org, at: T + HOUR, ins: 2000 }),
        row({ org, grain: 'day', span: DAY, ins: 0, outs: 0, bands: { ...bands, highIns: 9000 } }),
        row({ org, series: 2, ins: 50, bands }),
      ]);
      const alone = [member({ wIn: 1.5 })];
      expect(await ask(org, [{ edges: hours, members: alone }])).toEqual([
        [0, 0, 15, 5, 12, 19.5, 4, 6.5],
        [0, 1, 30, 5, NONE, NONE, NONE, NONE],
      ]);
      const both = [member(), member({ series: 2 })];
      expect(await ask(org, [{ edges: [T, T + DAY], members: both }])).toEqual([[0, 0, 30.5, 15, 8, 90, 4, 6.5]]);
      expect(await ask(org, [{ edges: hours, members: both }])).toEqual([
        [0, 0, 10.5, 10, NONE, NONE, NONE, NONE],
        [0, 1, 20, 5, NONE, NONE, NONE, NONE],
      ]);
      expect(await ask(org, [{ edges: [T, T + 2 * DAY], members: alone }])).toEqual([
        [0, 0, 45, 10, NONE, NONE, NONE, NONE],
      ]);
    });

    it('[I245] gives a location the values of its zones and the band of its own series', async () => {
      const org = newOrg();
      await facts().forecasts.append([
        row({ org, bands }),
        row({ org, series: 2, bands }),
        row({ org, series: 9, ins: 0, outs: 0, bands: { lowIns: 1700, highIns: 2200, lowOuts: 900, highOuts: 1100 } }),
      ]);
      const members = [
        member({ gives: 'values' }),
        member({ series: 2, gives: 'values' }),
        member({ series: 9, gives: 'bands' }),
      ];
      expect(await ask(org, [{ edges: hours, members }])).toEqual([[0, 0, 20, 10, 17, 22, 9, 11]]);
    });

    it('[I245] spreads an hour that a bucket or the opening hours cut, without a band', async () => {
      const org = newOrg();
      await facts().forecasts.append([row({ org, bands })]);
      const halves = [T, T + 1800, T + HOUR];
      expect(await ask(org, [{ edges: halves, members: [member()] }])).toEqual([
        [0, 0, 5, 2.5, NONE, NONE, NONE, NONE],
        [0, 1, 5, 2.5, NONE, NONE, NONE, NONE],
      ]);
      const half = [{ from: T + 1800, to: T + DAY }];
      expect(await ask(org, [{ edges: hours, open: half, members: [member()] }])).toEqual([
        [0, 0, 5, 2.5, NONE, NONE, NONE, NONE],
      ]);
    });

    it('[R746] replaces what an older forecast said of the future, and leaves the past as it was forecast', async () => {
      const org = newOrg();
      const old = { org, ver: ver('final', 10n), made: T - DAY };
      await facts().forecasts.append([
        row({ ...old, at: T }),
        row({ ...old, at: T + HOUR }),
        // Half an hour off, as after a change of the time zone.
        row({ ...old, at: T + HOUR + 1800 }),
        row({ ...old, series: 2, at: T + HOUR }),
      ]);
      const renewed = { org, ver: ver('final', 11n), made: T };
      await facts().forecasts.replace({
        ...renewed,
        series: [1],
        from: T + HOUR,
        rows: [row({ ...renewed, at: T + HOUR, ins: 7000 })],
      });
      // An older one that comes late changes nothing.
      await facts().forecasts.append([row({ ...old, at: T + HOUR }), row({ ...old, at: T + HOUR + 1800 })]);
      const members = [member(), member({ series: 2, key: 2 })];
      const values = (await ask(org, [{ edges: hours, members }])).map((each) => each.slice(0, 3));
      expect(values).toEqual([
        [0, 0, 10],
        [0, 1, 70],
        [2, 1, 10],
      ]);
      // Withheld: nothing more is said.
      await facts().forecasts.replace({ org, series: [1], from: T + HOUR, ver: ver('final', 12n), rows: [] });
      const left = (await ask(org, [{ edges: hours, members: [member()] }])).map((each) => each.slice(0, 3));
      expect(left).toEqual([[0, 0, 10]]);
    });

    it('[I245] stays erased, and keeps organizations apart', async () => {
      const [org, other] = [newOrg(), newOrg()];
      await facts().forecasts.append([row({ org }), row({ org: other })]);
      await facts().erase({ org, series: 1, from: T, to: T + DAY, ver: ver('manual', 20n) });
      await facts().forecasts.append([row({ org, ver: ver('final', 30n) })]);
      expect(await ask(org, [{ edges: hours, members: [member()] }])).toEqual([]);
      expect(await ask(other, [{ edges: hours, members: [member()] }])).toHaveLength(1);
    });
  });
}

function row(given: Partial<ForecastRow> & { org: number }): ForecastRow {
  return {
    series: 1,
    at: T,
    grain: 'hour',
    span: HOUR,
    ins: 1000,
    outs: 500,
    made: T,
    model: 'm1+m2',
    ver: ver('final', 1n),
    gone: 0,
    ...given,
  };
}

function member(given: Partial<ForecastMember> = {}): ForecastMember {
  return { series: 1, from: 0, to: FAR, key: 0, wIn: 1, wOut: 1, gives: 'both', ...given };
}
