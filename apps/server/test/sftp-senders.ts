import { listImports } from '@atrium/contract/imports';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Client } from './client.ts';
import { connectSftp, type KeyPair, newKey } from './sftp-client.ts';
import { openWorld, type World } from './world.ts';

/** An organization that may send files. */
export interface Sender {
  readonly orgId: string;
  readonly username: string;
  readonly key: KeyPair;
  readonly admin: Client;
}

/** A world for the tests of one file, with organizations that send files. */
export function sftpSenders() {
  let world: World;
  let folder: string;
  let port: number;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'atrium-sftp-'));
    world = await openWorld({
      sftpPort: 0,
      app: {
        sftpFolder: folder,
        sftpLimits: {
          fileBytes: 200_000,
          totalBytes: 500_000,
          lookMs: 100,
          cutOffs: { perSecond: 1 / 3600, burst: 3 },
        },
      },
    });
    port = await world.sftp!.listen(0, '127.0.0.1');
  });
  afterAll(async () => {
    await world.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    get world() {
      return world;
    },
    get folder() {
      return folder;
    },
    get port() {
      return port;
    },
    aSender: async (): Promise<Sender> => {
      const key = newKey();
      const { orgId } = await world.organization({ sftpEnabled: true, sftpPublicKey: key.public.trim() });
      const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
      return { orgId, username: `org-${orgId.slice(0, 8)}`, key, admin };
    },
    open: ({ username, key }: Sender) => connectSftp({ port, username, privateKey: key.private }),
  };
}

export const importsOf = async ({ admin }: Sender) => (await admin.call(listImports, {})).toReversed();

export const pos = (day: number) =>
  `locationNumber,recordDate,netSales,itemCount,transactionCount\r\n1001,2026-01-0${day}T10:00,10.00,1,1\r\n`;

/** The end of a call, as one word. */
export const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error: Error & { code?: string | number }) => String(error.code ?? error.message),
  );
