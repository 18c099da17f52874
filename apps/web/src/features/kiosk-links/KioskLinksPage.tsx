import { type KioskLink, type KioskLinkWithUrl, listKioskLinks } from '@atrium/contract/kiosk-links';
import { IconDeviceTv, IconSearchOff } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useScope } from '../../api/scope.tsx';
import { useList, useLoadAll } from '../../api/use-endpoint.ts';
import { AddButton } from '../../ui/AddButton.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { listQueryOf, useListView } from '../../ui/table/list-view.ts';
import { useNow } from '../../ui/use-now.ts';
import { KioskLinkDialog } from './KioskLinkDialog.tsx';
import { linkCells } from './link-cells.tsx';
import { linkColumns } from './link-columns.ts';
import { LinkPanel } from './LinkPanel.tsx';
import { texts } from './texts.ts';
import { UrlDialog } from './UrlDialog.tsx';

const route = getRouteApi('/app/wall-screens');
const byName = { column: 'name', direction: 'ascending' } as const;
const watchEvery = 10_000;

/** The links of a person, or all of the organization for administrators. */
export function KioskLinksPage() {
  const [view, setView, settled] = useListView('kiosk-links', byName, []);
  const { userId } = useScope();
  const [opened, setOpened] = useState<string>();
  const [wanted, setWanted] = useWantedDashboard();
  /** As it was when the dialog opened: the list may lose it meanwhile. */
  const [edited, setEdited] = useState<KioskLink | 'new' | undefined>(wanted === undefined ? undefined : 'new');
  const [made, setMade] = useState<KioskLinkWithUrl>();
  const now = useNow(1000);
  const query = listQueryOf(settled);
  const page = useList(listKioskLinks, { query }, { texts: texts.list, keep: true, every: watchEvery });
  const loadAll = useLoadAll(listKioskLinks, { query });
  const shown = page.data?.rows.find(({ kioskLinkId }) => kioskLinkId === opened);
  const add = <AddButton onClick={() => setEdited('new')}>{texts.add}</AddButton>;
  const close = () => {
    setEdited(undefined);
    setWanted(undefined);
  };
  return (
    <Page title={texts.page} text={texts.pageText} actions={(page.data?.total ?? 0) > 0 && add}>
      <Card>
        <ListTable
          label={texts.page}
          columns={linkColumns(now)}
          cells={linkCells(setOpened)}
          view={view}
          onView={setView}
          page={page}
          keyOf={({ kioskLinkId }) => kioskLinkId}
          isCurrent={({ kioskLinkId }) => kioskLinkId === opened}
          loadAll={loadAll}
          empty={
            settled.search === '' ? (
              <EmptyState icon={IconDeviceTv} {...texts.none} action={add} />
            ) : (
              <EmptyState icon={IconSearchOff} {...texts.noMatch} />
            )
          }
        />
      </Card>
      {shown && (
        <LinkPanel
          key={shown.kioskLinkId}
          link={shown}
          isOwner={shown.userId === userId}
          now={now}
          onEdit={() => setEdited(shown)}
          onClose={() => setOpened(undefined)}
        />
      )}
      {edited !== undefined && (
        <KioskLinkDialog
          link={edited === 'new' ? undefined : edited}
          wanted={wanted}
          onClose={close}
          onCreated={setMade}
        />
      )}
      {made && <UrlDialog link={made} onClose={() => setMade(undefined)} />}
    </Page>
  );
}

/** The dashboard from which someone came to show it. It is taken out of the address: the dialog opens once. */
function useWantedDashboard() {
  const { dashboard } = route.useSearch();
  const navigate = route.useNavigate();
  useEffect(() => {
    if (dashboard !== undefined) void navigate({ search: {}, replace: true });
  }, [dashboard, navigate]);
  return useState(dashboard);
}
