import { getRouteApi } from '@tanstack/react-router';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

const route = getRouteApi('/app/dashboard/$id');

interface FullScreen {
  readonly isFull: boolean;
  readonly screen: RefObject<HTMLDivElement | null>;
  /** Call it from a click: browsers ask for one before they give the whole screen. */
  readonly enter: () => void;
  readonly leave: () => void;
}

/**
 * The dashboard without the menu around it. The address says so: a link shows it at once in the whole window, and the
 * button asks the browser for the whole screen as well. Escape ends both.
 */
export function useFullScreen(): FullScreen {
  const screen = useRef<HTMLDivElement>(null);
  const { fullScreen } = route.useSearch();
  const navigate = route.useNavigate();
  const isFull = fullScreen === 'true';
  const set = (next: boolean) =>
    void navigate({
      search: ({ fullScreen: _before, ...others }) => ({ ...others, ...(next && { fullScreen: 'true' }) }),
      replace: true,
    });
  const leave = useEffectEvent(() => set(false));
  useEffect(() => {
    if (!isFull) return;
    const left = () => {
      if (document.fullscreenElement === null) leave();
    };
    const pressed = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented && !document.querySelector('[role="dialog"], [role="menu"]')) leave();
    };
    const others = besidesOf(screen.current);
    for (const other of others) other.inert = true;
    document.addEventListener('fullscreenchange', left);
    document.addEventListener('keydown', pressed);
    return () => {
      for (const other of others) other.inert = false;
      document.removeEventListener('fullscreenchange', left);
      document.removeEventListener('keydown', pressed);
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    };
  }, [isFull]);
  return {
    isFull,
    screen,
    enter: () => {
      set(true);
      // The whole page, not the dashboard alone: menus and dialogs lie beside it.
      void document.documentElement.requestFullscreen().catch(() => undefined);
    },
    leave: () => set(false),
  };
}

/** Everything of the app that is beside an element; dialogs lie beside the app. */
function besidesOf(element: HTMLElement | null): readonly HTMLElement[] {
  const { parentElement: parent } = element ?? {};
  if (!element || !parent || parent === document.body) return [];
  const beside = [...parent.children].filter((child) => child instanceof HTMLElement && child !== element);
  return [...(beside as HTMLElement[]).filter(({ inert }) => !inert), ...besidesOf(parent)];
}
