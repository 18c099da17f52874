/** The QR code of a URL as a data URL; undefined for an invalid URL or one that is too long. */
export async function qrImage(url: string): Promise<string | undefined> {
  if (!URL.canParse(url)) return undefined;
  const { toString } = await import('qrcode');
  try {
    const svg = await toString(url, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
    return `data:image/svg+xml,${encodeURIComponent(svg)}`;
  } catch {
    return undefined;
  }
}
