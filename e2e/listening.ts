import { readdir, readFile, readlink } from 'node:fs/promises';

/** The TCP ports on which a process and its descendants accept connections, as the system itself lists them. */
export async function listeningPorts(pid: number): Promise<number[]> {
  const sockets = new Set((await Promise.all((await family(pid)).map(socketsOf))).flat());
  const tables = await Promise.all(['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'utf8')));
  const ports = tables
    .flatMap((table) => table.trim().split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === LISTEN && sockets.has(inode))
    .map(([, local = '']) => Number.parseInt(local.split(':')[1]!, 16));
  return [...new Set(ports)];
}

const LISTEN = '0A';

async function family(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`);
  const lists = await Promise.all(tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8')));
  const children = lists.flatMap((list) => list.trim().split(' ').filter(Boolean).map(Number));
  return [pid, ...(await Promise.all(children.map(family))).flat()];
}

async function socketsOf(pid: number): Promise<(string | undefined)[]> {
  const open = await readdir(`/proc/${pid}/fd`);
  const targets = await Promise.all(open.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')));
  return targets.map((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1]);
}
