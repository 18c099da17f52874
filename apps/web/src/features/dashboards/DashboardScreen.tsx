import type { Dashboard } from '@atrium/contract/dashboards';
import { getSidebar } from '@atrium/contract/sidebar';
import type { Operation } from '@atrium/rules/dashboard-edits';
import { imageAddressesOf } from '@atrium/rules/dashboard-images';
import { VisuallyHidden } from '@mantine/core';
import { IconLayoutDashboard } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { announce } from '../../api/notices.ts';
import { useScope } from '../../api/scope.tsx';
import { useRefresh } from '../../api/use-endpoint.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { useRemovedImages } from './asking/use-removed-images.ts';
import classes from './dashboards.module.css';
import { ConflictDialog } from './dialogs/ConflictDialog.tsx';
import { PublishDialog } from './dialogs/PublishDialog.tsx';
import { RenameDialog } from './dialogs/RenameDialog.tsx';
import { ShareDialog } from './dialogs/ShareDialog.tsx';
import type { DashboardStore, SaveState } from './document/dashboard-store.ts';
import type { SavedDashboard } from './document/saved-dashboard.ts';
import { useDashboardStore } from './document/use-dashboard-store.ts';
import { ImportDialog } from './file/ImportDialog.tsx';
import type { DashboardContextValue } from './frame/dashboard-context.ts';
import { OpenedPart } from './frame/OpenedPart.tsx';
import { GalleryPanel } from './gallery/GalleryPanel.tsx';
import { DashboardGrid } from './grid/DashboardGrid.tsx';
import { HistoryPanel } from './history/HistoryPanel.tsx';
import { RevisionView } from './history/RevisionView.tsx';
import { SaveStatus } from './SaveStatus.tsx';
import { isSameOrder } from './settings/order.ts';
import { WidgetSettings } from './settings/WidgetSettings.tsx';
import { texts } from './texts.ts';
import { FullScreenTools, Toolbar } from './Toolbar.tsx';
import { useDashboardActions } from './use-dashboard-actions.ts';
import { useEditing } from './use-editing.ts';
import { useFullScreen } from './use-full-screen.ts';
import { useUndoKeys } from './use-undo-keys.ts';
import { SortsContext } from './view/sorts.ts';
import { useView } from './view/use-view.ts';
import { readFilter } from './view/view-address.ts';
import { ViewBar } from './view/ViewBar.tsx';

const AnnotationsDialog = lazyPart(() => import('../../analytics/annotations/AnnotationsDialog.tsx'));

interface Props {
  dashboard: Dashboard;
  saved: SavedDashboard;
  isOwner: boolean;
}

type Opened = 'gallery' | 'rename' | 'share' | 'publish' | 'history' | 'import' | 'annotations';

