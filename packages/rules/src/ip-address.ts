/** Four numbers from 0 to 255 with dots between. */
export function isIpAddress(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255);
}
