import { hash } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Secrets } from '../../accounts/secrets.ts';
import { startWorker } from '../../jobs/worker.ts';
import type { Log } from '../../log.ts';
import { isId } from '../../registry/ids.ts';
import { generateOnce } from '../../registry/installation.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Rate } from '../../token-bucket.ts';
import type { Reach } from '../points.ts';
import { createRateLimit } from '../rate.ts';
import { generateKey } from './key-pair.ts';
import { type FileImports, pickUp } from './pickup.ts';
import { createSftpServer, type SftpLimits, type SignedIn } from './server.ts';
import { serveSession } from './session.ts';
import { defaultShelfLimits, openShelf, type Shelf, type ShelfLimits } from './shelf.ts';
import { keysOf, sftpUser } from './sign-in-store.ts';

export interface SftpOptions {
  readonly registry: Registry;
  readonly secrets: Secrets;
  readonly clock: () => Date;
  readonly log: Log;
  /** Holds a folder for each organization. */
  readonly folder: string;
  readonly imports: FileImports;
  /** Whether there is room on the disk. */
  readonly hasRoom: () => boolean;
  readonly maxFileBytes: number;
  readonly limits?: Partial<SftpLimits & ShelfLimits & Pauses> | undefined;
  /** Points at which a test may end the process. */
  readonly reach?: Reach | undefined;
}

interface Pauses {
  /** How often the folders are looked at; a finished file is taken at once. */
  readonly lookMs: number;
  /** A file that came in another way is taken when it is unchanged for so long. */
  readonly settledMs: number;
  /** Of an organization: how many uploads that were cut off are listed among its imports. */
  readonly cutOffs: Rate;
}

/** Files of organizations by SFTP: the server, and what happens to a file that arrived. */
export interface Sftp {
  /** `SHA256:…` of the host key, as clients show it. */
  readonly fingerprint: string;
  /** Null before it listens. */
  readonly port: number | null;
  /** Resolves to the port. */
  listen(port: number, host: string): Promise<number>;
  close(): Promise<void>;
}

interface Place {
  readonly shelf: Shelf;
  readonly finished: Set<string>;
}

const defaultLookMs = 5_000;
const trustedMs = 1_000;
/** A client that breaks off again and again does not fill the list of imports. */
const recordedCutOffs: Rate = { perSecond: 1 / 60, burst: 60 };

export async function openSftp(options: SftpOptions): Promise<Sftp> {
  const { registry, secrets, clock, log, folder, imports, reach } = options;
  const shelfLimits = { ...defaultShelfLimits, fileBytes: options.maxFileBytes, ...options.limits };
  const { hostKey, fingerprint } = await openHostKey(registry, secrets);
  const places = new Map<string, Place>();
  const opening = new Map<string, Promise<void>>();
  const openPlace = async (orgId: string) => {
    places.set(orgId, {
      shelf: await openShelf(join(folder, orgId), shelfLimits, options.hasRoom),
      finished: new Set(),
    });
  };
  const prepare = async ({ orgId }: { orgId: string }) => {
    if (places.has(orgId)) return;
    // Opening one deletes what was being received, so it happens once.
    const started = opening.get(orgId) ?? openPlace(orgId).finally(() => opening.delete(orgId));
    opening.set(orgId, started);
    await started;
  };
  // What an earlier process left goes on.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) if (isId(name)) await prepare({ orgId: name });

  const worker = startWorker({
    name: 'sftp',
    log,
    pause: options.limits?.lookMs ?? defaultLookMs,
    breath: 200,
    run: async () => {
      for (const [orgId, place] of places) {
        await pickUp({ orgId, imports, clock, reach, settledMs: options.limits?.settledMs, ...place }).catch(
          (error: unknown) => {
            log.warn({ err: error, orgId }, 'SFTP: files could not be imported; trying again');
          },
        );
      }
      return false;
    },
  });

  const cutOffs = createRateLimit(options.limits?.cutOffs ?? recordedCutOffs, () => performance.now());
  const find = (user: string) => registry.system((tx) => keysOf(tx, user));
  const isAllowed = ({ orgId, publicKey }: SignedIn) => {
    let answer = Promise.resolve(true);
    let askedAt = performance.now();
    return () => {
      if (performance.now() - askedAt < trustedMs) return answer;
      askedAt = performance.now();
      answer = find(sftpUser(orgId)).then((found) =>
        found.some((each) => each.orgId === orgId && each.publicKey === publicKey),
      );
      return answer;
    };
  };
  const server = await createSftpServer({
    hostKey,
    log,
    keysOf: find,
    ...(options.limits && { limits: options.limits }),
    prepare,
    serve: (who, sftp, end) => {
      const { orgId } = who;
      const place = places.get(orgId);
      if (!place) {
        end();
        return async () => {};
      }
      return serveSession(sftp, {
        shelf: place.shelf,
        isAllowed: isAllowed(who),
        hasRoom: options.hasRoom,
        onFinished: (name) => {
          place.finished.add(name);
          worker.wake();
        },
        onCutOff: (name) => {
          if (cutOffs.take(orgId, 1) > 0) return;
          imports.noteCutOff(orgId, name).catch((error: unknown) => {
            log.warn({ err: error, orgId }, 'SFTP: a file was cut off, and that could not be recorded');
          });
        },
        onAbuse: end,
      });
    },
  });

  let listening: number | null = null;
  return {
    fingerprint,
    get port() {
      return listening;
    },
    async listen(port, host) {
      listening = await server.listen(port, host);
      return listening;
    },
    async close() {
      await server.close();
      await worker.stop();
    },
  };
}

/** Made once and stored sealed, so that clients know this server again on every node and after every restart. */
async function openHostKey(registry: Registry, secrets: Secrets) {
  const { utils } = (await import('ssh2')).default;
  const make = () => secrets.seal(generateKey(utils).private);
  const hostKey = secrets.open(await generateOnce(registry, 'sftp-host-key', make));
  const parsed = utils.parseKey(hostKey);
  if (parsed instanceof Error) throw parsed;
  const fingerprint = `SHA256:${hash('sha256', parsed.getPublicSSH(), 'base64').replace(/=+$/, '')}`;
  return { hostKey, fingerprint };
}
