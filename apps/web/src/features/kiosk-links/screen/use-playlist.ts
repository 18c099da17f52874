import type { KioskState } from '@atrium/contract/kiosk-links';
import { positionAfterChange, preloadSeconds, steppedTo } from '@atrium/rules/playlist-turns';
import { useCallback, useEffect, useRef, useState } from 'react';

type Items = readonly KioskState['items'][number][];

export interface Playlist {
  readonly at: number;
  /** Goes up with every turn. */
  readonly turn: number;
  /** The next one is about to come: it loads out of sight. */
  readonly isPreloading: boolean;
  readonly isPaused: boolean;
  step(by: 1 | -1): void;
  togglePause(): void;
}

/** Shows each item for its time, one after another. */
export function usePlaylist(items: Items): Playlist {
  const [{ at, turn }, setPosition] = useState({ at: 0, turn: 0 });
  const [isPaused, setPaused] = useState(false);
  const [preloadedFor, setPreloaded] = useState<number>();
  /** For how long the present turn has been on screen, without pauses. */
  const spent = useRef({ turn, ms: 0 });
  const { length } = items;
  const shown = useFollowed(items, at, (next) => setPosition((before) => ({ ...before, at: next })));
  const seconds = items[shown]?.seconds ?? 0;
  const step = useCallback(
    (by: 1 | -1) => setPosition((before) => ({ at: steppedTo(length, before.at, by), turn: before.turn + 1 })),
    [length],
  );

  useEffect(() => {
    if (isPaused || length < 2) return undefined;
    if (spent.current.turn !== turn) spent.current = { turn, ms: 0 };
    const began = Date.now();
    const left = seconds * 1000 - spent.current.ms;
    const next = setTimeout(() => step(1), Math.max(0, left));
    const preload = setTimeout(() => setPreloaded(turn), Math.max(0, left - preloadSeconds(seconds) * 1000));
    return () => {
      clearTimeout(next);
      clearTimeout(preload);
      spent.current.ms += Date.now() - began;
    };
  }, [turn, isPaused, length, seconds, step]);

  return {
    at: shown,
    turn,
    isPreloading: preloadedFor === turn && length > 1,
    isPaused,
    step,
    togglePause: () => setPaused((before) => !before),
  };
}

/** Stays with the dashboard on screen when the playlist is changed. */
function useFollowed(items: Items, at: number, move: (at: number) => void): number {
  const [followed, setFollowed] = useState({ items, dashboardId: items[at]?.dashboardId });
  const next = followed.items === items ? at : positionAfterChange(items, at, followed.dashboardId);
  const { dashboardId } = items[next] ?? {};
  // During rendering, so that nothing else is on screen in between.
  if (followed.items !== items || followed.dashboardId !== dashboardId) setFollowed({ items, dashboardId });
  if (next !== at) move(next);
  return next;
}
