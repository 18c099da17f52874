import { createDashboardFromTemplate } from '@atrium/contract/dashboard-templates';
import { listDashboards } from '@atrium/contract/dashboards';
import { getSidebar } from '@atrium/contract/sidebar';
import { useNavigate } from '@tanstack/react-router';
import { announce } from '../../api/notices.ts';
import { useScope } from '../../api/scope.tsx';
import { useWrite } from '../../api/use-endpoint.ts';
import { texts } from './texts.ts';

export interface Recipient {
  readonly userId: string;
  readonly name: string;
}

interface Templates {
  /** Makes a dashboard from a template and opens it. Made for someone else, it is theirs alone: that is only said. */
  use: (dashboardTemplateId: string, recipient?: Recipient) => Promise<void>;
  isPending: boolean;
}

export function useTemplate(): Templates {
  const { userId } = useScope();
  const create = useWrite(createDashboardFromTemplate, texts.assigned, [getSidebar, listDashboards]);
  const assign = useWrite(createDashboardFromTemplate, texts.assignedTo);
  const navigate = useNavigate();
  const { title } = texts.assigned;
  const sayLeftOut = (messages: readonly string[] = []) => {
    for (const text of messages) announce({ kind: 'toast', tone: 'warning', title, text });
  };
  return {
    isPending: create.isPending || assign.isPending,
    async use(dashboardTemplateId, recipient) {
      const params = { dashboardTemplateId };
      if (recipient && recipient.userId !== userId) {
        const { messages } = await assign.mutateAsync({ params, body: { assignToUserId: recipient.userId } });
        announce({ kind: 'toast', tone: 'success', title, text: texts.createdFor(recipient.name) });
        return sayLeftOut(messages);
      }
      const { dashboardId, messages } = await create.mutateAsync({ params, body: {} });
      sayLeftOut(messages);
      const to: string = `/app/dashboard/${dashboardId}`;
      await navigate({ to });
    },
  };
}
