import type { Access } from '@atrium/contract/access';
import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  redirect,
  type StaticDataRouteOption,
} from '@tanstack/react-router';
import { checkSession } from './api/session.ts';
import { showUser, shownUser } from './api/shown-user.ts';
import { restoreListState } from './list-memory.ts';
import { Root } from './shell/Root.tsx';

export const root = createRootRoute({ component: Root });

/** Every screen below it needs a session, checked again on each entry. */
export const app = createRoute({
  getParentRoute: () => root,
  path: '/app',
  beforeLoad: async ({ location }) => {
    const userId = await checkSession().catch((error: unknown) => unlessShown(error, location.pathname));
    showUser(userId);
    if (userId === null) throw redirect({ to: '/login', replace: true, state: { cameFrom: location.href } });
    return { userId };
  },
  component: lazyRouteComponent(() => import('./shell/Shell.tsx'), 'Shell'),
});

/** The metadata of a screen with its search parameters, and its component. */
type Screen<Module, Word> = [
  about: StaticDataRouteOption & { reads?: readonly Word[] },
  load: () => Promise<Module>,
  component: keyof Module & string,
];

/** A page for everyone. */
export function page<Path extends string, Module extends object, Word extends string = never>(
  path: Path,
  ...shown: Screen<Module, Word>
) {
  return createRoute({ getParentRoute: () => root, path, ...drawn(...shown) });
}

/** A screen for signed-in people. */
export function screen<Path extends string, Module extends object, Word extends string = never>(
  path: Path,
  ...shown: Screen<Module, Word>
) {
  return createRoute({ getParentRoute: () => app, path, ...drawn(...shown) });
}

/** A screen whose list keeps its last state. */
export function list<Path extends string, Module extends object, Word extends string = never>(
  path: Path,
  ...shown: Screen<Module, Word>
) {
  return createRoute({ getParentRoute: () => app, path, beforeLoad: restoreListState, ...drawn(...shown) });
}

function drawn<Module extends object, Word extends string>(
  ...[{ reads = [], ...staticData }, load, component]: Screen<Module, Word>
) {
  return { component: lazyRouteComponent(load, component), staticData, validateSearch: words(reads) };
}

/** If the server is unreachable, the current user stays on screen and the page shows what failed. */
async function unlessShown(error: unknown, pathname: string): Promise<string> {
  const userId = shownUser() ?? (await import('./api/offline-user.ts')).offlineUserAt(pathname, error);
  if (userId === undefined) throw error;
  return userId;
}

/** The present search parameters of a page, unparsed; the page parses them. */
function words<Name extends string>(names: readonly Name[]) {
  return (search: Record<string, unknown>) =>
    Object.fromEntries(names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : []))) as {
      [K in Name]?: string;
    };
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's title, in the top bar and the browser's tab. */
    title?: string;
    /** The page names itself and its parents, once loaded. */
    isNamed?: true;
    /** The menu entry that this page belongs to: it is highlighted. */
    under?: { title: string; pathname: string };
    /** The page belongs to one organization: staff choose it first. */
    organization?: true;
    /** Without anything around it. */
    fillsScreen?: true;
    /** Who may open it; everyone when absent. Others are redirected to the welcome page. */
    access?: Access;
  }
  interface HistoryState {
    /** The requested page before signing in. */
    cameFrom?: string;
  }
}
