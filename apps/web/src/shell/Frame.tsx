import { anyone } from '@atrium/contract/access';
import { welcomePage } from '@atrium/rules/landing';
import { Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useBusy } from '../api/busy.ts';
import { useScope } from '../api/scope.tsx';
import { useMay } from '../api/use-may.ts';
import { useRemembered } from '../ui/use-remembered.ts';
import { useNow } from '../ui/use-now.ts';
import { AccountEnded, closedBecause } from './AccountEnded.tsx';
import { ActingBanner } from './ActingBanner.tsx';
import { ChooseOrganization } from './ChooseOrganization.tsx';
import classes from './Frame.module.css';
import { EntryDialogs, owesTerms } from './EntryDialogs.tsx';
import { LeadTo } from './LeadTo.tsx';
import { Sidebar } from './Sidebar.tsx';
import { texts } from './texts.ts';
import { TopBar } from './TopBar.tsx';

/** Rendered only on narrow screens, while it is open. */
const MenuDrawer = lazy(() => import('./MenuDrawer.tsx'));

export function Frame() {
  const { isStaff, orgId, profile } = useScope();
  const [width, setWidth] = useRemembered('sidebar');
  // Null until it is opened for the first time; from then on it stays, so that it can slide out and return the focus.
  const [drawerOf, setDrawerOf] = useState<string | null>(null);
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const needsOrganization = useMatches({ select: (matches) => matches.some((match) => match.staticData.organization) });
  const access = useMatches({ select: (matches) => matches.at(-1)?.staticData.access ?? anyone });
  const fillsScreen = useMatches({ select: (matches) => matches.at(-1)?.staticData.fillsScreen === true });
  const isOpen = useMay({ access });
  const collapsed = width === 'collapsed';
  const because = closedBecause(profile, new Date(useNow(60_000)));
  const isOwn = pathname === profilePage;
  const waitsForTerms = because === undefined && owesTerms(profile);
  const isClosed = because !== undefined || waitsForTerms;
  useFocusOnNavigation(pathname, main);
  // A drawer belongs to the page it was opened on: following one of its links closes it, and coming back does not
  // open it.
  if (drawerOf !== null && drawerOf !== nowhere && drawerOf !== pathname) setDrawerOf(nowhere);

  const isUsable = !isClosed && isOpen && !(isStaff && orgId === null && needsOrganization);
  if (fillsScreen && isUsable) {
    return (
      <main className={classes['whole']} ref={main} tabIndex={-1}>
        <ActingBanner />
        <Outlet key={orgId} />
      </main>
    );
  }
  return (
    <div className={classes['frame']} data-collapsed={collapsed || undefined} data-closed={isClosed || undefined}>
      <button type="button" className={classes['skip']} onClick={() => main.current?.focus()}>
        {texts.skip}
      </button>
      <ActingBanner />
      {!isClosed && (
        <div className={classes['sidebar']} data-sidebar={collapsed ? 'collapsed' : 'wide'}>
          <Sidebar collapsed={collapsed} onCollapse={() => setWidth(collapsed ? 'wide' : 'collapsed')} />
        </div>
      )}
      {drawerOf !== null && (
        <Suspense>
          <MenuDrawer opened={drawerOf === pathname} onClose={() => setDrawerOf(nowhere)} />
        </Suspense>
      )}
      <TopBar isClosed={isClosed} onOpenMenu={() => setDrawerOf(pathname)} />
      <BusyLine />
      <main className={classes['main']} ref={main} tabIndex={-1}>
        {waitsForTerms ? null : because !== undefined && !isOwn ? (
          <AccountEnded profile={profile} because={because} />
        ) : !isOpen ? (
          <LeadTo page={welcomePage} />
        ) : isStaff && orgId === null && needsOrganization ? (
          <ChooseOrganization />
        ) : (
          <Outlet key={orgId} />
        )}
      </main>
      {because === undefined && <EntryDialogs />}
    </div>
  );
}

/** The page of a closed drawer. */
const nowhere = '';

/** Also open if the organization has expired. */
const profilePage = '/app/profile';

function BusyLine() {
  return useBusy() ? <div className={classes['busy']} data-busy aria-hidden /> : null;
}

/** Screen readers announce the new page; the first page keeps the browser's focus. */
function useFocusOnNavigation(pathname: string, main: React.RefObject<HTMLElement | null>): void {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus();
  }, [pathname, main]);
}
