import type { Registry } from '../registry/registry.ts';
import { hashToken } from '../accounts/secrets.ts';
import type { PushKeyActor } from '../http/actor.ts';
import { blockedBy, type IsBlocked } from './blacklist.ts';
import { findKeys, noteKeyUses, readBlacklist, type KeyUse } from './key-store.ts';

/** Who may push. Reads from memory; a key or device that was blocked is noticed within a second. */
export interface Keyring {
  find(key: string): Promise<PushKeyActor | undefined>;
  /** A device pushed with a key. Written to the registry in batches, the first use of a key at once. */
  noteUse(use: KeyUse): void;
  isBlacklisted(route: string, device: string): Promise<boolean>;
  close(): void;
}

const trustedFor = 900;
const refreshEvery = 400;
/** Keys that were not used for this long are looked up again when they are. */
const keptFor = 60_000;
const maxUnknown = 10_000;
const writeUsesEvery = 10_000;

interface Entry {
  key: PushKeyActor | undefined;
  checkedAt: number;
  usedAt: number;
}

export function createKeyring(registry: Registry, clock: () => Date): Keyring {
  const known = new Map<string, Entry>();
  let blacklist: { isBlocked: IsBlocked; checkedAt: number } | undefined;
  let asked = new Map<string, Promise<PushKeyActor | undefined>>();
  let uses = new Map<string, KeyUse>();
  /** Keys whose use this process has written. */
  let noted = new Set<string>();
  let usesNotedAt = performance.now();

  /** One statement for all keys that are asked for in the same turn: guessing keys costs the guesser, not the database. */
  let round: Promise<Map<string, PushKeyActor>> | undefined;
  const lookUp = (hash: string): Promise<PushKeyActor | undefined> => {
    const pending = asked.get(hash);
    if (pending) return pending;
    round ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      const hashes = [...asked.keys()];
      asked = new Map();
      round = undefined;
      return check(hashes);
    });
    const answer = round.then((found) => found.get(hash));
    asked.set(hash, answer);
    return answer;
  };

  const check = async (hashes: readonly string[]) => {
    const found = await registry.system((tx) => findKeys(tx, hashes));
    const now = performance.now();
    for (const hash of hashes) {
      known.set(hash, { key: found.get(hash), checkedAt: now, usedAt: known.get(hash)?.usedAt ?? now });
    }
    if (known.size > maxUnknown) {
      for (const [hash, entry] of known) if (!entry.key) known.delete(hash);
    }
    return found;
  };

  const readBlocked = async () => {
    const rows = await registry.system(readBlacklist);
    blacklist = { isBlocked: blockedBy(rows), checkedAt: performance.now() };
    return blacklist.isBlocked;
  };

  const refresh = async () => {
    const now = performance.now();
    for (const [hash, entry] of known) {
      if (!entry.key || now - entry.usedAt > keptFor) known.delete(hash);
    }
    if (known.size > 0) {
      await check([...known.keys()]);
      await readBlocked();
    }
    await writeUses(now);
  };

  const writeUses = async (now: number) => {
    const hasFirst = [...uses.keys()].some((pushKeyId) => !noted.has(pushKeyId));
    if (uses.size === 0 || (!hasFirst && now - usesNotedAt <= writeUsesEvery)) return;
    const written = [...uses.values()];
    uses = new Map();
    usesNotedAt = now;
    if (noted.size > maxUnknown) noted = new Set();
    await registry.system((tx) => noteKeyUses(tx, written, clock()));
    for (const { pushKeyId, device } of written) if (device !== null) noted.add(pushKeyId);
  };

  let refreshing = false;
  const timer = setInterval(() => {
    if (refreshing) return;
    refreshing = true;
    // While the registry is unavailable nothing is refreshed, the memory grows stale and every push is asked for again: 503.
    refresh()
      .catch(() => {})
      .finally(() => {
        refreshing = false;
      });
  }, refreshEvery);
  timer.unref();

  return {
    async find(text) {
      if (!/^[\w-]{16,100}$/.test(text)) return undefined;
      const hash = hashToken(text);
      const now = performance.now();
      const entry = known.get(hash);
      let key = entry?.key;
      if (entry && now - entry.checkedAt < trustedFor) entry.usedAt = now;
      else key = await lookUp(hash);
      if (key && !uses.has(key.pushKeyId)) {
        uses.set(key.pushKeyId, { pushKeyId: key.pushKeyId, vendor: null, device: null });
      }
      return key;
    },
    noteUse: (use) => void uses.set(use.pushKeyId, use),
    async isBlacklisted(route, device) {
      const fresh = blacklist && performance.now() - blacklist.checkedAt < trustedFor;
      const isBlocked = fresh && blacklist ? blacklist.isBlocked : await readBlocked();
      return isBlocked(route, device);
    },
    close: () => clearInterval(timer),
  };
}
