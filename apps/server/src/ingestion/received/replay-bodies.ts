import type { Facts } from '@atrium/facts/facts-interface';
import type { RawRow } from '@atrium/facts/rows';
import type { Registry } from '../../registry/registry.ts';
import { laneOf } from '../inbox.ts';
import { backfillPriority, type TodoBody } from '../todo-store.ts';
import { type BodyKey, dayOf } from './body-id.ts';
import { discardedOf, storedBodies, storedKeys, type Target } from './replay-store.ts';

export interface ReplayBodies {
  /** The bodies of a target, oldest first; it ends when there are more than `most`. */
  keys(orgId: string, target: Target, most: number): Promise<BodyKey[]>;
  /** Their bytes, in their order; what is gone by now is missing. */
  load(orgId: string, keys: readonly BodyKey[]): Promise<TodoBody[]>;
}

/** Finds received bodies for a replay, wherever they are kept. */
export function openReplayBodies(parts: {
  readonly registry: Registry;
  readonly facts: Pick<Facts, 'raw'>;
  readonly factOrgOf: (orgId: string) => Promise<number>;
  readonly clock: () => Date;
}): ReplayBodies {
  const { registry, facts, factOrgOf, clock } = parts;

  const copied = async (orgId: string, target: Target, most: number): Promise<BodyKey[]> => {
    if (target.kind === 'group') return [];
    const [from, to] = [Date.parse(target.from), Date.parse(target.to)];
    const org = await factOrgOf(orgId);
    const { device: name, vendor } = target;
    const device = name === '' ? undefined : { lane: laneOf(orgId, name), name };
    const found: BodyKey[] = [];
    // Most devices have copies of few days: the others are not asked for.
    for (const day of await facts.raw.days({ org, device, vendor, from, to })) {
      if (found.length > most) break;
      const rows = await facts.raw.day({
        day,
        org,
        device,
        vendor,
        from,
        to,
        most: most + 1 - found.length,
      });
      const ofDevice = rows.filter(({ kind }) => kind !== 'command');
      found.push(...ofDevice.map(({ seq, receivedAt }) => ({ seq: String(seq), receivedAt })));
    }
    const discarded = await registry.system((tx) =>
      discardedOf(
        tx,
        orgId,
        found.map(({ seq }) => seq),
      ),
    );
    return found.filter(({ seq }) => !discarded.has(seq));
  };

  return {
    async keys(orgId, target, most) {
      const stored = await registry.system((tx) => storedKeys(tx, orgId, target, most + 1));
      if (stored.length > most) return stored;
      const all = new Map([...(await copied(orgId, target, most)), ...stored].map((key) => [key.seq, key]));
      return [...all.values()].toSorted((a, b) => Number(BigInt(a.seq) - BigInt(b.seq)));
    },

    async load(orgId, keys) {
      const seqs = keys.map(({ seq }) => seq);
      const today = dayOf(clock().getTime());
      const stored = await registry.system((tx) => storedBodies(tx, orgId, seqs, today));
      const known = new Set(stored.map(({ seq }) => seq));
      const missing = keys.filter(({ seq }) => !known.has(seq));
      const org = missing.length > 0 ? await factOrgOf(orgId) : 0;
      const copies = await facts.raw.read(
        missing.map(({ seq, receivedAt }) => ({ org, seq: BigInt(seq), receivedAt })),
      );
      const all = new Map(
        [...stored, ...copies.map((row) => asTodo(row, orgId, today))].map((body) => [body.seq, body]),
      );
      return seqs.flatMap((seq) => all.get(seq) ?? []);
    },
  };
}

function asTodo(
  { seq, lane, device, receivedAt, kind, vendor, contentType, body }: RawRow,
  orgId: string,
  day: string,
) {
  return {
    folded: false,
    priority: backfillPriority,
    seq: String(seq),
    day,
    lane,
    source: 'again',
    orgId,
    device,
    receivedAt: new Date(receivedAt),
    kind: kind as TodoBody['kind'],
    vendor,
    contentType,
    body: Buffer.from(body),
  } satisfies TodoBody;
}
