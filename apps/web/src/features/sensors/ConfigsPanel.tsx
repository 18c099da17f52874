import {
  type DeviceConfig,
  type DeviceConfigDetail,
  getDeviceConfig,
  listDeviceConfigs,
  type SensorDetail,
} from '@atrium/contract/sensors';
import { Skeleton } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { longTimestamp } from '../../format/dates.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import { EmptyState, ErrorState } from '../../ui/Notice.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { RowButton } from '../../ui/RowButton.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import type { Cells } from '../../ui/table/cells.ts';
import type { Column } from '../../ui/table/column.ts';
import { PlainTable } from '../../ui/table/PlainTable.tsx';
import { texts as detailTexts } from './detail-texts.ts';
import { valueText, wordsOf } from './reported.ts';
import classes from './sensors.module.css';

const words = detailTexts.configs;

/** Every configuration a device reported; each opens next to the list with its changes. */
export function ConfigsPanel({ sensor: { sensorId, orgId } }: { sensor: SensorDetail }) {
  const heading = useId();
  const [opened, setOpened] = useState<DeviceConfig>();
  const found = useEndpoint(listDeviceConfigs, { params: { sensorId }, query: { orgId } }, { texts: words.read });
  if (found.error && !found.data)
    return <ErrorState message={found.error.message} onRetry={() => void found.refetch()} />;
  return (
    <Card>
      <PanelHead id={heading} heading={words.heading} intro={words.intro} action={null} />
      {!found.data && <Skeleton height={120} />}
      {found.data?.length === 0 && <EmptyState icon={IconAdjustments} {...words.none} />}
      {found.data && found.data.length > 0 && (
        <PlainTable
          label={words.heading}
          columns={configColumns}
          cells={configCells(setOpened)}
          rows={found.data}
          keyOf={({ deviceConfigId }) => deviceConfigId}
        />
      )}
      {opened && <ConfigPanel config={opened} onClose={() => setOpened(undefined)} orgId={orgId} />}
    </Card>
  );
}

function ConfigPanel({ config, orgId, onClose }: { config: DeviceConfig; orgId: string; onClose: () => void }) {
  const { deviceConfigId, firstReportedAt } = config;
  const found = useEndpoint(
    getDeviceConfig,
    { params: { deviceConfigId }, query: { orgId } },
    { texts: words.readOne },
  );
  const detail = found.data;
  return (
    <SidePanel title={words.title(longTimestamp(firstReportedAt))} onClose={onClose}>
      {found.error && !detail && <ErrorState message={found.error.message} onRetry={() => void found.refetch()} />}
      {!detail && !found.error && <Skeleton height={320} />}
      {detail && (
        <>
          <h3 className={classes['part']}>{words.changed}</h3>
          {detail.changes.length === 0 ? (
            <Quiet mt="sm">{words.noChange}</Quiet>
          ) : (
            <PlainTable
              label={words.changed}
              columns={changeColumns}
              rows={detail.changes}
              keyOf={({ name }) => name}
            />
          )}
          <h3 className={classes['part']}>{words.all}</h3>
          <PlainTable
            label={words.all}
            columns={settingColumns}
            rows={Object.entries(detail.config)}
            keyOf={([name]) => name}
          />
        </>
      )}
    </SidePanel>
  );
}

const configColumns: readonly Column<DeviceConfig>[] = [
  {
    key: 'first',
    label: words.first,
    kind: 'text',
    width: 160,
    isRowName: true,
    value: ({ firstReportedAt }) => longTimestamp(firstReportedAt),
  },
  {
    key: 'last',
    label: words.last,
    kind: 'text',
    width: 160,
    value: ({ lastReportedAt }) => longTimestamp(lastReportedAt),
  },
  { key: 'firmware', label: words.firmware, kind: 'text', width: 110, value: ({ firmware }) => firmware },
];

function configCells(open: (config: DeviceConfig) => void): Cells<DeviceConfig> {
  return {
    first: (config) => (
      <RowButton width="32ch" widthOnPhones="26ch" onClick={() => open(config)}>
        {longTimestamp(config.firstReportedAt)}
      </RowButton>
    ),
  };
}

type Change = DeviceConfigDetail['changes'][number];
type Setting = [name: string, value: string | number | boolean];

const nameColumn = { key: 'name', label: words.columns.name, kind: 'text', width: 140, isRowName: true } as const;
const changeColumns: readonly Column<Change>[] = [
  { ...nameColumn, value: ({ name }) => wordsOf(name) },
  { key: 'from', label: words.columns.from, kind: 'text', width: 110, value: ({ from }) => valueText(from) },
  { key: 'to', label: words.columns.to, kind: 'text', width: 110, value: ({ to }) => valueText(to) },
];
const settingColumns: readonly Column<Setting>[] = [
  { ...nameColumn, value: ([name]) => wordsOf(name) },
  { key: 'value', label: words.columns.value, kind: 'text', width: 110, value: ([, value]) => valueText(value) },
];
