import { chance } from '@atrium/simulator/noise';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Point } from '../../src/ingestion/points.ts';
import { openRegistry, type Registry } from '../../src/registry/registry.ts';
import { bundleProduct } from '../doors/product.ts';
import { becomesTrue, pause } from '../doors/repeating.ts';
import type { ServerOptions } from '../ingestion/kill-point.ts';
import { openCrossings, type ExpectedNotice } from './crossings.ts';
import { type Accepted, startPeers } from './peers.ts';

type Kill = 'any' | Point;

/** Between the fold of the number of people, the notice, the outbox and the sending. */
const order: readonly Kill[] = [
  'alarms.after-fold',
  'pump.after-marks',
  'notices.before-commit',
  'notices.after-commit',
  'outbox.after-claim',
  'outbox.after-send',
  'outbox.after-mark',
  'any',
  'pump.before-final-commit',
  'any',
];

export interface AlarmKillsResult {
  readonly kills: number;
  /** Those at which the server had reached its point. */
  readonly reached: number;
  /** Messages that had to arrive. */
  readonly messages: number;
  readonly lost: number;
  /** Messages that nobody expected, and emails under a second Message-ID. */
  readonly wrong: number;
  /** Messages that arrived twice, although none of them was being handed over when the server was killed. */
  readonly twice: number;
  /** Those that were: a peer accepted them, and the server ended before it could mark them. */
  readonly handedOverTwice: number;
  /** From the acknowledgment of the reading, or the last start of the server after it, to the first arrival. Milliseconds. */
  readonly slowest: number;
}

interface Options {
  readonly kills: number;
  readonly seed: number;
  readonly stores: NonNullable<ServerOptions['stores']>;
  readonly onProgress?: (text: string) => void;
}

/** A hall fills and empties while the server is killed again and again; then the messages are compared. */
export async function runAlarmKills({
  kills,
  seed,
  stores,
  onProgress = () => {},
}: Options): Promise<AlarmKillsResult> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-alarms-'));
  const [product, peers] = await Promise.all([bundleProduct(), startPeers()]);
  const options: ServerOptions = { dataDir, stores, config: peers.config };
  let server = await product.start(options);
  const registry = openRegistry(server.postgres);
  try {
    const crossings = await openCrossings(registry, () => server.url);
    server.process.kill('SIGKILL');
    const inDoubt = new Set<string>();
    const starts: number[] = [];
    let reached = 0;
    for (let i = 0; i < kills; i += 1) {
      const kill = order[i % order.length] ?? 'any';
      const killAt = kill === 'any' ? undefined : { point: kill, time: 1 + Math.floor(chance(seed, i) * 3) };
      starts.push(Date.now());
      const doomed = await product.startDoomed({ ...options, ...(killAt && { killAt }) });
      // It may have reached its point while it was starting.
      if (!doomed) reached += 1;
      else {
        server = doomed;
        const exit = once(doomed.process, 'exit');
        const isOver = await Promise.race([
          exit.then(() => true),
          pause(killAt ? 20_000 : 500 + chance(seed + 1, i) * 1500).then(() => false),
        ]);
        if (isOver || !killAt) reached += 1;
        doomed.process.kill('SIGKILL');
        await exit;
      }
      for (const key of await handingOver(registry, crossings.orgId)) inDoubt.add(key);
      onProgress(`${i + 1}/${kills} ${kill}: ${crossings.expected.length} notices, ${peers.accepted.length} accepted`);
    }
    starts.push(Date.now());
    server = await product.start(options);
    await crossings.stop();
    await becomesTrue(async () => (await waiting(registry, crossings.orgId)) === 0, 90);
    return { kills, reached, ...compare(crossings.expected, peers.accepted, inDoubt, starts) };
  } finally {
    await server.stop();
    await registry.close();
    await peers.stop();
    await product.remove();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  }
}

/** Messages whose sender had not said yet what became of them. */
async function handingOver(registry: Registry, orgId: string): Promise<string[]> {
  const { rows } = await registry.owner.query<{ kind: string; line: string }>(
    `SELECT kind, CASE kind WHEN 'mail' THEN subject ELSE text END AS line FROM outbox_message
     WHERE org_id = $1 AND attempts > 0 AND sent_at IS NULL AND failed_at IS NULL`,
    [orgId],
  );
  return rows.map(({ kind, line }) => `${kind} ${line}`);
}

/** Notices without messages, and messages that are not sent. */
async function waiting(registry: Registry, orgId: string): Promise<number> {
  const { rows } = await registry.owner.query<{ count: number }>(
    `SELECT (SELECT count(*) FROM alarm_notice WHERE org_id = $1 AND queued_at IS NULL)::int
          + (SELECT count(*) FROM outbox_message WHERE org_id = $1 AND sent_at IS NULL)::int AS count`,
    [orgId],
  );
  return rows[0]?.count ?? 0;
}

function compare(
  expected: readonly ExpectedNotice[],
  accepted: readonly Accepted[],
  inDoubt: ReadonlySet<string>,
  starts: readonly number[],
) {
  const startBefore = (time: number) => starts.findLast((start) => start <= time) ?? 0;
  const result = { messages: 0, lost: 0, wrong: 0, twice: 0, handedOverTwice: 0, slowest: 0 };
  const arrived = new Map<string, Accepted[]>();
  for (const message of accepted) {
    const key = `${message.channel} ${message.line}`;
    arrived.set(key, [...(arrived.get(key) ?? []), message]);
  }
  for (const { line, at } of expected) {
    for (const channel of ['mail', 'sms']) {
      const key = `${channel} ${line}`;
      const copies = arrived.get(key) ?? [];
      arrived.delete(key);
      result.messages += 1;
      if (copies.length === 0) result.lost += 1;
      else result.slowest = Math.max(result.slowest, copies[0]!.at - Math.max(at, startBefore(copies[0]!.at)));
      if (new Set(copies.map(({ messageId }) => messageId)).size > 1) result.wrong += 1;
      if (copies.length > 1 && inDoubt.has(key)) result.handedOverTwice += copies.length - 1;
      else if (copies.length > 1) result.twice += copies.length - 1;
    }
  }
  result.wrong += arrived.size;
  return result;
}
