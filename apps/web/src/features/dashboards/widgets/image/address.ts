import type { Widget } from '@atrium/rules/dashboard';
import { imageReferenceIn } from '@atrium/rules/dashboard-images';
import { ownText } from '../own-options.ts';
import { webAddress } from '../safe-link.ts';

export type ImageType = 'attachment' | 'url';

export function imageTypeOf(widget: Pick<Widget, 'clientOptions'>): ImageType {
  const type = ownText(widget, 'imageType');
  // Other programs write the address of a web image alone.
  if (type === '') return webAddress(ownText(widget, 'image').trim()) ? 'url' : 'attachment';
  return type === 'url' ? 'url' : 'attachment';
}

/** Where the image of a card is loaded from; undefined without one, or if the address is not that of an image. */
export function imageAddress(widget: Pick<Widget, 'clientOptions'>, pageProtocol: string): string | undefined {
  const image = ownText(widget, 'image').trim();
  if (imageTypeOf(widget) === 'attachment') return attachmentIdIn(image) && image;
  const url = webAddress(image);
  // A page served over https may not show what is not.
  if (url && pageProtocol === 'https:') url.protocol = 'https:';
  return url?.href;
}

/** The attachment that an address of ours belongs to. */
export function attachmentIdIn(address: string): string | undefined {
  return imageReferenceIn(address)?.attachmentId;
}
