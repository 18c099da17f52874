import { type Minutes, openMinutes } from '@atrium/calendar/opening-hours-oracle';
import type { SpaceDefinition } from './space-definition.ts';

/**
 * The occupancy of a space once more, in the most obvious way: every minute from the first to the last, with nothing but the clock on the
 * wall, all readings and all resets. The measure for the fold and for whatever keeps it.
 */
export interface OracleReading {
  readonly series: number;
  /** Epoch seconds, the start of a minute. */
  readonly at: number;
  readonly ins: number;
  readonly outs: number;
}

export interface OracleAnswer {
  /** Ten-thousandths of a person, by minute; minutes without a reading are missing. */
  readonly levels: ReadonlyMap<number, bigint>;
  /** By the date on the wall. */
  readonly days: ReadonlyMap<string, { ins: bigint; outs: bigint; seconds: bigint; isEmptied: boolean }>;
}

export function occupancyByHand(
  definition: SpaceDefinition,
  readings: readonly OracleReading[],
  clock: Minutes,
  until: number,
  { start = 0n, factored = (outs: bigint) => outs } = {},
): OracleAnswer {
  const byMinute = new Map<number, OracleReading[]>();
  for (const reading of readings) byMinute.set(reading.at, [...(byMinute.get(reading.at) ?? []), reading]);
  const resetsAt = new Map<number, { at: number; value: number }[]>();
  for (const reset of definition.resets.toSorted((a, b) => a.at - b.at)) {
    // Within a minute, it counts from the next one on.
    const minute = Math.ceil(reset.at / 60) * 60;
    resetsAt.set(minute, [...(resetsAt.get(minute) ?? []), reset]);
  }
  const open = definition.settings.some(opensWith) ? openMinutes(definition.hours, clock) : [];
  const levels = new Map<number, bigint>();
  const days = new Map<string, { ins: bigint; outs: bigint; seconds: bigint; isEmptied: boolean }>();
  let people = start;
  for (const [index, shown] of clock.latestShown.entries()) {
    const at = clock.start / 1000 + index * 60;
    if (at >= until) break;
    const setting = definition.settings.find(({ from, to }) => from <= at && at < to);
    const known = [
      ...scheduled(setting, clock.latestShown[index - 1] ?? shown - 60_000, shown).map((value) => ({ at, value })),
      ...(opensWith(setting) && index > 0 && open[index] === 1 && open[index - 1] === 0 ? [{ at, value: 0 }] : []),
      ...(resetsAt.get(at) ?? []),
    ];
    // What was said last counts; at one instant a person counts before a schedule.
    if (known.length > 0)
      for (const { value } of known.toSorted((a, b) => a.at - b.at)) people = BigInt(value) * 10_000n;
    let [ins, outs, isReceived] = [0n, 0n, false];
    for (const { series, ...counted } of byMinute.get(at) ?? []) {
      for (const member of definition.members) {
        if (member.series !== series || at < member.from || at >= member.to) continue;
        isReceived = true;
        const [one, other] = member.reversed ? [counted.outs, counted.ins] : [counted.ins, counted.outs];
        ins += BigInt(one) * BigInt(Math.round(member.wIn * 10_000));
        outs += BigInt(other) * BigInt(Math.round(member.wOut * 10_000));
      }
    }
    if (!isReceived) continue;
    people = people + ins - factored(outs);
    if (people < 0n && setting?.reflects !== false) people = 0n;
    levels.set(at, people);
    const date = new Date(shown).toISOString().slice(0, 10);
    const day = days.get(date) ?? { ins: 0n, outs: 0n, seconds: 0n, isEmptied: false };
    const isEmptied = day.isEmptied || people <= 0n;
    days.set(date, { ins: day.ins + ins, outs: day.outs + outs, seconds: day.seconds + people * 60n, isEmptied });
  }
  return { levels, days };
}

type Setting = SpaceDefinition['settings'][number] | undefined;

/** The values of the reset times that the clock on the wall has passed. */
function scheduled(setting: Setting, before: number, shown: number): number[] {
  const config = setting?.resetConfig;
  if (!config?.resetDaily || !config.resetDailyAtTime) return [];
  const midnight = Math.floor(shown / 86_400_000) * 86_400_000;
  return [midnight - 86_400_000, midnight].flatMap((date) =>
    config.resetTimes.flatMap(({ time, value }) => {
      const wall = date + (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * 60_000;
      return before < wall && wall <= shown ? [value] : [];
    }),
  );
}

function opensWith(setting: Setting): boolean {
  const config = setting?.resetConfig;
  return config !== undefined && config.resetDaily && !config.resetDailyAtTime && config.resetWithHoursOfOp;
}
