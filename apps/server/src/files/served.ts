interface ServedFile {
  readonly originalName: string;
  readonly contentType: string;
  readonly bytes: number;
}

/**
 * Headers for someone else's file on our own origin: with a type we determined, and if a browser shows it as a page, as
 * one without any permissions. Only images are shown in place.
 */
export function servedFile({ originalName, contentType, bytes }: ServedFile, how: 'attachment' | 'inline') {
  const plain = originalName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(originalName).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return {
    'Content-Type': contentType,
    'Content-Length': String(bytes),
    'Content-Disposition': `${how}; filename="${plain}"; filename*=UTF-8''${exact}`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
}
