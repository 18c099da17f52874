import { openIntervals } from '@atrium/calendar/opening-hours';
import { zoneOf } from '@atrium/calendar/zones';
import { advanceAlarm, type AlarmEvent, nextAlarmCheck, type Silence } from '@atrium/rules/alarm';
import { alarmRuleOf, maintenanceOf } from '@atrium/rules/alarm-settings';
import type { Directory } from '../../registry/directory/directory.ts';
import { type Estate, hoursAt } from '../../registry/directory/estate.ts';
import type { Transaction } from '../../registry/registry.ts';
import type { AlarmRow } from './config-store.ts';
import { storeSteps } from './state-store.ts';
import { announceNotices, lockWatching, saveWatch } from './watch-store.ts';

/** How far ahead closed hours are computed; a longer closure is looked at again at its end. */
const aheadSeconds = 14 * 86_400;

/** A change of a live number, as `ingestion/live-levels.ts` reports it. */
export interface WatchedLevel {
  readonly orgId: string;
  readonly entity: { readonly kind: 'space' | 'location' | 'zone'; readonly id: string };
  readonly value: number | null;
  readonly at: number;
  readonly corrected: boolean;
}

export interface Evaluation {
  /** Joins the transaction in which live numbers change. A repetition changes nothing. */
  onLevels(tx: Transaction, changes: readonly WatchedLevel[]): Promise<void>;
  /** Applies events to a locked alarm, and stores what follows. `by` is the person who acts. */
  advance(tx: Transaction, row: AlarmRow, events: readonly AlarmEvent[], by?: string | null): Promise<void>;
}

export function createEvaluation(deps: { directory: Directory; clock: () => Date }): Evaluation {
  const { directory, clock } = deps;

  const silencesOf = async ({ alarm }: AlarmRow, now: number): Promise<Silence[]> => {
    const windows = maintenanceOf(alarm.settings);
    if (!alarm.settings.quietWhenClosed) return windows;
    return [...windows, ...closedHours(await directory.estate(alarm.orgId), alarm.locationId, now)];
  };

  const advance: Evaluation['advance'] = async (tx, row, events, by = null) => {
    const { alarm, maxCapacity } = row;
    const last = events.at(-1);
    if (!last) return;
    const rule = alarmRuleOf(alarm, alarm.settings, maxCapacity);
    const silences = await silencesOf(row, last.now);
    let state = alarm.watch;
    let isNews = false;
    for (const event of events) {
      const next = advanceAlarm(rule, state, event, silences);
      ({ state } = next);
      isNews ||= next.steps.some(({ kind }) => kind === 'notice');
      await storeSteps(tx, alarm, next.steps, by);
    }
    await saveWatch(tx, alarm.alarmConfigId, state, nextAlarmCheck(rule, state, last.now, silences));
    if (isNews) await announceNotices(tx);
  };

  return {
    advance,

    async onLevels(tx, changes) {
      if (changes.length === 0) return;
      const now = Math.floor(clock().getTime() / 1000);
      const levels = new Map<string, AlarmEvent[]>();
      for (const { entity, value, at, corrected } of changes) {
        const events = levels.get(entity.id) ?? [];
        events.push({ kind: 'level', value, at, corrected, now });
        levels.set(entity.id, events);
      }
      for (const row of await lockWatching(tx, [...levels.keys()])) {
        await advance(tx, row, levels.get(row.alarm.alarmableId) ?? []);
      }
    },
  };
}

/** The hours around now in which a location is closed. */
function closedHours(estate: Estate, locationId: string, now: number): Silence[] {
  const place = estate.locations.get(locationId);
  if (!place) return [];
  const from = now - 60;
  const to = now + aheadSeconds;
  const closed: Silence[] = [];
  let at = from;
  for (const open of openIntervals(hoursAt(estate, locationId), zoneOf(place.timezone), from, to)) {
    if (at < open.from) closed.push({ from: at, to: open.from });
    at = open.to;
  }
  return at < to ? [...closed, { from: at, to }] : closed;
}
