import { PassThrough, type Readable } from 'node:stream';
import { addressKey } from '../../http/address-key.ts';
import { Refusal } from '../../refusal.ts';
import type { Notifications } from '../../registry/notifications.ts';
import type { Board } from './board.ts';

/** Keeps open pages current: server-sent events, one reading for all pages of a display. */
export interface DisplayStreams {
  /** The current state comes first. Refuses more streams than an address, or all together, may have. */
  open(key: string, address: string, first: Board): Readable;
  close(): void;
}

interface Dependencies {
  readonly notifications: Notifications;
  readonly onError: (error: unknown) => void;
  /** Undefined once there is nothing to see any more. */
  readonly read: (key: string) => Promise<Board | undefined>;
  readonly limits?: StreamLimits;
}

export interface StreamLimits {
  readonly perAddress: number;
  readonly inAll: number;
}

const defaultLimits: StreamLimits = { perAddress: 200, inAll: 5_000 };
/** A page gets at most four states a second. */
const stateEveryMs = 250;
/** Changes in quick succession are read together. */
const gatherMs = 20;
/** A page that hears nothing for longer than a few of these begins to ask. */
const beatEveryMs = 15_000;
/** Time alone changes what is shown: opening hours, the end of a subscription. */
const rereadEveryMs = 60_000;
/** How soon a page connects again, in milliseconds. */
const retryMs = 2_000;
/** A page that does not read misses states; the next one is complete. */
const maxWaitingBytes = 256 * 1024;

interface Watched {
  board: Board;
  sent: string;
  readonly pages: Set<PassThrough>;
  timer: NodeJS.Timeout | undefined;
  readAt: number;
  /** Of the newest reading that began. */
  turn: number;
}

export function createDisplayStreams(dependencies: Dependencies): DisplayStreams {
  const { notifications, onError, read, limits = defaultLimits } = dependencies;
  const watched = new Map<string, Watched>();
  const byAddress = new Map<string, number>();
  let inAll = 0;

  const end = (key: string, display: Watched) => {
    clearTimeout(display.timer);
    watched.delete(key);
    for (const page of display.pages) page.end();
  };

  const reread = async (key: string, display: Watched) => {
    display.timer = undefined;
    display.readAt = performance.now();
    display.turn += 1;
    const { turn } = display;
    try {
      const board = await read(key);
      // An earlier reading may end after a later one.
      if (watched.get(key) !== display || display.turn !== turn) return;
      if (!board) return end(key, display);
      display.board = board;
      // Its age alone is no news: pages count it themselves.
      const text = JSON.stringify({ ...board.state, age: null });
      if (text === display.sent && board.state.age !== null) return beat(display);
      display.sent = text;
      send(display.pages, eventOf('state', board.state));
    } catch (error) {
      onError(error);
    }
  };

  const mark = (isDue: (display: Watched) => boolean) => {
    const now = performance.now();
    for (const [key, display] of watched) {
      if (display.timer || !isDue(display)) continue;
      const wait = Math.max(gatherMs, display.readAt + stateEveryMs - now);
      display.timer = setTimeout(() => void reread(key, display), wait);
    }
  };

  const markEntities = (ids: readonly string[]) => mark(({ board }) => ids.some((id) => board.entityIds.has(id)));

  const stops = [
    notifications.on('readings', (series) => mark(({ board }) => series.some((id) => board.series.has(id)))),
    notifications.on('spaces', markEntities),
    notifications.on('zones', markEntities),
    notifications.on('estate', (orgId) => mark(({ board }) => board.orgId === orgId)),
    notifications.on('displays', (orgId) => mark(({ board }) => board.orgId === orgId)),
    notifications.onResync(() => mark(() => true)),
  ];
  const beats = setInterval(() => {
    const now = performance.now();
    mark(({ readAt }) => now - readAt >= rereadEveryMs);
    for (const display of watched.values()) beat(display);
  }, beatEveryMs);

  return {
    open(key, address, first) {
      const from = addressKey(address);
      const count = byAddress.get(from) ?? 0;
      if (count >= limits.perAddress || inAll >= limits.inAll) {
        throw new Refusal('unavailable', 'Too many displays are open. This one asks from time to time instead.');
      }
      byAddress.set(from, count + 1);
      inAll += 1;
      const page = new PassThrough({ highWaterMark: maxWaitingBytes });
      let display = watched.get(key);
      if (!display) {
        display = { board: first, sent: '', pages: new Set(), timer: undefined, readAt: performance.now(), turn: 0 };
        watched.set(key, display);
        // What changed between the reading and now was sent to nobody.
        const opened = display;
        display.timer = setTimeout(() => void reread(key, opened), gatherMs);
      }
      const { pages } = display;
      pages.add(page);
      page.write(`retry: ${retryMs}\n\n${eventOf('state', first.state)}`);
      page.once('close', () => {
        const left = (byAddress.get(from) ?? 1) - 1;
        if (left > 0) byAddress.set(from, left);
        else byAddress.delete(from);
        inAll -= 1;
        pages.delete(page);
        const known = watched.get(key);
        if (known?.pages === pages && pages.size === 0) end(key, known);
      });
      return page;
    },
    close() {
      clearInterval(beats);
      for (const stop of stops) stop();
      for (const [key, display] of watched) end(key, display);
    },
  };
}

/** Tells a page that the connection works, and how old its data is now. */
function beat({ board, pages, readAt }: Watched): void {
  const { age } = board.state;
  const passed = Math.round((performance.now() - readAt) / 1000);
  send(pages, eventOf('beat', { age: age === null ? null : age + passed }));
}

function eventOf(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

function send(pages: Iterable<PassThrough>, text: string): void {
  for (const page of pages) if (!page.writableNeedDrain) page.write(text);
}
