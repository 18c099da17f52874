import type { Facts } from '@atrium/facts/facts-interface';
import type { RawHeader } from '@atrium/facts/raw-question';
import type { Registry } from '../../registry/registry.ts';
import { laneOf } from '../inbox.ts';
import { type BodyKey, dayOf, readBodyId } from './body-id.ts';
import {
  fatesOf,
  type Header,
  inboxPage,
  type Looked,
  quarantinedPage,
  storedBody,
  type Wanted,
} from './received-store.ts';
import { organizationsByNumber } from './senders-store.ts';

/** Everything that was received, of the inbox and of the copies in the facts, as one list. */
export interface Received {
  page(wanted: Wanted): Promise<Looked>;
  find(orgId: string, bodyId: string): Promise<ReceivedBytes | undefined>;
}

export type ReceivedBytes = Header & { readonly body: Buffer };

const dayMs = 86_400_000;
/** How long the inbox and the copies keep bodies, in days. */
const [inboxDays, copiesDays] = [2, 30];
/** Looks into the copies are by day: at most this many of them for a page. */
const maxLooks = 40;

export function createReceived(parts: {
  readonly registry: Registry;
  readonly facts: Pick<Facts, 'raw'>;
  readonly clock: () => Date;
}): Received {
  const { registry, facts, clock } = parts;

  /** The inbox has every body of this day and of later ones. */
  const inboxSince = () => dayOf(clock().getTime() - inboxDays * dayMs);

  const ofInbox = async (wanted: Wanted): Promise<Looked> => {
    const since = wanted.status === 'waiting' ? null : inboxSince();
    if (since !== null && wanted.behind && dayOf(wanted.behind.receivedAt) < since) return { rows: [], last: null };
    return registry.system((tx) => inboxPage(tx, wanted, since));
  };

  /** Day by day backward, until there are enough or it has looked often enough. */
  const ofCopies = async (wanted: Wanted): Promise<Looked> => {
    const { orgId, device, status, from, to, behind, most } = wanted;
    const numbers = await registry.system((tx) => organizationsByNumber(tx, orgId));
    const org = orgId === null ? undefined : [...numbers.keys()][0];
    if (numbers.size === 0) return { rows: [], last: null };
    const newest = Date.parse(inboxSince()) - dayMs;
    const first = behind ? Math.min(newest, Date.parse(dayOf(behind.receivedAt))) : newest;
    const start = to ? Math.min(first, Date.parse(dayOf(to.getTime()))) : first;
    const oldest = Math.max(clock().getTime() - (copiesDays + 1) * dayMs, from?.getTime() ?? 0);
    const rows: Header[] = [];
    let [day, before] = [start, behind && dayOf(behind.receivedAt) === dayOf(start) ? BigInt(behind.seq) : undefined];
    let last: BodyKey | null = null;
    for (let looks = 0; day + dayMs > oldest; looks += 1) {
      if (rows.length >= most || looks === maxLooks) return { rows, last };
      const atOnce = status === undefined ? most - rows.length : 1000;
      const found = await facts.raw.day({
        day: day / 1000,
        org,
        device:
          device === undefined ? device : { lane: orgId === null ? undefined : laneOf(orgId, device), name: device },
        vendor: wanted.vendor,
        kind: wanted.kind,
        from: from?.getTime(),
        to: to?.getTime(),
        before,
        most: atOnce,
      });
      const known = await described(found, numbers);
      const matching = known.filter((row) => status === undefined || row.status === status);
      rows.push(...matching.slice(0, most - rows.length));
      const end = rows.length >= most ? rows.at(-1) : undefined;
      const final = found.at(-1);
      if (end) last = { receivedAt: end.receivedAt.getTime(), seq: end.seq };
      else if (final) last = { receivedAt: final.receivedAt, seq: String(final.seq) };
      else last = { receivedAt: day, seq: '0' };
      const isDayOver = found.length < atOnce;
      before = isDayOver ? undefined : final?.seq;
      if (isDayOver) day -= dayMs;
    }
    return { rows, last: rows.length >= most ? last : null };
  };

  const described = async (found: readonly RawHeader[], numbers: ReadonlyMap<number, string>): Promise<Header[]> => {
    const owned = found.flatMap(({ org, seq, ...rest }) => {
      const orgId = numbers.get(org);
      return orgId === undefined ? [] : [{ ...rest, orgId, seq: String(seq) }];
    });
    const fates = await registry.system((tx) => fatesOf(tx, owned));
    return owned.map(({ lane: _lane, decoder: _decoder, receivedAt, kind, ...row }) => ({
      ...row,
      kind: kind as Header['kind'],
      receivedAt: new Date(receivedAt),
      status: fates.get(row.seq)?.status ?? 'applied',
      reason: fates.get(row.seq)?.reason ?? null,
    }));
  };

  return {
    async page(wanted) {
      if (wanted.reason !== undefined || wanted.status === 'quarantined') {
        return registry.system((tx) => quarantinedPage(tx, wanted));
      }
      const newer = await ofInbox(wanted);
      if (newer.rows.length >= wanted.most || newer.last !== null || wanted.status === 'waiting') return newer;
      const older = await ofCopies({ ...wanted, most: wanted.most - newer.rows.length });
      return { rows: [...newer.rows, ...older.rows], last: older.last };
    },

    async find(orgId, bodyId) {
      const key = readBodyId(bodyId);
      if (key === null) return undefined;
      const stored = await registry.system((tx) => storedBody(tx, orgId, key, dayOf(clock().getTime())));
      if (stored) return stored;
      const numbers = await registry.system((tx) => organizationsByNumber(tx, orgId));
      const org = [...numbers.keys()][0];
      if (org === undefined) return undefined;
      const [found] = await facts.raw.read([{ org, seq: BigInt(key.seq), receivedAt: key.receivedAt }]);
      if (!found || found.receivedAt !== key.receivedAt) return undefined;
      const { body, ...header } = found;
      const [row] = await described([{ ...header, bytes: body.length }], numbers);
      return row && { ...row, body: Buffer.from(body) };
    },
  };
}
