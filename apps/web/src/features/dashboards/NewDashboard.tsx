import { createDashboard, listDashboards } from '@atrium/contract/dashboards';
import { getSidebar } from '@atrium/contract/sidebar';
import { defaultDashboardName } from '@atrium/rules/dashboard';
import { Button } from '@mantine/core';
import { IconFileImport, IconLayoutDashboard, IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useWrite } from '../../api/use-endpoint.ts';
import { EmptyState } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { ImportDialog } from './file/ImportDialog.tsx';
import { GalleryPanel } from './gallery/GalleryPanel.tsx';
import { rememberAdded } from './just-added.ts';
import { type AddedCard, newWidget } from './new-widget.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/app/dashboard/$id');

/** A dashboard exists once it has its first card. */
export function NewDashboard() {
  const [opened, setOpened] = useState<'gallery' | 'import'>();
  const navigate = route.useNavigate();
  const create = useWrite(createDashboard, texts.created, [getSidebar, listDashboards]);
  const open = (id: string) => void navigate({ to: '/app/dashboard/$id', params: { id }, search: {}, replace: true });
  const add = (card: AddedCard) => {
    // A second click on a card would create a second dashboard.
    setOpened(undefined);
    const widget = newWidget(card, []);
    const body = { name: defaultDashboardName, config: JSON.stringify([widget]) };
    create.mutate(
      { body },
      {
        onSuccess: ({ dashboardId }) => {
          rememberAdded(widget);
          open(dashboardId);
        },
      },
    );
  };
  const addButton = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      loading={create.isPending}
      onClick={() => setOpened('gallery')}
    >
      {texts.toolbar.add}
    </Button>
  );
  return (
    <Page
      title={texts.newPage}
      actions={
        <Button
          variant="default"
          leftSection={<IconFileImport size={16} aria-hidden />}
          onClick={() => setOpened('import')}
        >
          {texts.toolbar.importFile}
        </Button>
      }
    >
      <EmptyState icon={IconLayoutDashboard} {...texts.empty} action={addButton} />
      {opened === 'gallery' && <GalleryPanel onAdd={add} onClose={() => setOpened(undefined)} />}
      {opened === 'import' && <ImportDialog onCreated={open} onClose={() => setOpened(undefined)} />}
    </Page>
  );
}
