import type { Replay } from '@atrium/contract/inbox';
import type { Facts } from '@atrium/facts/facts-interface';
import { inboxTexts, maxReplayBodies } from '@atrium/rules/inbox';
import { randomUUID } from 'node:crypto';
import type { JobKind, Task } from '../../jobs/jobs.ts';
import type { JobRequest } from '../../jobs/store.ts';
import { invalidField, notFound, Refusal } from '../../refusal.ts';
import type { Directory } from '../../registry/directory/directory.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { vendors as allVendors, type Vendors } from '../vendors/table.ts';
import { isMapped } from '../mappings/mapped-vendor.ts';
import { countsByGrowing } from '../mappings/version-store.ts';
import { previewOf } from './preview.ts';
import { openReplayBodies } from './replay-bodies.ts';
import { sendAgain } from './send-again.ts';
import {
  addReplay,
  findGroup,
  findReplay,
  saveApplyJob,
  savePreview,
  type StoredReplay,
  type Target,
} from './replay-store.ts';

/** A scope that names who asks. */
export interface Asking {
  readonly orgId: string;
  readonly userId: string;
}

export interface Wish {
  readonly quarantineId?: string | undefined;
  readonly device?: string | undefined;
  readonly vendor?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export type Enqueue = (tx: Transaction, request: JobRequest) => Promise<string>;

/** Counting again what was received: first a calculation of what would change, then the change itself, both as jobs. */
export interface Replays {
  create(scope: Asking, wish: Wish, enqueueJob: Enqueue): Promise<Replay>;
  find(scope: Asking, replayId: string): Promise<Replay>;
  /** In the transaction of the caller, which records it. */
  apply(tx: Transaction, scope: Asking, replayId: string, enqueueJob: Enqueue): Promise<Replay>;
  readonly kinds: Readonly<Record<'preview-replay' | 'apply-replay', JobKind>>;
}

/** What counting bodies again needs. */
export interface ReplayParts {
  readonly registry: Registry;
  readonly directory: Directory;
  readonly facts: Pick<Facts, 'raw' | 'records'>;
  readonly clock: () => Date;
  readonly wake: () => void;
  readonly vendors?: Vendors | undefined;
}

export function createReplays(parts: ReplayParts): Replays {
  const { registry, directory, facts, clock, wake, vendors = allVendors } = parts;
  const factOrgOf = async (orgId: string) => (await directory.estate(orgId)).factOrg;
  const bodies = openReplayBodies({ registry, facts, factOrgOf, clock });

  const targetOf = async (orgId: string, wish: Wish): Promise<Target> => {
    const { quarantineId, device = '', vendor, from = '', to = '' } = wish;
    if (quarantineId === undefined) {
      if (vendor !== undefined) await refuseGrowing(orgId, vendor);
      return { kind: 'range', device, from, to, ...(vendor !== undefined && { vendor }) };
    }
    const group = await registry.tenant({ orgId }, (tx) => findGroup(tx, orgId, quarantineId));
    if (!group) throw notFound('The quarantined data');
    return { kind: 'group', quarantineId, ...group };
  };

  /** Readings of a counter are stored without the version that read them, so there is no taking them back. */
  const refuseGrowing = async (orgId: string, vendor: string) => {
    const isGrowing = isMapped(vendor)
      ? await registry.system(({ client }) => countsByGrowing(client, orgId, vendor))
      : undefined;
    if (isGrowing === undefined) throw notFound('The taught sensor');
    if (isGrowing) throw new Refusal('conflict', `${inboxTexts.growing}.`);
  };

  const known = async (task: Task) => {
    const { orgId, replayId } = task.data as { orgId: string; replayId: string };
    const replay = await registry.tenant({ orgId }, (tx) => findReplay(tx, orgId, replayId));
    return replay && { orgId, replay };
  };

  const preview = async (task: Task) => {
    const found = await known(task);
    if (!found) return;
    const { orgId, replay } = found;
    const keys = await bodies.keys(orgId, replay.target, maxReplayBodies);
    const report = (done: number, total: number) => task.report(done, total);
    const calculated = await previewOf(
      { registry, directory, facts, bodies, vendors, clock },
      orgId,
      keys.slice(0, maxReplayBodies),
      report,
    );
    await registry.tenant({ orgId }, (tx) => savePreview(tx, replay.replayId, calculated));
  };

  const apply = async (task: Task) => {
    const found = await known(task);
    if (!found) return;
    const { orgId, replay } = found;
    const keys = (await bodies.keys(orgId, replay.target, maxReplayBodies)).slice(0, maxReplayBodies);
    await sendAgain({ registry, bodies, clock, wake }, orgId, keys, task.report);
  };

  return {
    async create(scope, wish, enqueueJob) {
      const { orgId, userId } = scope;
      const target = await targetOf(orgId, wish);
      const keys = await bodies.keys(orgId, target, maxReplayBodies);
      const field = target.kind === 'group' ? 'quarantineId' : 'from';
      if (keys.length === 0) throw invalidField(field, inboxTexts.none);
      if (keys.length > maxReplayBodies) throw invalidField(field, inboxTexts.tooMany);
      return registry.tenant(scope, async (tx) => {
        const replayId = randomUUID();
        const job = { kind: 'preview-replay', orgId, userId, data: { orgId, replayId } };
        const previewJobId = await enqueueJob(tx, job);
        return shown(await addReplay(tx, { replayId, orgId, userId, now: clock(), target, previewJobId }));
      });
    },

    async find(scope, replayId) {
      const found = await registry.tenant(scope, (tx) => findReplay(tx, scope.orgId, replayId));
      if (!found) throw notFound('The replay');
      return shown(found);
    },

    async apply(tx, scope, replayId, enqueueJob) {
      const { orgId, userId } = scope;
      const found = await findReplay(tx, orgId, replayId, true);
      if (!found) throw notFound('The replay');
      if (found.preview === null) throw new Refusal('conflict', `${inboxTexts.notReady}.`);
      if (found.applyJobId !== null) throw new Refusal('conflict', `${inboxTexts.applied}.`);
      const applyJobId = await enqueueJob(tx, { kind: 'apply-replay', orgId, userId, data: { orgId, replayId } });
      await saveApplyJob(tx, replayId, applyJobId);
      return shown({ ...found, applyJobId });
    },

    kinds: { 'preview-replay': { run: preview }, 'apply-replay': { run: apply } },
  };
}

function shown({ replayId, createdAt, target, preview, previewJobId, applyJobId }: StoredReplay): Replay {
  return {
    replayId,
    createdAt: createdAt.toISOString(),
    quarantineId: target.kind === 'group' ? target.quarantineId : null,
    device: target.device,
    vendor: target.kind === 'range' ? (target.vendor ?? null) : null,
    from: target.kind === 'range' ? target.from : null,
    to: target.kind === 'range' ? target.to : null,
    previewJobId,
    preview,
    applyJobId,
  };
}
