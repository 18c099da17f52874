import { getDashboardRevision } from '@atrium/contract/dashboards';
import type { Operation } from '@atrium/rules/dashboard-edits';
import { Button, Skeleton } from '@mantine/core';
import { useMemo } from 'react';
import { longTimestamp } from '../../../format/dates.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { ErrorState } from '../../../ui/Notice.tsx';
import { widgetsIn } from '../document/saved-dashboard.ts';
import type { DashboardContextValue } from '../frame/dashboard-context.ts';
import { DashboardGrid } from '../grid/DashboardGrid.tsx';
import { texts } from '../texts.ts';
import classes from './history.module.css';

interface Props {
  dashboardId: string;
  version: number;
  context: DashboardContextValue;
  /** As edits, so that they can be undone. */
  onRestore: (operations: readonly Operation[]) => void;
  onClose: () => void;
}

/** A dashboard as it was. */
export function RevisionView({ dashboardId, version, context, onRestore, onClose }: Props) {
  const params = { dashboardId, version: String(version) };
  const { data, error, refetch } = useEndpoint(getDashboardRevision, { params }, { texts: texts.history });
  const widgets = useMemo(() => data && widgetsIn(data.config), [data]);
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data || !widgets) return <Skeleton height={420} radius="lg" />;
  const { at, userName, name, description } = data;
  return (
    <>
      <section className={classes['banner']} aria-label={texts.historyPanel.title}>
        <span>{texts.historyPanel.showing(longTimestamp(at), userName)}</span>
        <Button variant="default" onClick={onClose}>
          {texts.historyPanel.back}
        </Button>
        <Button
          onClick={() =>
            onRestore([
              { kind: 'replace', widgets, restored: version },
              { kind: 'rename', name, description },
            ])
          }
        >
          {texts.historyPanel.restore}
        </Button>
      </section>
      <DashboardGrid widgets={widgets} dashboard={context} actions={undefined} onPlace={() => undefined} />
    </>
  );
}