/** An open dashboard: its owner edits it in place, everyone else reads. */
export function DashboardScreen({ dashboard, saved, isOwner }: Props) {
  const { dashboardId } = dashboard;
  const [opened, setOpened] = useState<Opened>();
  const [revision, setRevision] = useState<number>();
  const [refreshCount, setRefreshCount] = useState(0);
  const { isFull, screen, enter, leave } = useFullScreen();
  const [store, state] = useDashboardStore(dashboardId, saved, useReportSaved());
  const { userId } = useScope();
  const { view, setView, sorts } = useView(dashboardId);
  const { document } = state;
  const images = useRemovedImages(dashboardId, store);
  const whole = useDashboardActions(dashboardId, () => {
    store.discard();
    images.forget();
  });
  const editing = useEditing(store, { onLastRemoved: () => void whole.remove(), onNothingAdded: whole.forget });
  const { configured, said } = editing;
  useReportRefusal(state.saveState, state.refusal);
  const undo = () => step(store, 'undo', editing.say);
  const redo = () => step(store, 'redo', editing.say);
  // Nobody changes what is hidden behind an earlier state.
  const isPast = revision !== undefined;
  useUndoKeys(isOwner && !isPast, undo, redo);

  const context = useMemo<DashboardContextValue>(
    () => ({
      dashboardId,
      dateOverride: view.dateOverride,
      entityFilter: readFilter(view.filter),
      refreshCount,
    }),
    [dashboardId, view, refreshCount],
  );
  const canEdit = isOwner && !isFull;
  // A published one would stay in the menu.
  const canLeave = !isOwner && !dashboard.isPublished && dashboard.sharedWith.includes(userId);
  const close = () => setOpened(undefined);

  return (
    <div ref={screen} className={classes['screen']} data-full={isFull || undefined}>
      <Page
        title={document.name}
        text={document.description}
        trail={[{ text: texts.page }]}
        tags={
          <>
            {dashboard.isPublished && <Tag tone="success">{texts.publishedTag}</Tag>}
            {isOwner ? (
              <SaveStatus
                state={state.saveState}
                refusal={state.refusal}
                onRetry={() => store.flush()}
                onDiscard={() => void store.revert()}
              />
            ) : (
              <Tag tone="neutral">{texts.readOnly(dashboard.ownerName)}</Tag>
            )}
          </>
        }
        actions={
          isFull ? (
            <FullScreenTools onEnter={enter} onLeave={leave} />
          ) : (
            <Toolbar
              dashboard={dashboard}
              isOwner={isOwner}
              canAdd={!isPast}
              canUndo={state.canUndo && !isPast}
              canRedo={state.canRedo && !isPast}
              actions={{
                add: () => setOpened('gallery'),
                refresh: () => setRefreshCount((count) => count + 1),
                undo,
                redo,
                rename: () => setOpened('rename'),
                duplicate: () => whole.duplicate(document),
                share: () => setOpened('share'),
                publish: () => setOpened('publish'),
                unpublish: whole.unpublish,
                setHomepage: whole.setHomepage,
                showHistory: () => setOpened('history'),
                showAnnotations: () => setOpened('annotations'),
                showFullScreen: enter,
                showOnWall: whole.showOnWall,
                exportFile: () => whole.exportFile(document),
                importFile: () => setOpened('import'),
                remove: () => void whole.remove(),
                leave: canLeave ? () => whole.leave(userId) : undefined,
              }}
            />
          )
        }
      >
        {!isFull && <ViewBar view={view} onChange={setView} />}
        {revision !== undefined && (
          <RevisionView
            dashboardId={dashboardId}
            version={revision}
            context={context}
            onRestore={(operations) => {
              store.edit(operations);
              store.flush();
              setRevision(undefined);
            }}
            onClose={() => setRevision(undefined)}
          />
        )}
        {revision === undefined && document.widgets.length === 0 && (
          <EmptyState icon={IconLayoutDashboard} {...(isOwner ? texts.empty : texts.emptyForReaders)} />
        )}
        {revision === undefined && document.widgets.length > 0 && (
          <SortsContext value={sorts}>
            <DashboardGrid
              widgets={document.widgets}
              dashboard={context}
              actions={canEdit ? editing.actions : undefined}
              onPlace={editing.place}
            />
          </SortsContext>
        )}
        <VisuallyHidden>
          <output aria-live="polite">{said}</output>
        </VisuallyHidden>
      </Page>
      {opened === 'gallery' && (
        <GalleryPanel
          onAdd={(card) => {
            close();
            editing.add(card);
          }}
          onClose={close}
        />
      )}
      {opened === 'rename' && (
        <RenameDialog
          name={document.name}
          description={document.description}
          onSave={(changed) => {
            store.edit([{ kind: 'rename', ...changed }]);
            store.flush();
          }}
          onClose={close}
        />
      )}
      {opened === 'share' && <ShareDialog dashboard={dashboard} onClose={close} />}
      {opened === 'publish' && <PublishDialog dashboard={dashboard} onClose={close} />}
      {opened === 'history' && (
        <HistoryPanel
          dashboardId={dashboardId}
          onShow={(version) => {
            close();
            setRevision(version);
          }}
          onClose={close}
        />
      )}
      {opened === 'import' && <ImportDialog onCreated={whole.open} onClose={close} />}
      {opened === 'annotations' && (
        <OpenedPart onClose={close}>
          <AnnotationsDialog onClose={close} />
        </OpenedPart>
      )}
      {configured?.widget && (
        <WidgetSettings
          key={configured.widgetId}
          widget={configured.widget}
          isNew={configured.isNew}
          dashboardId={dashboardId}
          onSave={(changed) => {
            const before = configured.widget!;
            editing.saveSettings(before, changed);
            // The owner sees the order that they just chose.
            if (!isSameOrder(before.dataOptions, changed.dataOptions)) sorts.onSort(before.widgetId, null);
            images.note([before]);
            if (imageAddressesOf([before]).length > 0) store.flush();
          }}
          onCancel={() => editing.cancelSettings(configured)}
        />
      )}
      {state.conflict && <ConflictDialog conflict={state.conflict} onChoose={(choices) => store.choose(choices)} />}
    </div>
  );
}

function step(store: DashboardStore, which: 'undo' | 'redo', say: (text: string) => void): void {
  if (!(which === 'undo' ? store.state.canUndo : store.state.canRedo)) return;
  store[which]();
  say(which === 'undo' ? texts.grid.undone : texts.grid.redone);
}

/** A new name is said and changes the menu; all other edits only change the words beside the title. */
function useReportSaved(): (operations: readonly Operation[]) => void {
  const refresh = useRefresh();
  return useCallback(
    (operations) => {
      if (!operations.some(({ kind }) => kind === 'rename')) return;
      announce({ kind: 'toast', tone: 'success', title: texts.updated.title, text: texts.updated.ok });
      void refresh([getSidebar]);
    },
    [refresh],
  );
}

function useReportRefusal(state: SaveState, refusal: string | undefined): void {
  const isRefused = state === 'refused';
  useEffect(() => {
    if (!isRefused) return;
    const text = `${texts.updated.fail}. ${refusal ?? ''}`;
    announce({ kind: 'toast', tone: 'danger', title: texts.updated.title, text });
  }, [isRefused, refusal]);
}
