import { imageAddressesOf, imageReferenceIn, withImageAddresses } from '@atrium/rules/dashboard-images';
import type { Widget } from '@atrium/rules/dashboard';
import { isId } from '../../registry/ids.ts';
import type { Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { Refusal } from '../../refusal.ts';
import { visibleAmong } from './store.ts';

/** Of other dashboards, in one that is made. */
const maxImages = 200;
const texts = { tooMany: `A new dashboard takes over at most ${maxImages} images.` } as const;

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
  const images = imageAddressesOf(widgets).map((address) => ({ address, ...referenceIn(address) }));
  const references = new Map(images.map((image) => [keyOf(image), image]));
  if (references.size > maxImages) throw new Refusal('invalid', texts.tooMany);
  const seen = await visibleAmong(tx, { orgId, userId }, [...new Set(images.map(({ from }) => from))]);
  const copies = new Map<string, string>();
  for (const [key, { from, attachmentId }] of references) {
    if (!seen.has(from) || !isId(attachmentId)) continue;
    const copy = await copyImage(tx, { orgId, from, attachmentId, to: dashboardId, userId });
    if (copy !== undefined) copies.set(key, copy);
  }
  const addresses = new Map(images.map((image) => [image.address, copies.get(keyOf(image)) ?? '']));
  const missing = references.size - copies.size;
  return { widgets: withImageAddresses(widgets, addresses), messages: missing > 0 ? [leftOut(missing)] : [] };
}

/** Ids are the same in any case. */
function referenceIn(address: string): Pick<CopiedImage, 'from' | 'attachmentId'> {
  const { dashboardId, attachmentId } = imageReferenceIn(address)!;
  return { from: dashboardId.toLowerCase(), attachmentId: attachmentId.toLowerCase() };
}

function keyOf({ from, attachmentId }: Pick<CopiedImage, 'from' | 'attachmentId'>): string {
  return `${from} ${attachmentId}`;
}

function leftOut(images: number): string {
  return images === 1
    ? '1 image was left out: you cannot see the original. Upload it again in the settings of its card.'
    : `${images} images were left out: you cannot see the originals. Upload them again in the settings of their cards.`;
}
