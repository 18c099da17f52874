import type { DisplayState } from '@atrium/contract/displays';
import { follow } from './feed.ts';
import { fill } from './element.ts';
import { createScreen, type Screen } from './screen.ts';

export interface Address {
  readonly kind: string;
  readonly code: string;
  readonly view: string;
}

/** A public page: one display, or a playlist that shows several in turn. Returns what ends it. */
export function startDisplay(root: HTMLElement, address: Address): () => void {
  keepAwake();
  return address.kind === 'playlist' ? startPlaylist(root, address) : startOne(root, address);
}

function startOne(root: HTMLElement, address: Address): () => void {
  const screen = createScreen(address.view);
  // What the server wrote stays until there is something to show.
  const show = () => {
    if (screen.element.parentNode === root) return;
    fill(root, screen.element);
    screen.attached();
  };
  const end = follow(pathOf(address), {
    state(state) {
      screen.show(state);
      show();
    },
    beat: screen.beat,
    gone() {
      screen.unavailable();
      show();
    },
    lost: screen.lost,
  });
  return () => {
    end();
    screen.end();
  };
}

type Item = NonNullable<DisplayState['items']>[number];

/** The next display is loaded before it replaces the current one; one that shows nothing is skipped. */
function startPlaylist(root: HTMLElement, address: Address): () => void {
  const patience = 8_000;
  const notice = createScreen('');
  let items: readonly Item[] = [];
  let next = 0;
  let endCurrent = nothing;
  let endComing = nothing;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;

  const later = (action: () => void, ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(action, ms);
  };
  const advance = () => {
    endComing();
    const item = items[next % Math.max(1, items.length)];
    next += 1;
    if (!item) {
      isRunning = false;
      notice.unavailable();
      return replace(notice, nothing);
    }
    isRunning = true;
    const screen: Screen = createScreen(item.view ?? '');
    let isShown = false;
    const stop = follow(pathOf(item), {
      state(state) {
        screen.show(state);
        if (isShown) return;
        isShown = true;
        endComing = nothing;
        replace(screen, end);
        later(advance, item.seconds * 1000);
      },
      beat: screen.beat,
      gone: () => (isShown ? later(advance, 0) : later(advance, 1000)),
      lost: screen.lost,
    });
    const end = () => {
      stop();
      screen.end();
    };
    endComing = end;
    // While nothing can be reached, what is shown stays.
    later(advance, patience);
  };
  const replace = (screen: Screen, end: () => void) => {
    const endBefore = endCurrent;
    endCurrent = end;
    fill(root, screen.element);
    screen.attached();
    endBefore();
  };

  const endList = follow(pathOf(address), {
    state(state) {
      items = state.items ?? [];
      notice.show({ ...state, note: '' });
      if (!isRunning) advance();
    },
    beat: nothing,
    gone() {
      items = [];
      if (!isRunning) advance();
    },
    lost: nothing,
  });
  return () => {
    clearTimeout(timer);
    endList();
    endComing();
    endCurrent();
    notice.end();
  };
}

function pathOf({ kind, code }: { readonly kind: string; readonly code: string }): string {
  return `/api/display/${kind}/${encodeURIComponent(code)}`;
}

/** Screens of tablets go dark otherwise. Not every browser can, and none has to. */
function keepAwake(): void {
  requestWakeLock();
  document.addEventListener('visibilitychange', requestWakeLock);
}

function requestWakeLock(): void {
  if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
  navigator.wakeLock.request('screen').catch(nothing);
}

function nothing(): void {}
