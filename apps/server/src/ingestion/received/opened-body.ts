import type { OpenBody } from '@atrium/contract/inbox';
import type { Directory } from '../../registry/directory/directory.ts';
import { decodeAll, planOne } from '../announce.ts';
import { laneOf } from '../inbox.ts';
import { backfillPriority, type TodoBody } from '../todo-store.ts';
import { vendors as allVendors, type Vendors } from '../vendors/table.ts';
import { readingsOf } from './decoded-body.ts';
import type { ReceivedBytes } from './received.ts';
import { showBody } from './shown-body.ts';

/** A body as text, and what its decoder and the current settings make of it. Nothing is written. */
export async function openBody(
  found: ReceivedBytes,
  { directory, clock, vendors = allVendors }: { directory: Directory; clock: () => Date; vendors?: Vendors },
): Promise<Pick<OpenBody, 'form' | 'text' | 'isCut' | 'decoded'>> {
  const shown = showBody(found.body);
  const { orgId, device, receivedAt } = found;
  const lane = laneOf(orgId, device);
  const asSent = { folded: false, priority: backfillPriority, day: '', lane, source: 'again' } as const;
  const body: TodoBody = { ...asSent, ...found };
  const estate = await directory.estate(orgId);
  const [read] = found.kind === 'command' ? [] : await decodeAll([body], vendors, new Map([[orgId, estate]]));
  if (!read?.decoded) return { ...shown, decoded: null };
  const { plan } = planOne({ ...body, receivedAt }, read, estate, clock());
  const { device: named, testData, flaws } = read.decoded;
  // A line that has no zone yet would get one.
  const reason = plan.reason === 'no_series' && plan.unknown.length > 0 ? null : plan.reason;
  return { ...shown, decoded: { device: named, testData, flaws: [...flaws], ...readingsOf(read.decoded), reason } };
}
