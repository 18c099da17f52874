import '../src/ui/theme/global.css';
import { getProfile } from '@atrium/contract/profile';
import { type Widget, mergedOptions, type Options } from '@atrium/rules/dashboard';
import { widgetSizes } from '@atrium/rules/widget-types';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { LiveSocketContext } from '../src/analytics/use-topic.ts';
import { onNotice } from '../src/api/notices.ts';
import { createQueryClient } from '../src/api/query-client.ts';
import { type Scope, ScopeContext } from '../src/api/scope.tsx';
import { LiveSocket } from '../src/api/socket.ts';
import type { Asked } from '../src/features/dashboards/asking/asked.ts';
import { useLive } from '../src/features/dashboards/asking/use-live.ts';
import { usePlaces } from '../src/features/dashboards/asking/use-places.ts';
import { useSensorImage } from '../src/features/dashboards/asking/use-sensor-image.ts';
import { useWeather } from '../src/features/dashboards/asking/use-weather.ts';
import type { DashboardContextValue } from '../src/features/dashboards/frame/dashboard-context.ts';
import type { AnyCard, CardFormProps, CardProps } from '../src/features/dashboards/widgets/definition.ts';
import { DialogHost } from '../src/ui/dialogs/host.tsx';
import { cssVariables, theme } from '../src/ui/theme/theme.ts';
import { toast, ToastHost } from '../src/ui/toast.tsx';
import { type Answer, expectCalls } from './network.ts';
import { sample, sampleId } from './sample.ts';

/** What a dashboard gives its cards, if a test says nothing else. */
export const context: DashboardContextValue = {
  dashboardId: undefined,
  dateOverride: undefined,
  entityFilter: undefined,
  refreshCount: 0,
};

let shown: { root: Root; container: HTMLElement } | undefined;

/** Shows something as the only thing on the page, signed in, with a socket and a cache of its own. */
export function show(content: ReactNode, calls: readonly Answer[] = []): void {
  leave();
  expectCalls(calls);
  document.documentElement.lang = 'en';
  document.title = 'Cards';
  const container = document.createElement('div');
  document.body.append(container);
  document.getElementById('root')?.setAttribute('hidden', '');
  const root = createRoot(container);
  shown = { root, container };
  root.render(<Everything>{content}</Everything>);
}

export function leave(): void {
  shown?.root.unmount();
  shown?.container.remove();
  shown = undefined;
  document.getElementById('root')?.removeAttribute('hidden');
}

