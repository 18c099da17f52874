import { texts } from './place-texts.ts';

/** A file as an address for an image, which ends with the answer that it belongs to. */
export function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(new Error(texts.unreadable)));
    reader.readAsDataURL(blob);
  });
}
