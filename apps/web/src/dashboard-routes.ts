import { screenAt } from '@atrium/contract/screens';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { createElement } from 'react';
import { KioskError } from './features/kiosk-links/screen/KioskError.tsx';
import { list, root, screen } from './screen.ts';

const templateList = { title: 'Dashboard templates', pathname: '/app/dashboardtemplates' };

/** Dashboards, the templates that they begin with, and the screens that show them. */
export const dashboards = [
  screen(
    '/dashboard/$id',
    { title: 'Dashboard', isNamed: true, organization: true, reads: ['dateOverride', 'filter', 'fullScreen'] },
    () => import('./features/dashboards/DashboardPage.tsx'),
    'DashboardPage',
  ),
  screen(
    '/templategallery',
    { title: 'Template gallery', organization: true, reads: ['search', 'category', 'tag'] },
    () => import('./features/dashboard-templates/TemplateGalleryPage.tsx'),
    'TemplateGalleryPage',
  ),
  list(
    '/dashboardtemplates',
    { title: 'Dashboard templates', access: screenAt('/app/dashboardtemplates').access },
    () => import('./features/dashboard-templates/TemplatesPage.tsx'),
    'TemplatesPage',
  ),
  screen(
    '/dashboardtemplate/$dashboardTemplateId',
    {
      title: 'Dashboard template',
      isNamed: true,
      under: templateList,
      access: screenAt('/app/dashboardtemplates').access,
    },
    () => import('./features/dashboard-templates/TemplatePage.tsx'),
    'TemplatePage',
  ),
  screen(
    '/dashboardtemplate/$dashboardTemplateId/cards',
    {
      title: 'Cards of a template',
      isNamed: true,
      under: templateList,
      access: screenAt('/app/dashboardtemplates').access,
    },
    () => import('./features/dashboards/template/TemplateCardsPage.tsx'),
    'TemplateCardsPage',
  ),
  list(
    '/wall-screens',
    { title: 'Wall screens', organization: true, reads: ['dashboard'] },
    () => import('./features/kiosk-links/KioskLinksPage.tsx'),
    'KioskLinksPage',
  ),
] as const;

/** What a wall screen opens, without sign-in. The secret of its link is part of the hash, which no server gets to see. */
export const kiosk = createRoute({
  getParentRoute: () => root,
  path: '/kiosk/$secret',
  component: lazyRouteComponent(() => import('./screens/KioskScreen.tsx'), 'KioskScreen'),
  // Part of the start: it stands in for scripts that are missing.
  errorComponent: ({ error }) => createElement(KioskError, { error }),
  staticData: { title: 'Wall screen' },
});
