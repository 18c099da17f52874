import { localDayStart, nextLocalDayStart, zoneOf } from '@atrium/calendar/zones';
import type { MinuteRow } from '@atrium/facts/rows';
import type { Estate } from '../registry/directory/estate.ts';
import type { Transaction } from '../registry/registry.ts';
import { closeOldMinutes, takeIn, todaysSums, turnDay, type Stretch } from './fold.ts';
import { type OnFolded, saveFolded } from './folded.ts';
import { spacesFilledBy } from './occupancy/filled-spaces.ts';
import { requestRefold, lockLast, openLast } from './today-store.ts';

/** A location's day that holds an instant, in epoch seconds. */
export function localDayOf(timezone: string, at: number): Stretch {
  const zone = zoneOf(timezone);
  return { from: localDayStart(zone, at), to: nextLocalDayStart(zone, at) };
}

/** When a series holds, and the day of its location. Undefined for a series the estate does not know. */
export function timesOf(estate: Estate, seriesId: number, now: number): { day: Stretch; valid: Stretch } | undefined {
  const series = estate.series.get(seriesId);
  if (!series) return undefined;
  const timezone = estate.locations.get(series.locationId)?.timezone ?? 'UTC';
  return { day: localDayOf(timezone, now), valid: { from: series.from, to: series.to } };
}

/**
 * Folds records into today's sums, and reports which changed. Readings of earlier days change no sum, but may be the
 * newest. This runs in the transaction that announces them, before the facts are written: folding is idempotent, so a
 * live number neither waits for ClickHouse nor suffers from a repetition.
 */
export async function foldToday(
  tx: Transaction,
  planned: readonly { body: { orgId: string }; plan: { rows: readonly MinuteRow[] } }[],
  estates: ReadonlyMap<string, Estate>,
  now: Date,
  onFolded: OnFolded | undefined,
): Promise<void> {
  const { client } = tx;
  const second = Math.floor(now.getTime() / 1000);
  const today = new Map<number, { orgId: string; rows: MinuteRow[]; day: Stretch; valid: Stretch }>();
  for (const { body, plan } of planned) {
    const estate = estates.get(body.orgId);
    for (const row of plan.rows) {
      let entry = today.get(row.series);
      if (!entry) {
        const times = estate && timesOf(estate, row.series, second);
        if (!times) continue;
        entry = { orgId: body.orgId, rows: [], ...times };
        today.set(row.series, entry);
      }
      entry.rows.push(row);
    }
  }
  if (today.size === 0) return;

  const seriesIds = [...today.keys()];
  const lasts = await lockLast(client, seriesIds);
  const missing = seriesIds.filter((seriesId) => !lasts.has(seriesId));
  if (missing.length > 0) {
    const opened = missing.flatMap((seriesId) => {
      const entry = today.get(seriesId);
      return entry ? [{ seriesId, orgId: entry.orgId, day: entry.day }] : [];
    });
    await openLast(client, opened, now);
    for (const [seriesId, last] of await lockLast(client, missing)) lasts.set(seriesId, last);
  }
  const changed = [...lasts.values()].flatMap(({ seriesId, orgId, state }) => {
    const entry = today.get(seriesId);
    if (!entry) return [];
    const turned = turnDay(state, entry.day);
    const taken = takeIn(turned.state, entry.rows, second);
    const next = taken === turned.state ? taken : closeOldMinutes(taken, entry.valid);
    if (next === state) return [];
    const spaceIds = spacesFilledBy(estates.get(orgId), seriesId);
    const fills = spaceIds.length > 0 ? { spaceIds, taken } : undefined;
    return [{ seriesId, orgId, state: next, sums: todaysSums(next, entry.valid), unsure: turned.unsure, fills }];
  });
  await saveFolded(tx, changed, now, onFolded);
  const unsure = changed.filter((row) => row.unsure).map(({ seriesId }) => ({ seriesId, from: 0, to: second }));
  if (unsure.length > 0) await requestRefold(client, unsure, now);
}
