import { gridMargin, gridRowHeight, oneColumnBelow, type Widget } from '@atrium/rules/dashboard';
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { IconLayoutDashboard } from '@tabler/icons-react';
import { useMemo } from 'react';
import { EmptyState } from '../../ui/Notice.tsx';
import classes from './dashboards.module.css';
import { widgetsIn } from './document/saved-dashboard.ts';
import type { DashboardContextValue } from './frame/dashboard-context.ts';
import { DashboardGrid } from './grid/DashboardGrid.tsx';
import { texts } from './texts.ts';

interface Props {
  dashboardId: string;
  /** The widgets, as JSON text. */
  config: string;
  refreshCount: number;
}

const [smallest, largest] = [0.4, 1.6];
const nothing = () => undefined;

/** A dashboard on a screen that nobody touches: all of it at once, larger or smaller as the screen allows. */
export function WallDashboard({ dashboardId, config, refreshCount }: Props) {
  const { ref, width, height } = useElementSize();
  const isNarrow = useMediaQuery(`(width < ${oneColumnBelow}px)`, false, { getInitialValueInEffect: false });
  const widgets = useMemo(() => widgetsIn(config), [config]);
  const context = useMemo<DashboardContextValue>(
    () => ({ dashboardId, dateOverride: undefined, entityFilter: undefined, refreshCount }),
    [dashboardId, refreshCount],
  );
  const scale = isNarrow || height === 0 ? 1 : scaleOf(widgets, height);
  return (
    <div ref={ref} className={classes['wall']} data-narrow={isNarrow || undefined}>
      {widgets.length === 0 && <EmptyState icon={IconLayoutDashboard} {...texts.emptyForReaders} />}
      {widgets.length > 0 && width > 0 && (
        <div style={{ width: width / scale, transform: `scale(${scale})`, transformOrigin: 'top left' }}>
          <DashboardGrid widgets={widgets} dashboard={context} actions={undefined} onPlace={nothing} />
        </div>
      )}
    </div>
  );
}

/** Rows have a fixed height, columns share the width: one factor fits both. */
function scaleOf(widgets: readonly Widget[], height: number): number {
  const rows = Math.max(1, ...widgets.map(({ gridOptions: { y, height: rowCount } }) => y + rowCount));
  const own = rows * (gridRowHeight + gridMargin) - gridMargin;
  return Math.min(largest, Math.max(smallest, height / own));
}