function Everything({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  const [socket] = useState(() => new LiveSocket(window.location.origin));
  const [router] = useState(() => routerAround(children));
  useEffect(() => () => socket.close(), [socket]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      deduplicateCssVariables={false}
    >
      <QueryClientProvider client={client}>
        <LiveSocketContext value={socket}>
          <ScopeContext value={scope}>
            <RouterProvider router={router as never} />
            {!document.getElementById('root') && <Hosts />}
          </ScopeContext>
        </LiveSocketContext>
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** Dialogs and toasts; where another file has opened the app, they are those of the app. */
function Hosts() {
  useEffect(() => onNotice((notice) => notice.kind === 'toast' && toast(notice)), []);
  return (
    <>
      <DialogHost />
      <ToastHost />
    </>
  );
}

function routerAround(content: ReactNode) {
  const root = createRootRoute({ component: Outlet });
  const all = createRoute({
    getParentRoute: () => root,
    path: '$',
    component: () => (
      <main style={{ padding: 16, background: 'var(--atrium-page)', minHeight: '100vh' }}>
        <h1 style={{ margin: '0 0 12px' }}>Cards</h1>
        {content}
      </main>
    ),
  });
  return createRouter({ routeTree: root.addChildren([all]), history: createMemoryHistory({ initialEntries: ['/x'] }) });
}

const scope: Scope = {
  userId: sampleId('userId'),
  profile: sample(getProfile.reply, { roles: ['OrganizationUser'] }),
  isStaff: false,
  orgId: sampleId('orgId'),
  chooseOrganization: () => {},
};

/** The file with the borders of maps is missing during `work`. */
export async function withoutBorders(work: () => Promise<void>): Promise<void> {
  const fetch = window.fetch.bind(window);
  window.fetch = (input, init) =>
    (input instanceof Request ? input.url : input.toString()).includes('countries-50m')
      ? Promise.resolve(new Response('', { status: 404 }))
      : fetch(input, init);
  try {
    await work();
  } finally {
    window.fetch = fetch;
  }
}

export interface Room {
  readonly width: number;
  readonly height: number;
}

/** The room of a card inside its frame, for columns and rows of the grid on a page of 1,440 pixels. */
export function roomOf(columns: number, rows: number): Room {
  return { width: Math.round((columns * 1160) / 12 - 42), height: rows * 60 - 10 - (rows === 1 ? 16 : 56) };
}

export const sizes = widgetSizes;

/** A widget of a card, with its default options and those that a test says. */
export function widgetOf(card: AnyCard, dataOptions: Options = {}, clientOptions: Options = {}): Widget {
  return {
    widgetId: sampleId(card.type),
    widgetType: card.type,
    gridOptions: { x: 0, y: 0, ...widgetSizes[card.type] },
    dataOptions: mergedOptions(card.dataOptions, dataOptions),
    clientOptions: mergedOptions(card.clientOptions, clientOptions),
  };
}

interface DrawnProps {
  card: AnyCard;
  room: Room;
  widget?: Widget;
  values?: unknown;
  age?: number | null | undefined;
  isPreview?: boolean;
}

/** A card in the room it has. */
export function Drawn({
  card,
  room,
  widget = widgetOf(card),
  values = card.sample,
  age,
  isPreview = true,
}: DrawnProps) {
  const [Card] = useState(() => lazy(card.load as () => Promise<{ default: ComponentType<CardProps> }>));
  return (
    <article
      aria-label={card.label}
      style={{
        padding: 12,
        border: '1px solid var(--atrium-line)',
        borderRadius: 10,
        background: 'var(--atrium-card)',
      }}
    >
      <div style={room}>
        <Suspense>
          <Card widget={widget} values={values as never} age={age} {...room} isPreview={isPreview} />
        </Suspense>
      </div>
    </article>
  );
}

interface AskingProps {
  card: AnyCard;
  widget: Widget;
  isActive?: boolean;
  context?: DashboardContextValue;
}

/** A card with what it asks for, and the state of that in words. */
export function Asking({ card, widget, isActive = true, context: own = context }: AskingProps) {
  const isOf = (kind: AnyCard['asks']) => isActive && card.asks === kind;
  const all: Partial<Record<AnyCard['asks'], Asked<unknown>>> = {
    live: useLive(widget, own, isOf('live')),
    places: usePlaces(widget, own, isOf('places')),
    'sensor-image': useSensorImage(widget, own, isOf('sensor-image')),
    weather: useWeather(widget, own, isOf('weather')),
  };
  const asked = all[card.asks];
  if (!asked) return null;
  return (
    <>
      <p>{asked.state === 'failed' ? `failed: ${asked.message}` : asked.state}</p>
      {asked.state === 'ready' && (
        <Drawn
          card={card}
          widget={widget}
          room={roomOf(6, 6)}
          values={asked.values}
          age={asked.age}
          isPreview={false}
        />
      )}
    </>
  );
}

/** The form of a card, whose changes become its options; the options are shown as text. */
export function Editing({ card, widget, dashboardId }: { card: AnyCard; widget: Widget; dashboardId?: string }) {
  const [edited, setEdited] = useState(widget);
  const [Form] = useState(() => lazy(card.loadForm as () => Promise<{ default: ComponentType<CardFormProps> }>));
  return (
    <div style={{ maxWidth: 480 }}>
      <Suspense>
        <Form
          widget={edited}
          dashboardId={dashboardId}
          onChange={({ dataOptions = {}, clientOptions = {} }) =>
            setEdited((before) => ({
              ...before,
              dataOptions: mergedOptions(before.dataOptions, dataOptions),
              clientOptions: mergedOptions(before.clientOptions, clientOptions),
            }))
          }
        />
        <output aria-label="Options">{JSON.stringify([edited.dataOptions, edited.clientOptions])}</output>
      </Suspense>
    </div>
  );
}
