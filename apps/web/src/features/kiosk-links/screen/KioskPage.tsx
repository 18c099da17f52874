import { IconClockPause, IconLayoutDashboard, IconPlugConnectedX, IconUnlink } from '@tabler/icons-react';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { LiveSocketContext } from '../../../analytics/use-topic.ts';
import { kioskSecret, onKioskSecret, setKioskSecret } from '../../../api/kiosk-credential.ts';
import { createQueryClient } from '../../../api/query-client.ts';
import { ScopeContext } from '../../../api/scope.tsx';
import { LiveSocket } from '../../../api/socket.ts';
import { viewFrom } from '../../../format/zones.ts';
import { EmptyState } from '../../../ui/Notice.tsx';
import classes from './kiosk.module.css';
import { Player, type RenderDashboard } from './Player.tsx';
import { scopeOf } from './scope-of.ts';
import { texts } from './texts.ts';
import { type Kiosk, useKiosk } from './use-kiosk.ts';
import { useReloads } from './use-reloads.ts';
import { useRestingMouse } from './use-resting-mouse.ts';

interface Props {
  secret: string;
  renderDashboard: RenderDashboard;
}

interface PageProps extends Props {
  /** Loads the whole page again. */
  reload: () => void;
}

/** A wall screen. It has a cache, a socket and rights of its own, also where someone is signed in with this browser. */
export function KioskPage({ secret, renderDashboard, reload }: PageProps) {
  const isReady = useCredential(secret);
  const [queryClient] = useState(createQueryClient);
  const isResting = useRestingMouse();
  useReloads(reload);
  return (
    <main className={classes['screen']} aria-label={texts.label} data-resting={isResting || undefined}>
      {isReady && (
        <QueryClientProvider client={queryClient}>
          <Linked secret={secret} renderDashboard={renderDashboard} />
        </QueryClientProvider>
      )}
    </main>
  );
}

/** Everything below calls with the secret; before it is set nothing is drawn. */
function useCredential(secret: string): boolean {
  useLayoutEffect(() => {
    setKioskSecret(secret);
    return () => setKioskSecret(undefined);
  }, [secret]);
  return useSyncExternalStore(onKioskSecret, kioskSecret) === secret;
}

const notices = {
  ended: { icon: IconUnlink, ...texts.ended },
  closed: { icon: IconClockPause, ...texts.closed },
  unreachable: { icon: IconPlugConnectedX, ...texts.unreachable },
} as const;

function Linked({ secret, renderDashboard }: Props) {
  const kiosk = useKiosk(secret);
  switch (kiosk.kind) {
    case 'loading':
      return null;
    case 'ended':
    case 'closed':
    case 'unreachable':
      return (
        <div className={classes['notice']} aria-live="polite">
          <EmptyState {...notices[kiosk.kind]} />
        </div>
      );
    case 'shown':
      return <Shown kiosk={kiosk} secret={secret} renderDashboard={renderDashboard} />;
  }
}

/** Ends with the link: nothing of what was shown is kept. */
function Shown({ kiosk, secret, renderDashboard }: Props & { kiosk: Extract<Kiosk, { kind: 'shown' }> }) {
  const { state, offlineSince } = kiosk;
  const [queryClient] = useState(createQueryClient);
  const [socket] = useState(() => new LiveSocket(window.location.origin, secret));
  useEffect(() => () => socket.close(), [socket]);
  const scope = useMemo(() => scopeOf(state), [state]);
  // Before anything below formats a time.
  viewFrom(state.timezone);
  return (
    <QueryClientProvider client={queryClient}>
      <LiveSocketContext value={socket}>
        <ScopeContext value={scope}>
          {state.items.length === 0 ? (
            <div className={classes['notice']} aria-live="polite">
              <EmptyState icon={IconLayoutDashboard} {...texts.empty} />
            </div>
          ) : (
            <Player items={state.items} offlineSince={offlineSince} renderDashboard={renderDashboard} />
          )}
        </ScopeContext>
      </LiveSocketContext>
    </QueryClientProvider>
  );
}
