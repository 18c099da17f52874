import type { Profile } from '@atrium/contract/profile';
import { getProfile } from '@atrium/contract/profile';
import type { Widget } from '@atrium/rules/dashboard';
import { widgetSizes, type WidgetType } from '@atrium/rules/widget-types';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { createQueryClient } from '../src/api/query-client.ts';
import { ScopeContext } from '../src/api/scope.tsx';
import type { DashboardContextValue } from '../src/features/dashboards/frame/dashboard-context.ts';
import { cardOf } from '../src/features/dashboards/widgets/registry.ts';
import '../src/ui/theme/global.css';
import { cssVariables, theme } from '../src/ui/theme/theme.ts';
import { expect, vi } from 'vitest';
import { type Answer, expectCalls } from './network.ts';
import { sample, sampleId } from './sample.ts';

/** Cards outside of a dashboard: what the shell provides, and nothing else. */
let root: Root | undefined;
let queryClient = createQueryClient();
/** Links lead nowhere. */
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });

const profile: Profile = sample(getProfile.reply, { roles: ['OrganizationUser'], orgId: sampleId('orgId') });
export const scope = {
  userId: sampleId('userId'),
  profile,
  isStaff: false,
  orgId: sampleId('orgId'),
  chooseOrganization: () => undefined,
};

/** Shows something as if the page had just been opened. */
export function show(content: ReactNode, calls: readonly Answer[]): void {
  leave();
  queryClient = createQueryClient();
  expectCalls(calls);
  const place = document.createElement('main');
  place.id = 'stage';
  place.style.padding = '20px';
  document.body.append(place);
  document.getElementById('root')?.setAttribute('hidden', '');
  document.title = 'Cards';
  document.documentElement.lang = 'en';
  root = createRoot(place);
  update(content);
}

/** The same place with other content. */
export function update(content: ReactNode): void {
  root?.render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      deduplicateCssVariables={false}
    >
      <QueryClientProvider client={queryClient}>
        <ScopeContext value={scope}>
          <RouterContextProvider router={router as never}>
            <h1>Cards</h1>
            {content}
          </RouterContextProvider>
        </ScopeContext>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

export function leave(): void {
  root?.unmount();
  root = undefined;
  document.getElementById('stage')?.remove();
  document.getElementById('root')?.removeAttribute('hidden');
}

/** A card that was set up, in its usual size. */
export function widgetOf(
  type: WidgetType | (string & {}),
  options: Partial<Pick<Widget, 'dataOptions' | 'clientOptions'>> = {},
): Widget {
  const card = cardOf(type);
  const size = widgetSizes[type as WidgetType] ?? { width: 4, height: 4 };
  return {
    widgetId: sampleId('widgetId'),
    widgetType: type,
    gridOptions: { x: 0, y: 0, ...size },
    dataOptions: card?.dataOptions ?? {},
    clientOptions: {},
    ...options,
  };
}

export const dashboard: DashboardContextValue = {
  dashboardId: sampleId('dashboardId'),
  dateOverride: undefined,
  entityFilter: undefined,
  refreshCount: 0,
};

/** While the clock is stopped: lets what was asked arrive, a little of its time at once. */
export async function arrive(isThere: () => boolean): Promise<void> {
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(10);
      return isThere();
    })
    .toBe(true);
}

/** The room of a card on a dashboard of 1,200 pixels. */
export function Room({ widget, children, height }: { widget: Widget; children: ReactNode; height?: number }) {
  const { width, height: rows } = widget.gridOptions;
  return <div style={{ width: width * 100 - 10, maxWidth: '100%', height: height ?? rows * 60 - 10 }}>{children}</div>;
}
