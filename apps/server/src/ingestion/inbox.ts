import { hash } from 'node:crypto';
import { Refusal } from '../refusal.ts';
import type { Registry, Transaction } from '../registry/registry.ts';
import { type Command, writeCommand } from './commands.ts';
import { insertCommand, isAboutData, openInboxWriter, type InboxRow, type InboxWriter } from './inbox-store.ts';
import type { Reach } from './points.ts';
import { wakeBodies } from './quarantine-store.ts';

/** An accepted body. */
export type Incoming = Omit<InboxRow, 'lane' | 'hash' | 'copies'>;

export interface Kept {
  /** Null when the same body was stored before. */
  readonly seq: string | null;
}

/** The durability boundary: once `keep` resolves, the body is committed. */
export interface Inbox {
  keep(incoming: Incoming): Promise<Kept>;
  /** Bytes of bodies that wait for their commit. */
  readonly waitingBytes: number;
  /** Waits for pending writes. */
  close(): Promise<void>;
}

export interface InboxOptions {
  readonly registry: Registry;
  /** Lanes with something new. */
  readonly onKept: (lanes: ReadonlySet<number>) => void;
  readonly reach?: Reach | undefined;
  readonly writers?: number;
}

const lanes = 64;
const maxRows = 500;
const maxBytes = 8 * 1024 * 1024;

interface Waiting {
  /** Organization and hash. */
  readonly key: string;
  readonly row: Omit<InboxRow, 'copies'>;
  readonly settle: ((kept: Kept) => void)[];
  readonly refuse: ((error: unknown) => void)[];
}

/**
 * Groups bodies into few commits: a free writer takes everything that waits, so that a single push waits for nothing
 * and a burst shares its commits.
 */
export function createInbox({ registry, onKept, reach, writers = 2 }: InboxOptions): Inbox {
  /** By organization and hash: concurrent requests with the same body share a row. */
  const waiting = new Map<string, Waiting>();
  let waitingBytes = 0;
  let closed = false;
  const idle = new Set<InboxWriter>();
  const all = Array.from({ length: writers }, () => openInboxWriter(registry));
  all.forEach((writer) => idle.add(writer));
  let scheduled = false;

  const schedule = () => {
    if (scheduled || idle.size === 0 || waiting.size === 0) return;
    scheduled = true;
    // After the events of this turn, so that requests that arrived together are written together.
    setImmediate(() => {
      scheduled = false;
      const [writer] = idle;
      if (!writer || waiting.size === 0) return;
      idle.delete(writer);
      const batch = takeBatch();
      void write(writer, batch).finally(() => {
        idle.add(writer);
        for (const { row } of batch) waitingBytes -= row.body.length;
        schedule();
      });
      schedule();
    });
  };

  const takeBatch = (): Waiting[] => {
    const batch: Waiting[] = [];
    let bytes = 0;
    for (const [key, entry] of waiting) {
      if (batch.length >= maxRows || (bytes > 0 && bytes + entry.row.body.length > maxBytes)) break;
      bytes += entry.row.body.length;
      batch.push(entry);
      waiting.delete(key);
    }
    // In one order everywhere: two writers with the same bodies then wait for each other instead of deadlocking.
    return batch.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  };

  /** Bodies that were stored before: those quarantined for a possibly outdated reason are retried. */
  const wakeQuarantined = (rows: readonly Waiting['row'][]) => {
    const now = new Date(Math.max(...rows.map(({ receivedAt }) => receivedAt.getTime())));
    return registry.system(({ client }) => wakeBodies(client, rows, now));
  };

  const write = async (writer: InboxWriter, batch: readonly Waiting[]) => {
    try {
      await reach?.('inbox.before-insert');
      const seqs = await writer.insert(batch.map(({ row, settle }) => ({ ...row, copies: settle.length })));
      await reach?.('inbox.after-commit');
      const again = batch.filter((_, i) => seqs[i] === null).map(({ row }) => row);
      // Best effort: bodies that wait for their time are retried then anyway.
      if (again.length > 0) await wakeQuarantined(again).catch(() => undefined);
      onKept(new Set(batch.map(({ row }) => row.lane)));
      batch.forEach(({ settle }, i) => {
        settle.forEach((done, copy) => done({ seq: copy === 0 ? (seqs[i] ?? null) : null }));
      });
    } catch (error) {
      if (batch.length > 1 && isAboutData(error)) {
        // One body that PostgreSQL rejects must not cost the others their commit.
        for (const entry of batch) await write(writer, [entry]);
      } else {
        batch.forEach(({ refuse }) => refuse.forEach((fail) => fail(unavailable(error))));
      }
    }
  };

  return {
    keep(incoming) {
      if (closed) return Promise.reject(unavailable(new Error('The inbox is closed.')));
      return new Promise((settle, refuse) => {
        const row = { ...incoming, hash: hashOf(incoming), lane: laneOf(incoming.orgId, incoming.device) };
        const key = row.orgId + row.hash;
        const known = waiting.get(key);
        if (known) {
          known.settle.push(settle);
          known.refuse.push(refuse);
        } else {
          waiting.set(key, { key, row, settle: [settle], refuse: [refuse] });
          waitingBytes += row.body.length;
        }
        schedule();
      });
    },
    get waitingBytes() {
      return waitingBytes;
    },
    async close() {
      closed = true;
      while (waiting.size > 0 || idle.size < all.length) await new Promise((resolve) => setTimeout(resolve, 5));
      all.forEach((writer) => writer.close());
    },
  };
}

/** Puts a command into the inbox, in the transaction of the caller. Wake the pump after the commit. */
export async function appendCommand(tx: Transaction, orgId: string, command: Command, now: Date): Promise<string> {
  return insertCommand(tx.client, {
    orgId,
    lane: laneOf(orgId, 'command'),
    receivedAt: now,
    name: command.type,
    body: writeCommand(command),
  });
}

/** A device stays in one lane, so that one pump at a time applies what it sends. */
export function laneOf(orgId: string, device: string): number {
  let h = 2_166_136_261;
  for (const char of `${orgId}/${device}`) h = Math.imul(h ^ (char.codePointAt(0) ?? 0), 16_777_619);
  return (h >>> 0) % lanes;
}

/** Two sensors without identification may send the same bytes: the device is part of the comparison. */
function hashOf({ vendor, device, body }: Incoming): string {
  return hash('sha256', Buffer.concat([Buffer.from(`${vendor}\0${device}\0`), body]), 'hex').slice(0, 32);
}

function unavailable(cause: unknown): Refusal {
  const refusal = new Refusal('unavailable', 'The reading cannot be stored right now. Please send it again shortly.', {
    extra: { retryAfter: 2 + Math.random() * 3 },
  });
  refusal.cause = cause;
  return refusal;
}
