import { imageAddressesOf, imageReferenceIn, withImageAddresses } from '@atrium/rules/dashboard-images';
import type { Widget } from '@atrium/rules/dashboard';
import { isId } from '../../registry/ids.ts';
import type { Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { findDashboard } from './store.ts';

/** Attaches an image of one dashboard to another as well, and returns its address; undefined if there is none. */
export type CopyImage = (tx: Transaction, copied: CopiedImage) => Promise<string | undefined>;

export interface CopiedImage {
  readonly orgId: string;
  readonly from: string;
  readonly attachmentId: string;
  readonly to: string;
  readonly userId: string;
}

interface Copying {
  readonly orgId: string;
  readonly dashboardId: string;
  readonly widgets: readonly Widget[];
  /** Images of dashboards that they do not see are left out. */
  readonly maker: Pick<Scope, 'userId'>;
  readonly copyImage: CopyImage;
}

/** Cards of a new dashboard with images of its own instead of those of other dashboards. */
export async function withCopiedImages(
  tx: Transaction,
  { orgId, dashboardId, widgets, maker: { userId }, copyImage }: Copying,
): Promise<{ readonly widgets: readonly Widget[]; readonly messages: readonly string[] }> {
  const addresses = new Map<string, string>();
  const seen = new Map<string, boolean>();
  for (const address of imageAddressesOf(widgets)) {
    const { dashboardId: from, attachmentId } = imageReferenceIn(address)!;
    if (!seen.has(from)) seen.set(from, (await findDashboard(tx, { orgId, userId }, from)) !== undefined);
    const isReadable = seen.get(from) === true && isId(attachmentId);
    const copy = isReadable
      ? await copyImage(tx, { orgId, from: from.toLowerCase(), attachmentId, to: dashboardId, userId })
      : undefined;
    addresses.set(address, copy ?? '');
  }
  const missing = [...addresses.values()].filter((address) => address === '').length;
  return { widgets: withImageAddresses(widgets, addresses), messages: missing > 0 ? [leftOut(missing)] : [] };
}

function leftOut(images: number): string {
  return images === 1
    ? '1 image was left out: you cannot see the original. Upload it again in the settings of its card.'
    : `${images} images were left out: you cannot see the originals. Upload them again in the settings of their cards.`;
}
