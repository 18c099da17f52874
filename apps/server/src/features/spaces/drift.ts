import { setTimeout as sleep } from 'node:timers/promises';
import { dayOfDate } from '@atrium/calendar/opening-hours';
import { localDay, zoneOf } from '@atrium/calendar/zones';
import {
  applyToPast,
  getSpaceDrift,
  type PastPart,
  type PastPreview,
  previewPast,
  type SpaceDrift,
} from '@atrium/contract/space-drift';
import { firstMinute } from '@atrium/metrics/occupancy-fold';
import type { Changes } from '../../estate/changes.ts';
import type { Http } from '../../http/server.ts';
import type { JobKind } from '../../jobs/jobs.ts';
import type { JobRequest } from '../../jobs/store.ts';
import { refuseProblems } from '../../refusal.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { estateVersion } from '../../registry/directory/store.ts';
import { extendSettings, type StoredSpace } from './space-store.ts';
import { auditEntry, existingSpace } from './spaces.ts';
import { extendZones } from './zone-store.ts';

interface Dependencies {
  readonly registry: Registry;
  readonly changes: Changes;
  readonly clock: () => Date;
  drift(spaceId: string): Promise<SpaceDrift | undefined>;
  preview(spaceId: string, from: string, part: PastPart): Promise<PastPreview | undefined>;
  left(
    spaceId: string,
    from: string,
  ): Promise<{ readonly left: number; readonly days: number; readonly version: number }>;
  readonly enqueue: (tx: Transaction, request: JobRequest) => Promise<string>;
}

const kind = 'space-past';
const dateText = 'Choose a date in the past';

/** The drift of spaces, and settings and zones that also hold for the past. */
export function bindDrift(
  http: Http,
  { registry, changes, clock, enqueue, ...parts }: Omit<Dependencies, 'left'>,
): void {
  http.bind(getSpaceDrift, async ({ scope, params }) => {
    const { spaceId } = await registry.tenant(scope, (tx) => existingSpace(tx, scope, params.spaceId));
    return { drift: (await parts.drift(spaceId)) ?? null };
  });
  http.bind(previewPast, async ({ scope, params, query }) => {
    const space = await registry.tenant(scope, (tx) => existingSpace(tx, scope, params.spaceId));
    refuseDate(space, query.from, clock());
    return (await parts.preview(space.spaceId, query.from, query.part)) ?? nothing;
  });
  http.bind(applyToPast, ({ scope, params, body }) =>
    changes(scope, async ({ tx, now, record }) => {
      const space = await existingSpace(tx, scope, params.spaceId);
      const day = refuseDate(space, body.from, now);
      const from = firstMinute(zoneOf(space.timezone), day);
      if (body.part === 'zones') await extendZones(tx, space, from, now.getTime() / 1000);
      else await extendSettings(tx, space.spaceId, new Date(from * 1000));
      const changed = { [body.part === 'zones' ? 'zonesSince' : 'settingsSince']: [null, body.from] };
      const detail = { name: space.name, changed };
      await record({ ...auditEntry('space-changed', space.spaceId), detail });
      const version = await estateVersion(tx, scope.orgId);
      const data = { spaceId: space.spaceId, from: body.from, version };
      return { jobId: await enqueue(tx, { kind, orgId: scope.orgId, data }) };
    }),
  );
}

/** Follows the recalculation of a past: the folding worker does it, a few days at a time. */
export function pastKinds({ left }: Pick<Dependencies, 'left'>): Record<string, JobKind> {
  return {
    [kind]: {
      hours: 6,
      async run({ data, report }) {
        const [spaceId, from, version] = [String(data['spaceId']), String(data['from']), Number(data['version'])];
        for (;;) {
          const now = await left(spaceId, from);
          if (now.version >= version && now.left === 0) return report(now.days, now.days);
          const isCompared = now.version >= version;
          await report(isCompared ? Math.max(0, now.days - now.left) : 0, now.days);
          await sleep(lookEvery);
        }
      },
    },
  };
}

const lookEvery = 500;
/** Of a space that was never folded. */
const nothing: PastPreview = { days: 0, shown: [], change: 0 };

function refuseDate({ timezone }: StoredSpace, from: string, now: Date): number {
  const day = dayOfDate(from);
  const isPast = day !== undefined && day <= localDay(zoneOf(timezone), now.getTime() / 1000);
  refuseProblems(isPast ? [] : [{ path: 'from', message: dateText }]);
  return day!;
}
