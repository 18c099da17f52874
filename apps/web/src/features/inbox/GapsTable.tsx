import {
  listInboxDevices,
  listPackageGaps,
  type PackageGap,
  requestPackages,
  waivePackageGap,
} from '@atrium/contract/inbox';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useList, useLoadAll, useWrite } from '../../api/use-endpoint.ts';
import { useMay } from '../../api/use-may.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { FilterSelect } from '../../ui/table/FilterSelect.tsx';
import { listQueryOf, useListView } from '../../ui/table/list-view.ts';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { gapCells } from './inbox-cells.tsx';
import { gapColumns } from './inbox-columns.ts';
import classes from './inbox.module.css';
import { ReasonDialog } from './ReasonDialog.tsx';
import { texts } from './texts.ts';

const words = texts.gaps;
/** A sensor answers within seconds, and what it sends again fills the gap. */
const watchEvery = 10_000;
const newestFirst = { column: 'beforeAt', direction: 'descending' } as const;

/** Numbered packages that did not arrive. */
export function GapsTable({ orgId }: { orgId: string | null }) {
  const [view, setView, settled] = useListView('package-gaps', newestFirst, ['waived']);
  const isWaived = view.filters.waived === 'true';
  const [waived, setWaived] = useState<PackageGap>();
  const { limit, offset, search } = listQueryOf(settled);
  const query = {
    limit,
    offset,
    search,
    ...(orgId !== null && { orgId }),
    ...(isWaived && { waived: 'true' as const }),
  };
  const page = useList(listPackageGaps, { query }, { texts: words.read, keep: true, every: watchEvery });
  const loadAll = useLoadAll(listPackageGaps, { query });
  const mayRequest = useMay(requestPackages);
  const request = useWrite(requestPackages, words.requested, [listPackageGaps]);
  const onRequest = ({ packageGapId, orgId: owner }: PackageGap) =>
    request.mutate({ params: { packageGapId }, query: { orgId: owner } });
  return (
    <Card className={classes['list'] ?? ''}>
      <ListTable
        label={words.label}
        columns={gapColumns(orgId === null, isWaived)}
        cells={gapCells({ onWaive: setWaived, onRequest: mayRequest ? onRequest : undefined })}
        view={view}
        onView={setView}
        page={page}
        keyOf={({ packageGapId }) => packageGapId}
        loadAll={loadAll}
        filters={
          <FilterSelect
            label={words.filter}
            width={140}
            value={isWaived ? 'true' : ''}
            data={[
              { value: '', label: words.open },
              { value: 'true', label: words.waived },
            ]}
            onChange={(chosen) => setView({ filters: chosen ? { waived: chosen } : {} })}
          />
        }
        empty={<EmptyState icon={IconCircleCheck} {...(isWaived ? words.noneWaived : words.none)} />}
      />
      {waived && (
        <ReasonDialog
          title={words.waiveTitle}
          text={words.waiveText}
          submit={words.waive}
          call={waivePackageGap}
          request={{ params: { packageGapId: waived.packageGapId }, query: { orgId: waived.orgId } }}
          texts={words.waivedDone}
          changes={[listPackageGaps, listInboxDevices]}
          onClose={() => setWaived(undefined)}
          onDone={() => setWaived(undefined)}
        />
      )}
    </Card>
  );
}
