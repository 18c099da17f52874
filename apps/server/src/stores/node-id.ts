import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The id of this node: stored in its data folder, so that it stays the same under any host name. */
export async function nodeId(dataFolder: string): Promise<string> {
  const file = join(dataFolder, 'node-id');
  const known = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (/^[0-9a-f-]{36}$/.test(known)) return known;
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  // Written completely or not at all, and never twice.
  const half = `${file}.${randomUUID()}`;
  await writeFile(half, `${randomUUID()}\n`, { mode: 0o600 });
  if (known !== '' || (await readFile(file).catch(() => undefined))) await rm(file, { force: true });
  await link(half, file).catch(() => undefined);
  await rm(half, { force: true });
  return (await readFile(file, 'utf8')).trim();
}
