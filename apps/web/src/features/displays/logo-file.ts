import { maxLogo } from '@atrium/rules/display';

const sides = [480, 320, 200, 120];

/** A chosen image as a data URL, made smaller until it is allowed; undefined where that does not help. */
export async function logoOf(file: Blob): Promise<string | undefined> {
  const image = await createImageBitmap(file).catch(() => undefined);
  if (!image) return undefined;
  for (const side of sides) {
    const scale = Math.min(1, side / Math.max(image.width, image.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(image.width * scale));
    canvas.height = Math.max(1, Math.round(image.height * scale));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const url = canvas.toDataURL('image/png');
    if (url.length <= maxLogo) return url;
  }
  return undefined;
}
