import { type DashboardTemplate, getTemplate, listTemplates } from '@atrium/contract/dashboard-templates';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import { IconLayoutDashboard } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useScope } from '../../../api/scope.tsx';
import { blockingError, useEndpoint, useRefresh } from '../../../api/use-endpoint.ts';
import { AddButton } from '../../../ui/AddButton.tsx';
import { EmptyState } from '../../../ui/Notice.tsx';
import { Page } from '../../../ui/Page.tsx';
import { PageFailure } from '../../../ui/PageFailure.tsx';
import { ConflictDialog } from '../dialogs/ConflictDialog.tsx';
import { savedDashboard } from '../document/saved-dashboard.ts';
import { useDocumentStore } from '../document/use-document-store.ts';
import type { DashboardContextValue } from '../frame/dashboard-context.ts';
import { GalleryPanel } from '../gallery/GalleryPanel.tsx';
import { DashboardGrid } from '../grid/DashboardGrid.tsx';
import { SaveStatus } from '../SaveStatus.tsx';
import { WidgetSettings } from '../settings/WidgetSettings.tsx';
import { texts } from '../texts.ts';
import { UndoTools } from '../Toolbar.tsx';
import { useEditing } from '../use-editing.ts';
import { useForgetOnLeave } from '../use-forget-on-leave.ts';
import { useUndoKeys } from '../use-undo-keys.ts';
import { templateTransport } from './template-transport.ts';

const route = getRouteApi('/app/dashboardtemplate/$dashboardTemplateId/cards');

/** For staff: the cards of a template on the grid of a dashboard, with samples in place of values. */
export function TemplateCardsPage() {
  const { dashboardTemplateId } = route.useParams();
  const found = useEndpoint(getTemplate, { params: { dashboardTemplateId } }, { texts: texts.template.load });
  useForgetOnLeave(getTemplate, dashboardTemplateId);
  const loss = blockingError(found);
  if (loss) return <PageFailure error={loss} onRetry={() => void found.refetch()} />;
  if (!found.data)
    return (
      <Page title={texts.template.page}>
        <Skeleton height={420} radius="lg" />
      </Page>
    );
  return <TemplateCards key={dashboardTemplateId} template={found.data} />;
}

const samples: DashboardContextValue = {
  dashboardId: undefined,
  dateOverride: undefined,
  entityFilter: undefined,
  refreshCount: 0,
  isSample: true,
};

function TemplateCards({ template }: { template: DashboardTemplate }) {
  const { dashboardTemplateId } = template;
  const { userId } = useScope();
  const refresh = useRefresh();
  const [isAdding, setAdding] = useState(false);
  const saved = useMemo(() => savedDashboard(template), [template]);
  const [store, state] = useDocumentStore({
    key: `atrium.template.${userId}.${dashboardTemplateId}`,
    saved,
    // Also what is saved when this page is left: the page of the template shows it.
    transport: () => templateTransport(dashboardTemplateId, saved, () => void refresh([listTemplates, getTemplate])),
  });
  const editing = useEditing(store, { onLastRemoved: () => undefined });
  const { configured, said } = editing;
  const undo = () => store.undo();
  const redo = () => store.redo();
  useUndoKeys(true, undo, redo);
  const { widgets } = state.document;
  return (
    <Page
      title={texts.template.title(template.name)}
      text={texts.template.text}
      trail={[
        { text: texts.template.page, to: '/app/dashboardtemplates' },
        { text: template.name, to: `/app/dashboardtemplate/${dashboardTemplateId}` },
      ]}
      tags={
        <SaveStatus
          state={state.saveState}
          refusal={state.refusal}
          onRetry={() => store.flush()}
          onDiscard={() => void store.revert()}
        />
      }
      actions={
        <>
          <UndoTools canUndo={state.canUndo} canRedo={state.canRedo} actions={{ undo, redo }} />
          <AddButton onClick={() => setAdding(true)}>{texts.toolbar.add}</AddButton>
        </>
      }
    >
      {widgets.length === 0 ? (
        <EmptyState icon={IconLayoutDashboard} {...texts.template.empty} />
      ) : (
        <DashboardGrid widgets={widgets} dashboard={samples} actions={editing.actions} onPlace={editing.place} />
      )}
      <VisuallyHidden>
        <output aria-live="polite">{said}</output>
      </VisuallyHidden>
      {isAdding && (
        <GalleryPanel
          onAdd={(card) => {
            setAdding(false);
            editing.add(card);
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {configured?.widget && (
        <WidgetSettings
          key={configured.widgetId}
          widget={configured.widget}
          isNew={configured.isNew}
          dashboardId={undefined}
          hasRoles
          onSave={(changed) => editing.saveSettings(configured.widget!, changed)}
          onCancel={() => editing.cancelSettings(configured)}
        />
      )}
      {state.conflict && <ConflictDialog conflict={state.conflict} onChoose={(choices) => store.choose(choices)} />}
    </Page>
  );
}
