import { importFiles, type ImportStatus, importStatuses, listImports } from '@atrium/contract/imports';
import { importTypes } from '@atrium/rules/import-file';
import { Button } from '@mantine/core';
import { IconFileImport, IconSearchOff, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useScope } from '../../api/scope.tsx';
import { useList, useLoadAll } from '../../api/use-endpoint.ts';
import { useMay } from '../../api/use-may.ts';
import { DropCard } from '../../ui/DropCard.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { FilterSelect } from '../../ui/table/FilterSelect.tsx';
import { listQueryOf, useListView, withFilter } from '../../ui/table/list-view.ts';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { importCells } from './import-cells.tsx';
import { importColumns, organizationColumn } from './import-columns.ts';
import { ImportDetails } from './ImportDetails.tsx';
import classes from './imports.module.css';
import { Templates } from './Templates.tsx';
import { texts } from './texts.ts';
import { UploadDialog } from './UploadDialog.tsx';

const newestFirst = { column: 'createdAt', direction: 'descending' } as const;
/** All that one request returns; pages of the list are parts of it. */
const most = 1000;

/** Imported files, and the way to import more. */
export function ImportStatusPage() {
  const { isStaff, orgId } = useScope();
  const [view, setView, settled] = useListView('imports', newestFirst, ['status', 'type']);
  const [opened, setOpened] = useState<ImportStatus>();
  const [chosen, setChosen] = useState<readonly File[]>([]);
  const mayImport = useMay(importFiles);
  const { status, type } = view.filters;
  const query = {
    ...listQueryOf(settled),
    limit: most,
    offset: 0,
    ...(importStatuses.includes(status as never) && { status: status as ImportStatus['status'] }),
    ...(importTypes.includes(type as never) && { type: type as (typeof importTypes)[number] }),
    ...(orgId !== null && { orgId }),
    ...(isStaff && { include: 'organization' }),
  };
  const all = useList(listImports, { query }, { texts: texts.read, keep: true, every: 5000 });
  const loadAll = useLoadAll(listImports, { query });
  const first = settled.page * settled.size;
  const page = {
    ...all,
    data: all.data && {
      ...all.data,
      rows: all.data.rows.slice(first, first + settled.size),
      total: all.data.rows.length,
    },
  } as typeof all;
  const isNarrowed = settled.search !== '' || status !== undefined || type !== undefined;
  const add = mayImport && (
    <FileButton onChange={setChosen} accept=".csv,text/csv" multiple>
      {({ onClick }) => (
        <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={onClick}>
          {texts.add}
        </Button>
      )}
    </FileButton>
  );
  return (
    <Page title={texts.page} text={texts.pageText} actions={add}>
      <DropCard text={texts.drop} className={classes['list'] ?? ''} {...(mayImport && { onDrop: setChosen })}>
        <ListTable
          label={texts.page}
          columns={isStaff ? [...importColumns, organizationColumn] : importColumns}
          cells={importCells(setOpened)}
          view={view}
          onView={setView}
          page={page}
          keyOf={({ importStatusId }) => importStatusId}
          isCurrent={({ importStatusId }) => importStatusId === opened?.importStatusId}
          loadAll={loadAll}
          filters={
            <>
              <FilterSelect
                label={texts.filters.status}
                any={texts.filters.anyStatus}
                width={150}
                data={importStatuses.map((value) => ({ value, label: texts.statuses[value] }))}
                value={status}
                onChange={(value) => setView({ filters: withFilter(view.filters, 'status', value) })}
              />
              <FilterSelect
                label={texts.filters.type}
                any={texts.filters.anyType}
                width={150}
                data={importTypes.map((value) => ({ value, label: texts.types[value] }))}
                value={type}
                onChange={(value) => setView({ filters: withFilter(view.filters, 'type', value) })}
              />
            </>
          }
          empty={
            isNarrowed ? (
              <EmptyState icon={IconSearchOff} {...texts.noMatch} />
            ) : (
              <EmptyState icon={IconFileImport} {...texts.none} action={<Templates justify="center" />} />
            )
          }
        />
      </DropCard>
      {chosen.length > 0 && <UploadDialog chosen={chosen} onClose={() => setChosen([])} />}
      {opened && (
        <ImportDetails
          key={opened.importStatusId}
          importStatusId={opened.importStatusId}
          orgId={opened.orgId}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Page>
  );
}
