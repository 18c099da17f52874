import type { AuditAction } from '@atrium/contract/audit';
import type { QueryOf, ReplyOf } from '@atrium/contract/endpoint';
import type {
  InboxDevice,
  listReceived,
  OpenBody,
  PackageGap,
  QuarantineGroup,
  ReceivedBody,
  Replay,
} from '@atrium/contract/inbox';
import { reasonProblems, replayProblems, type WantedReplay } from '@atrium/rules/inbox';
import { packageRequestTexts } from '@atrium/rules/package-request';
import { doneBy, recordAudit } from '../../audit/audit.ts';
import { invalidField, notFound, Refusal, refuseProblems } from '../../refusal.ts';
import type { ListQuery } from '../../registry/list-query.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { type AnyScope, everyOrganization, type Scope } from '../../scope.ts';

type Query = QueryOf<typeof listReceived>;

interface Listed<Row> {
  readonly rows: Row[];
  readonly total: number;
}

/** What the screen needs from ingestion, which keeps everything that was received. */
export interface InboxDependencies {
  readonly registry: Registry;
  readonly clock: () => Date;
  /** Undefined for a cursor that names nothing. */
  page(orgId: string | null, query: Query): Promise<ReplyOf<typeof listReceived> | undefined>;
  open(orgId: string, bodyId: string): Promise<OpenBody | undefined>;
  bytes(orgId: string, bodyId: string): Promise<(Pick<ReceivedBody, 'device'> & { body: Buffer }) | undefined>;
  groups(
    orgId: string | null,
    query: ListQuery & { device?: string; reason?: string },
  ): Promise<Listed<QuarantineGroup>>;
  /** In the transaction of the caller. */
  discard(tx: Transaction, orgId: string, quarantineId: string, reason: string): Promise<Discarded>;
  createReplay(scope: Scope, wish: WantedReplay): Promise<Replay>;
  replay(scope: Scope, replayId: string): Promise<Replay>;
  /** In the transaction of the caller. */
  applyReplay(tx: Transaction, scope: Scope, replayId: string): Promise<Replay>;
  devices(orgId: string | null, query: ListQuery): Promise<Listed<InboxDevice>>;
  gaps(orgId: string | null, query: ListQuery & { isWaived: boolean }): Promise<Listed<PackageGap>>;
  /** In the transaction of the caller; undefined when there is none that could be waived. */
  waive(tx: Transaction, scope: Scope, packageGapId: string, reason: string): Promise<PackageGap | undefined>;
  /** In the transaction of the caller; `off` when nobody has turned asking on for its sensor. */
  request(tx: Transaction, scope: Scope, packageGapId: string): Promise<PackageGap | 'off' | 'unknown'>;
}

interface Discarded {
  readonly count: number;
  readonly device: string;
  readonly reason: string;
}

/** The inbox as people see it: within an organization, and with an audit entry for what they do. */
export function createInboxScreen(parts: InboxDependencies) {
  const { registry, clock } = parts;
  const record = (tx: Transaction, scope: Scope, action: AuditAction, [entityType, entityId]: Named, detail: Detail) =>
    recordAudit(tx, { ...doneBy(scope), orgId: scope.orgId, at: clock(), action, entityType, entityId, detail });

  return {
    async list(scope: AnyScope, query: Query) {
      const found = await parts.page(orgOf(scope), query);
      if (!found) throw invalidField('cursor', 'must be that of an earlier page');
      return found;
    },

    async open(scope: Scope, bodyId: string) {
      const found = await parts.open(scope.orgId, bodyId);
      if (!found) throw notFound('The body');
      return found;
    },

    async download(scope: Scope, bodyId: string) {
      const found = await parts.bytes(scope.orgId, bodyId);
      if (!found) throw notFound('The body');
      const { device, body } = found;
      await registry.tenant(scope, (tx) =>
        record(tx, scope, 'received-downloaded', ['received-body', bodyId], { device }),
      );
      return { bodyId, body };
    },

    groups: (scope: AnyScope, query: Parameters<InboxDependencies['groups']>[1]) => parts.groups(orgOf(scope), query),

    async discard(scope: Scope, quarantineId: string, why: string) {
      refuseProblems(reasonProblems(why));
      return registry.tenant(scope, async (tx) => {
        const { count, device, reason } = await parts.discard(tx, scope.orgId, quarantineId, why);
        const detail = { device, reason, why, count };
        await record(tx, scope, 'quarantine-discarded', ['quarantine', quarantineId], detail);
        return count;
      });
    },

    async createReplay(scope: Scope, wish: WantedReplay) {
      refuseProblems(replayProblems(wish));
      return parts.createReplay(scope, wish);
    },

    replay: (scope: Scope, replayId: string) => parts.replay(scope, replayId),

    applyReplay: (scope: Scope, replayId: string) =>
      registry.tenant(scope, async (tx) => {
        const replay = await parts.applyReplay(tx, scope, replayId);
        const { device, from, to, preview } = replay;
        const range = from === null ? {} : { from, to };
        const detail = { device, ...range, bodies: preview?.bodies, changed: preview?.changed };
        await record(tx, scope, 'replay-applied', ['replay', replay.replayId], detail);
        return replay;
      }),

    devices: (scope: AnyScope, query: ListQuery) => parts.devices(orgOf(scope), query),
    gaps: (scope: AnyScope, query: ListQuery & { isWaived: boolean }) => parts.gaps(orgOf(scope), query),

    async waive(scope: Scope, packageGapId: string, why: string) {
      refuseProblems(reasonProblems(why));
      return registry.tenant(scope, async (tx) => {
        const gap = await parts.waive(tx, scope, packageGapId, why);
        if (!gap) throw notFound('The gap');
        const { device, firstNumber, lastNumber } = gap;
        const detail = { device, firstNumber, lastNumber, why };
        await record(tx, scope, 'package-gap-waived', ['package-gap', gap.packageGapId], detail);
        return gap;
      });
    },

    request: (scope: Scope, packageGapId: string) =>
      registry.tenant(scope, async (tx) => {
        const gap = await parts.request(tx, scope, packageGapId);
        if (gap === 'unknown') throw notFound('The gap');
        if (gap === 'off') throw new Refusal('conflict', `${packageRequestTexts.off}.`);
        const { device, firstNumber, lastNumber } = gap;
        const detail = { device, firstNumber, lastNumber };
        await record(tx, scope, 'package-gap-requested', ['package-gap', gap.packageGapId], detail);
        return gap;
      }),
  };
}

/** Null for every organization. */
function orgOf(scope: AnyScope): string | null {
  return scope === everyOrganization ? null : scope.orgId;
}

type Named = readonly [type: string, id: string];
type Detail = Record<string, unknown>;
