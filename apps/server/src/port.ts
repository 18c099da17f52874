import { once } from 'node:events';
import { createServer } from 'node:net';
import { SettingError } from './config.ts';

/** Checked before anything starts, so that a second server fails at once and not after the databases are up. */
export async function refuseUsedPort(port: number, host = '127.0.0.1', name = 'PORT'): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  try {
    probe.listen({ port, host, exclusive: true });
    await once(probe, 'listening');
  } catch (error) {
    throw portProblem(error, port, host, name) ?? error;
  }
  probe.close();
  await once(probe, 'close');
}

/** The one line an operator needs, when it is the port or the address. */
export function portProblem(error: unknown, port: number, host: string, name = 'PORT'): SettingError | undefined {
  switch ((error as NodeJS.ErrnoException).code ?? '') {
    case 'EADDRINUSE':
      return new SettingError(
        `Port ${port} is already in use. Set ${name} to another port, or stop the program that uses it.`,
      );
    case 'EACCES':
      return new SettingError(`Port ${port} cannot be used by this user. Set ${name} to 1024 or higher.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new SettingError(`HOST is ${JSON.stringify(host)}; this machine has no such address.`);
    default:
      return undefined;
  }
}
