import { getKioskDashboard, type KioskDashboard, type KioskState } from '@atrium/contract/kiosk-links';
import { steppedTo } from '@atrium/rules/playlist-turns';
import { IconMoodConfuzed, IconPlayerPause, IconPlugConnectedX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { report } from '../../../api/client-errors.ts';
import { call } from '../../../api/client.ts';
import { dateIn } from '../../../format/dates.ts';
import { viewerTimezone } from '../../../format/zones.ts';
import { Boundary } from '../../../ui/Boundary.tsx';
import { isNotLoaded } from '../../../ui/chunk-load-error.ts';
import { EmptyState } from '../../../ui/Notice.tsx';
import classes from './kiosk.module.css';
import { texts } from './texts.ts';
import { useKeys } from './use-keys.ts';
import { usePlaylist } from './use-playlist.ts';

type Item = KioskState['items'][number];

/** Draws a dashboard; another number loads all of its cards again. */
export type RenderDashboard = (dashboard: KioskDashboard, refreshCount: number) => ReactNode;

interface Props {
  items: readonly Item[];
  /** Undefined while there is a connection. */
  offlineSince: number | undefined;
  renderDashboard: RenderDashboard;
}

/** Cards may refresh more often on their own. */
const refreshEveryMs = 5 * 60_000;

/** One dashboard after another. The next one loads out of sight, and is the same element when its turn comes. */
export function Player({ items, offlineSince, renderDashboard }: Props) {
  const playlist = usePlaylist(items);
  const { at, turn, isPaused, isPreloading } = playlist;
  useKeys({
    ArrowRight: () => playlist.step(1),
    ArrowLeft: () => playlist.step(-1),
    ' ': () => playlist.togglePause(),
  });
  const shown = items[at]!;
  const next = steppedTo(items.length, at, 1);
  const upcoming = isPreloading ? items[next] : undefined;
  const slides = [
    { item: shown, turn, isShown: true },
    ...(upcoming ? [{ item: upcoming, turn: turn + 1, isShown: false }] : []),
  ];
  return (
    <>
      <header className={classes['head']}>
        <h1 className={classes['name']}>{shown.name}</h1>
        <output className={classes['marks']}>
          {offlineSince !== undefined && (
            <span className={classes['offline']}>
              <IconPlugConnectedX size={18} aria-hidden />
              {texts.offlineSince(dateIn(viewerTimezone, 'time', offlineSince))}
            </span>
          )}
          {isPaused && (
            <span className={classes['mark']}>
              <IconPlayerPause size={18} aria-hidden />
              {texts.paused}
            </span>
          )}
        </output>
        {items.length > 1 && <span className={classes['mark']}>{texts.position(at + 1, items.length)}</span>}
      </header>
      {items.length > 1 && (
        <div
          key={turn}
          className={classes['progress']}
          style={{ animationDuration: `${shown.seconds}s`, animationPlayState: isPaused ? 'paused' : 'running' }}
          aria-hidden
        />
      )}
      <div className={classes['slides']}>
        {slides.map(({ item, turn: ofTurn, isShown }) => (
          <Slide
            key={`${ofTurn} ${item.dashboardId}`}
            item={item}
            isShown={isShown}
            isOnly={items.length === 1}
            isOffline={offlineSince !== undefined}
            renderDashboard={renderDashboard}
          />
        ))}
      </div>
    </>
  );
}

interface SlideProps {
  item: Item;
  isShown: boolean;
  /** There is no other dashboard. */
  isOnly: boolean;
  isOffline: boolean;
  renderDashboard: RenderDashboard;
}

function Slide({ item, isShown, isOnly, isOffline, renderDashboard }: SlideProps) {
  const refreshCount = useRefreshCount(isOffline);
  const { dashboardId, version } = item;
  const { data, dataUpdatedAt } = useQuery({
    queryKey: [getKioskDashboard.name, dashboardId, version],
    queryFn: ({ signal }) => call(getKioskDashboard, { params: { dashboardId }, signal }),
    // Another version has another key. Until it is there, the one before stays on screen.
    staleTime: Infinity,
    placeholderData: keepPreviousData,
    networkMode: 'always',
    retry: true,
    retryDelay: 4_000,
  });
  return (
    <div className={classes['slide']} data-shown={isShown || undefined} inert={!isShown}>
      <Boundary
        content={[dataUpdatedAt, refreshCount]}
        renderFailure={() => <Broken isOnly={isOnly} />}
        onFail={(error) => reportOnce(item, error)}
      >
        {data && <Drawn data={data} refreshCount={refreshCount} renderDashboard={renderDashboard} />}
      </Boundary>
    </div>
  );
}

interface DrawnProps {
  data: KioskDashboard;
  refreshCount: number;
  renderDashboard: RenderDashboard;
}

/** Below the boundary, whatever fails in it. */
function Drawn({ data, refreshCount, renderDashboard }: DrawnProps) {
  return renderDashboard(data, refreshCount);
}

function Broken({ isOnly }: { isOnly: boolean }) {
  const { title, text, alone } = texts.broken;
  return (
    <div className={classes['broken']}>
      <EmptyState icon={IconMoodConfuzed} title={title} text={isOnly ? alone : text} />
    </div>
  );
}

const reported = new Set<string>();

/** Its turn comes again and again. */
function reportOnce({ dashboardId, version }: Item, error: unknown): void {
  const key = `${dashboardId} ${version}`;
  if (reported.has(key) || isNotLoaded(error)) return;
  reported.add(key);
  void report(error);
}

/** Goes up from time to time, and once after an outage. */
function useRefreshCount(isOffline: boolean): number {
  const [count, setCount] = useState(0);
  const [wasOffline, setWasOffline] = useState(isOffline);
  if (wasOffline !== isOffline) {
    setWasOffline(isOffline);
    if (!isOffline) setCount(count + 1);
  }
  useEffect(() => {
    if (isOffline) return undefined;
    const timer = setInterval(() => setCount((before) => before + 1), refreshEveryMs);
    return () => clearInterval(timer);
  }, [isOffline]);
  return count;
}
