import { getSftpAccess, type ImportStatus } from '@atrium/contract/imports';
import { maximumImportBytes } from '@atrium/rules/import-file';
import type { Imports } from '../features/imports/imports.ts';
import type { Ingestion } from '../ingestion/ingestion.ts';
import type { ImportOutcome } from '../ingestion/sftp/pickup.ts';
import type { Sftp, SftpOptions } from '../ingestion/sftp/sftp.ts';
import type { Reach } from '../ingestion/points.ts';
import { sftpUser } from '../ingestion/sftp/sign-in-store.ts';
import type { Core } from './core.ts';

export interface SftpSettings {
  /** Where files that arrive by SFTP are kept. */
  readonly sftpFolder?: string;
  /** Overrides of the default limits. */
  readonly sftpLimits?: SftpOptions['limits'];
  /** Points at which a test may end the process. */
  readonly reach?: Reach | undefined;
}

/** The SFTP server, and the call that says how to reach it. */
export async function openFileTransfer(
  core: Core,
  settings: SftpSettings,
  ingestion: Pick<Ingestion, 'isOpen'>,
  imports: Imports,
): Promise<Sftp | null> {
  const sftp = await openServer(core, settings, ingestion, imports);
  core.http.bind(getSftpAccess, async ({ scope }) => ({
    port: sftp?.port ?? null,
    user: sftpUser(scope.orgId),
    fingerprint: sftp?.fingerprint ?? null,
  }));
  return sftp;
}

/** Without a port nothing is loaded. The program that starts the product lets it listen. */
async function openServer(
  { registry, secrets, clock, log, config, onClose }: Core,
  { sftpFolder: folder, sftpLimits: limits, reach }: SftpSettings,
  ingestion: Pick<Ingestion, 'isOpen'>,
  imports: Imports,
): Promise<Sftp | null> {
  if (config.sftpPort === undefined || folder === undefined) return null;
  const { openSftp } = await import('../ingestion/sftp/sftp.ts');
  const sftp = await openSftp({
    registry,
    secrets,
    clock,
    log,
    folder,
    limits,
    reach,
    hasRoom: () => ingestion.isOpen(),
    maxFileBytes: maximumImportBytes,
    imports: {
      receive: async ({ path, ...file }) =>
        outcomeOf(await imports.receive({ ...file, content: { path }, source: 'sftp' })),
      outcome: async (orgId, importId) => outcomeOf(await imports.statusOf(orgId, importId)),
      noteCutOff: (orgId, fileName) => imports.noteCutOff({ orgId, fileName, source: 'sftp' }),
    },
  });
  onClose(() => sftp.close());
  return sftp;
}

function outcomeOf({ importStatusId, status, messages }: ImportStatus): ImportOutcome {
  return {
    importId: importStatusId,
    state: status === 'pending' || status === 'failed' ? status : 'done',
    messages: messages.map(({ line, column, message }) =>
      [line > 0 ? `Line ${line}` : '', column, message].filter((part) => part !== '').join(': '),
    ),
  };
}
