import { createDisplay, listDisplays } from '@atrium/contract/displays';
import { displayKinds, type EntityDisplayKind, isDisplayKind, mayDisplay } from '@atrium/rules/display';
import { IconDeviceTv, IconDeviceTvOff, IconSearchOff } from '@tabler/icons-react';
import { useList, useLoadAll } from '../../api/use-endpoint.ts';
import { useMay } from '../../api/use-may.ts';
import { AddButton } from '../../ui/AddButton.tsx';
import { Card } from '../../ui/Card.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { FilterSelect } from '../../ui/table/FilterSelect.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { listQueryOf, useListView, withFilter } from '../../ui/table/list-view.ts';
import { useOpenedRow } from '../../ui/table/use-opened-row.ts';
import { displayCells } from './display-cells.tsx';
import { displayColumns } from './display-columns.ts';
import { PlaylistDialog } from './PlaylistDialog.tsx';
import { PlaylistPanel } from './PlaylistPanel.tsx';
import classes from './displays.module.css';
import { setupPaths } from './setup-paths.ts';
import { texts } from './texts.ts';
import { useRemoveDisplay } from './use-remove-display.ts';

interface Props {
  /** Of the organization. */
  capabilities: ReadonlySet<string>;
}

/** All displays of an organization, and the playlists that rotate them. */
export function DisplaysPage({ capabilities }: Props) {
  if (displayKinds.some((kind) => mayDisplay(kind, capabilities))) return <Displays capabilities={capabilities} />;
  return (
    <Page title={texts.page} text={texts.pageText}>
      <Card>
        <EmptyState icon={IconDeviceTvOff} {...texts.notIncluded} />
      </Card>
    </Page>
  );
}

const byName = { column: 'name', direction: 'ascending' } as const;
const keyOf = ({ displayId }: { displayId: string }) => displayId;

function Displays({ capabilities }: Props) {
  const [view, setView, settled] = useListView('displays', byName, ['kind']);
  const kinds = displayKinds.filter((kind) => mayDisplay(kind, capabilities));
  const kind = isDisplayKind(view.filters.kind ?? '') ? view.filters.kind : undefined;
  const query = { ...listQueryOf(settled), ...(kind && { kind: kinds.find((each) => each === kind) }) };
  const page = useList(listDisplays, { query }, { texts: texts.list, keep: true });
  const loadAll = useLoadAll(listDisplays, { query });
  const row = useOpenedRow(page.data?.rows, keyOf);
  const mayWrite = useMay(createDisplay);
  const { askAndRemove } = useRemoveDisplay();
  const isFiltered = settled.search !== '' || kind !== undefined;
  return (
    <Page
      title={texts.page}
      text={texts.pageText}
      actions={mayWrite && <AddButton onClick={row.add}>{texts.addPlaylist}</AddButton>}
    >
      <nav className={classes['buttons']} aria-label={texts.setUp}>
        {kinds
          .filter((each): each is EntityDisplayKind => each !== 'playlist')
          .map((each) => (
            <LinkButton key={each} variant="default" to={setupPaths[each].to}>
              {texts.kinds[each]}
            </LinkButton>
          ))}
      </nav>
      <Card className={classes['list'] ?? ''}>
        <ListTable
          label={texts.page}
          columns={displayColumns}
          cells={displayCells({
            onOpen: row.show,
            onRemove: mayWrite ? (display) => void askAndRemove(display) : undefined,
          })}
          view={view}
          onView={setView}
          page={page}
          keyOf={keyOf}
          isCurrent={row.isShown}
          loadAll={loadAll}
          filters={
            <FilterSelect
              label={texts.columns.kind}
              any={texts.anyKind}
              width={190}
              data={kinds.map((each) => ({ value: each, label: texts.kinds[each] }))}
              value={kind}
              onChange={(value) => setView({ filters: withFilter(view.filters, 'kind', value) })}
            />
          }
          empty={
            isFiltered ? (
              <EmptyState icon={IconSearchOff} {...texts.noMatch} />
            ) : (
              <EmptyState icon={IconDeviceTv} {...texts.none} />
            )
          }
        />
      </Card>
      {row.shown?.kind === 'playlist' && (
        <PlaylistPanel
          playlist={row.shown}
          mayWrite={mayWrite}
          onEdit={() => row.shown && row.edit(row.shown)}
          onClose={row.hide}
        />
      )}
      {row.isEditing && <PlaylistDialog playlist={row.edited} onClose={row.endEdit} />}
    </Page>
  );
}
