import { screenAt } from '@atrium/contract/screens';
import { list, screen } from './screen.ts';

const templateList = { title: 'Dashboard templates', pathname: '/app/dashboardtemplates' };

/** Dashboards, and the templates that they begin with. */
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
] as const;
