import type { DisplayState } from '@atrium/contract/displays';

export interface Listener {
  state(state: DisplayState): void;
  /** The connection works, and the data is this old; seconds. */
  beat(age: number | null): void;
  /** There is nothing to see here, at least now. */
  gone(): void;
  /** The server cannot be reached. */
  lost(): void;
}

/** Milliseconds. */
const silence = 40_000;
const lookEvery = 5_000;
const askAgain = 3_000;
const askAgainWhenGone = 60_000;
const spread = 2_000;
/** Where a stream does not work, such as behind an old proxy, it is tried this rarely. */
const streamAgain = 60_000;

/**
 * Follows a display for as long as the page is open, through lost networks and restarts of the server: by server-sent
 * events, and by asking whenever these do not work. Returns what ends it.
 */
export function follow(path: string, listener: Listener): () => void {
  let events: EventSource | undefined;
  let heardAt = performance.now();
  let streamFrom = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = true;

  const ask = async () => {
    let wait = askAgain;
    try {
      const response = await fetch(`${path}/state`, { credentials: 'omit', cache: 'no-store' });
      if (!isOpen) return;
      if (response.status === 200) {
        const state = (await response.json()) as DisplayState;
        // It may have ended meanwhile.
        if (isOpen as boolean) listener.state(state);
        if (performance.now() >= streamFrom) return listen();
      } else if (response.status === 404) {
        wait = askAgainWhenGone;
        listener.gone();
      } else {
        listener.lost();
      }
    } catch {
      if (isOpen) listener.lost();
    }
    return askLater(wait);
  };
  const askLater = (wait: number) => {
    clearTimeout(timer);
    if (isOpen) timer = setTimeout(() => void ask(), wait + Math.random() * spread);
  };

  const listen = () => {
    if (!isOpen) return;
    if (!('EventSource' in window)) return askLater(askAgain);
    const stream = new EventSource(`${path}/events`);
    events = stream;
    heardAt = performance.now();
    stream.addEventListener('state', ({ data }: MessageEvent<string>) => {
      heardAt = performance.now();
      listener.state(JSON.parse(data) as DisplayState);
    });
    stream.addEventListener('beat', ({ data }: MessageEvent<string>) => {
      heardAt = performance.now();
      listener.beat((JSON.parse(data) as { age: number | null }).age);
    });
    // Connecting again is decided here: browsers give up after some answers.
    stream.addEventListener('error', fail);
  };
  const fail = () => {
    const lasted = performance.now() - heardAt;
    events?.close();
    events = undefined;
    // One that broke at once is not tried again at once, unless the network was lost.
    if (lasted < 1000 && navigator.onLine) streamFrom = performance.now() + streamAgain;
    askLater(0);
  };

  const askNow = () => {
    if (!events) askLater(0);
  };

  const watch = setInterval(() => {
    if (events && performance.now() - heardAt > silence) fail();
  }, lookEvery);
  // An open stream does not notice soon that the network is gone, nor a timer that it is back.
  window.addEventListener('offline', fail);
  window.addEventListener('online', askNow);
  void ask();
  return () => {
    window.removeEventListener('offline', fail);
    window.removeEventListener('online', askNow);
    isOpen = false;
    clearTimeout(timer);
    clearInterval(watch);
    events?.close();
  };
}
