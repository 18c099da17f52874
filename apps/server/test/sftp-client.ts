import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ssh2, { type Client, type ConnectConfig, type SFTPWrapper } from 'ssh2';
import { generateKey, type KeyPair } from '../src/ingestion/sftp/key-pair.ts';

export type { KeyPair };

export function newKey(): KeyPair {
  return generateKey(ssh2.utils);
}

/** A client of the SFTP server. */
export interface SftpClient {
  readonly ssh: Client;
  readonly sftp: SFTPWrapper;
  put(path: string, content: string): Promise<void>;
  read(path: string): Promise<string>;
  list(path: string): Promise<string[]>;
  rename(from: string, to: string): Promise<void>;
  end(): void;
}

/** Rejects when the sign-in or the session is refused. */
export async function connectSsh(config: ConnectConfig): Promise<Client> {
  const ssh = new ssh2.Client();
  const failed = once(ssh, 'close').then(() => {
    throw new Error('closed');
  });
  ssh.on('error', () => {});
  ssh.connect({ host: '127.0.0.1', readyTimeout: 20_000, ...config });
  await Promise.race([once(ssh, 'ready'), failed]);
  failed.catch(() => {});
  return ssh;
}

export async function connectSftp(config: ConnectConfig): Promise<SftpClient> {
  const ssh = await connectSsh(config);
  const sftp = await promisify<SFTPWrapper>((done) => ssh.sftp(done as never))();
  return {
    ssh,
    sftp,
    put: (path, content) => promisify(sftp.writeFile.bind(sftp) as never as WriteFile)(path, content),
    read: async (path) => String(await promisify(sftp.readFile.bind(sftp) as never as ReadFile)(path)),
    list: async (path) => {
      const entries = await promisify(sftp.readdir.bind(sftp) as never as ReadDir)(path);
      return entries.map(({ filename }) => filename);
    },
    rename: (from, to) => promisify(sftp.rename.bind(sftp))(from, to),
    end: () => void ssh.end(),
  };
}

type Done<T> = (error: Error | null, value: T) => void;
type WriteFile = (path: string, content: string, done: Done<void>) => void;
type ReadFile = (path: string, done: Done<Buffer>) => void;
type ReadDir = (path: string, done: Done<{ filename: string }[]>) => void;

/** Whether the program of OpenSSH is installed here. */
export async function hasOpenSsh(): Promise<boolean> {
  return promisify(execFile)('ssh', ['-V']).then(
    () => true,
    () => false,
  );
}

/** Runs commands in the program of OpenSSH, in a folder with the files to send. Returns what it prints. */
export async function runOpenSsh(session: {
  folder: string;
  port: number;
  username: string;
  key: KeyPair;
  commands: readonly string[];
}): Promise<string> {
  const { folder, port, username, key, commands } = session;
  await writeFile(join(folder, 'key'), key.private, { mode: 0o600 });
  await writeFile(join(folder, 'batch'), `${commands.join('\n')}\n`);
  const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'IdentitiesOnly=yes', 'LogLevel=ERROR'];
  const { stdout } = await promisify(execFile)(
    'sftp',
    [
      '-F',
      '/dev/null',
      '-b',
      'batch',
      '-i',
      'key',
      '-P',
      String(port),
      ...options.flatMap((each) => ['-o', each]),
      `${username}@127.0.0.1`,
    ],
    { cwd: folder },
  );
  return stdout;
}
