import { createDashboardFromTemplate } from '@atrium/contract/dashboard-templates';
import { listDashboards } from '@atrium/contract/dashboards';
import { getSidebar } from '@atrium/contract/sidebar';
import { useNavigate } from '@tanstack/react-router';
import { announce } from '../../api/notices.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { texts } from './texts.ts';

/** Makes a dashboard from a template and opens it. */
export function useTemplate(): { use: (dashboardTemplateId: string) => Promise<void>; isPending: boolean } {
  const create = useWrite(createDashboardFromTemplate, texts.assigned, [getSidebar, listDashboards]);
  const navigate = useNavigate();
  return {
    isPending: create.isPending,
    async use(dashboardTemplateId) {
      const { dashboardId, messages = [] } = await create.mutateAsync({ params: { dashboardTemplateId }, body: {} });
      for (const text of messages) announce({ kind: 'toast', tone: 'warning', title: texts.assigned.title, text });
      const to: string = `/app/dashboard/${dashboardId}`;
      await navigate({ to });
    },
  };
}
