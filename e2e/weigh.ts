import type { Page } from '@playwright/test';
import { gzipSync } from 'node:zlib';

/** Everything a page has loaded so far, as gzip would send it; fonts are compressed already. */
export function weigh(page: Page) {
  const sizes: Promise<{ path: string; size: number }>[] = [];
  page.on('response', (response) => {
    const path = new URL(response.url()).pathname;
    const size = response.body().then((body) => (path.endsWith('.woff2') ? body.length : gzipSync(body).length));
    sizes.push(size.then((bytes) => ({ path, size: bytes })).catch(() => ({ path, size: 0 })));
  });
  return async () => {
    const files = await Promise.all(sizes);
    const sizeOf = (ending: string) =>
      files.filter(({ path }) => path.endsWith(ending)).reduce((sum, { size }) => sum + size, 0);
    return { files, requests: files.length, total: sizeOf(''), script: sizeOf('.js'), font: sizeOf('.woff2') };
  };
}
