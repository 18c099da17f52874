import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';

/** Background merges compete with what is measured. */
export async function settle(byHand: ClickHouseClient, say: (line: string) => void): Promise<void> {
  const began = performance.now();
  for (;;) {
    const answer = await byHand.query({ query: 'SELECT count() AS n FROM system.merges', format: 'JSONEachRow' });
    const [merges] = await answer.json<{ n: number | string }>();
    if (Number(merges?.n) === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  say(`merges settled after ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

const lookMs = 2_000;
/** Clock ticks in a second, as Linux counts them for programs. */
const ticksPerSecond = 100;
/** Of one processor. */
const idleShare = 0.1;
const maxMs = 120_000;

/**
 * Until a process and all that it started have hardly worked for six seconds, or for two minutes: what they fold or learn
 * competes with what is measured.
 */
export async function untilIdle(pid: number, say: (line: string) => void): Promise<void> {
  if (process.platform !== 'linux') return;
  const began = performance.now();
  let before = await ticksOf(pid);
  for (let quiet = 0; quiet < 3;) {
    await sleep(lookMs);
    const now = await ticksOf(pid);
    const ticks = now - before;
    before = now;
    // One that has ended takes what it worked with it.
    if (ticks >= 0) quiet = ticks / ticksPerSecond < (idleShare * lookMs) / 1000 ? quiet + 1 : 0;
    if (quiet === 3 || performance.now() - began < maxMs) continue;
    say(`the product was still working after ${maxMs / 1000} s`);
    return;
  }
  say(`the product was idle after ${Math.round((performance.now() - began) / 1000)} s`);
}

/** The processor time of a process and of all below it. */
async function ticksOf(pid: number): Promise<number> {
  const folders = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(folders.map(async (name) => readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')));
  const processes = all.filter(Boolean).map((stat) => {
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      pid: Number.parseInt(stat, 10),
      parent: Number(fields[1]),
      ticks: Number(fields[11]) + Number(fields[12]),
    };
  });
  const family = new Set([pid]);
  for (let known = 0; known < family.size;) {
    known = family.size;
    for (const each of processes) if (family.has(each.parent)) family.add(each.pid);
  }
  return processes.reduce((sum, each) => (family.has(each.pid) ? sum + each.ticks : sum), 0);
}
