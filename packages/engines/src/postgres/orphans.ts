import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, readdir, readlink, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { EnginesError, type Log } from '../messages.ts';

/**
 * Ends all processes of an earlier run in the cluster. Only the owner of the data folder's lock may call this: a
 * postmaster that still serves the folder then has lost its parent.
 */
export async function clearEarlierRun(cluster: string, log: Log): Promise<void> {
  const pid = await recordedPid(cluster);
  if (pid !== undefined && isAlive(pid)) {
    if (await isPostmasterOf(pid, cluster)) {
      log({ from: 'postgres', level: 'warn', message: `Stopping the postmaster ${pid} left over from an earlier run` });
      await stopProcess(pid, [
        ['SIGINT', 10_000],
        ['SIGQUIT', 5_000],
        ['SIGKILL', 5_000],
      ]);
    } else {
      // The process id was reused (common in containers), and PostgreSQL would mistake that process for a rival.
      await rm(join(cluster, 'postmaster.pid'), { force: true });
    }
  }
  await endBackends(cluster);
}

export async function recordedPid(cluster: string): Promise<number | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
}

/**
 * Backends outlive a killed postmaster while they compute, and a new one is refused until they are gone. Without a
 * postmaster nothing they do can be committed safely; crash recovery follows in any case.
 */
export async function endBackends(cluster: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const left = await processesIn(cluster);
  await Promise.all(left.map((pid) => stopProcess(pid, [['SIGKILL', 5_000]])));
}

async function processesIn(cluster: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const [folder, program] = await Promise.all([
        readlink(`/proc/${pid}/cwd`).catch(() => ''),
        readFile(`/proc/${pid}/comm`, 'utf8').catch(() => ''),
      ]);
      return folder === cluster && program.trim() === 'postgres' ? pid : undefined;
    }),
  );
  return found.filter((pid) => pid !== undefined);
}

async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  const args = await argumentsOf(pid);
  return args[0] !== undefined && basename(args[0]) === 'postgres' && args.includes(cluster);
}

async function argumentsOf(pid: number): Promise<string[]> {
  if (process.platform === 'linux') {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
  }
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }));
  const match = /^(.*?) -D (.*?) -c /.exec(stdout);
  return match ? [match[1] ?? '', match[2] ?? ''] : [];
}

async function stopProcess(pid: number, steps: [NodeJS.Signals, number][]): Promise<void> {
  for (const [signal, patience] of steps) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return;
      throw new EnginesError(
        'folder-in-use',
        `Process ${pid} still serves the data folder and may not be stopped by this user.`,
      );
    }
    const end = Date.now() + patience;
    while (Date.now() < end) {
      if (!isAlive(pid)) return;
      await sleep(20);
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return !isZombie(pid);
}

/** In a container whose first process reaps no children, dead processes keep their id forever. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}
