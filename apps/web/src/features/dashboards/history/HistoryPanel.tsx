import { listDashboardRevisions } from '@atrium/contract/dashboards';
import { Skeleton, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { longTimestamp } from '../../../format/dates.ts';
import { useList } from '../../../api/use-endpoint.ts';
import { EmptyState, ErrorState } from '../../../ui/Notice.tsx';
import { SidePanel } from '../../../ui/SidePanel.tsx';
import { texts } from '../texts.ts';
import classes from './history.module.css';
import { LayoutDrawing } from './LayoutDrawing.tsx';

interface Props {
  dashboardId: string;
  onShow: (version: number) => void;
  onClose: () => void;
}

const shownRevisions = 200;

/** Earlier states of a dashboard. */
export function HistoryPanel({ dashboardId, onShow, onClose }: Props) {
  const request = { params: { dashboardId }, query: { limit: String(shownRevisions) } };
  const { data, error, refetch } = useList(listDashboardRevisions, request, { texts: texts.history });
  return (
    <SidePanel title={texts.historyPanel.title} onClose={onClose}>
      <Text c="dimmed">{texts.historyPanel.text}</Text>
      {!data && error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={240} />}
      {data?.rows.length === 0 && <EmptyState icon={IconHistory} {...texts.historyPanel.none} />}
      <ul className={classes['revisions']}>
        {data?.rows.map(({ version, at, userName, name, layout }) => (
          <li key={version}>
            <button type="button" className={classes['revision']} onClick={() => onShow(version)}>
              <LayoutDrawing layout={layout} />
              <span className={classes['words']}>
                <strong>{longTimestamp(at)}</strong>
                <span>{userName}</span>
                <span className={classes['name']}>{name}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </SidePanel>
  );
}
