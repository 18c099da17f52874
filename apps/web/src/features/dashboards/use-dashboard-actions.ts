import { getHomepage, setHomepage } from '@atrium/contract/account';
import * as contract from '@atrium/contract/dashboards';
import { getProfile } from '@atrium/contract/profile';
import { getSidebar } from '@atrium/contract/sidebar';
import { copyName, type DashboardDocument } from '@atrium/rules/dashboard';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useBoundRequest, useWrite } from '../../api/use-endpoint.ts';
import { confirm } from '../../ui/confirm.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { entitiesOf, fileText } from './file/dashboard-file.ts';
import { knownEntities } from './file/known-entities.ts';
import { sayLeftOut } from './left-out.ts';
import { withNewIds } from './new-widget.ts';
import { texts } from './texts.ts';

/** What can be done with a dashboard as a whole; `onDeleted` before its page is left. */
export function useDashboardActions(dashboardId: string, onDeleted: () => void) {
  const navigate = useNavigate();
  const bind = useBoundRequest();
  const lists = [getSidebar, contract.listDashboards];
  const create = useWrite(contract.createDashboard, texts.created, lists);
  const remove = useWrite(contract.deleteDashboard, texts.deleted, lists, [contract.getDashboard]);
  const forget = useWrite(contract.deleteDashboard, texts.forgotten, lists, [contract.getDashboard]);
  const unshare = useWrite(contract.unshareDashboard, texts.left, lists, [contract.getDashboard]);
  const unpublish = useWrite(contract.unpublishDashboard, texts.unpublished, [contract.getDashboard, getSidebar]);
  const home = useWrite(setHomepage, texts.homepage, [getProfile, getHomepage]);
  const exported = useMutation({
    mutationFn: async (document: DashboardDocument) => {
      const entities = await knownEntities(entitiesOf(document.widgets), bind);
      const content = new Blob([fileText({ document, entities })], { type: 'application/json' });
      saveFile(document.name, 'json', content);
    },
    meta: texts.file.failed,
  });
  const params = { dashboardId };
  const open = (id: string) => void navigate({ to: '/app/dashboard/$id', params: { id }, search: {} });

  return {
    open,
    duplicate: ({ name, description, widgets }: DashboardDocument) =>
      create.mutate(
        { body: { name: copyName(name), description, config: JSON.stringify(withNewIds(widgets)) } },
        {
          onSuccess: (created) => {
            sayLeftOut(created);
            open(created.dashboardId);
          },
        },
      ),
    remove: async () => {
      if (!(await confirm(texts.deleteDashboard))) return;
      remove.mutate(
        { params },
        {
          onSuccess: () => {
            onDeleted();
            void navigate({ to: '/app/welcome', search: {} });
          },
        },
      );
    },
    /** A dashboard that was made for a card which was not added after all. */
    forget: () =>
      forget.mutate(
        { params },
        {
          onSuccess: () => {
            onDeleted();
            void navigate({ to: '/app/dashboard/$id', params: { id: 'new' }, search: {}, replace: true });
          },
        },
      ),
    /** Someone it was shared with gives it back. */
    leave: (userId: string) =>
      unshare.mutate(
        { params: { ...params, userId } },
        { onSuccess: () => void navigate({ to: '/app/welcome', search: {} }) },
      ),
    showOnWall: () => void navigate({ to: '/app/wall-screens', search: { dashboard: dashboardId } }),
    unpublish: () => unpublish.mutate({ params }),
    setHomepage: () => home.mutate({ body: { homepage: `/app/dashboard/${dashboardId}` } }),
    exportFile: exported.mutate,
  };
}
