import { countApplications, countFilters } from '@atrium/contract/reference-lists';
import type { Zone } from '@atrium/contract/zones';
import { IconLine } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { RowButton } from '../../ui/RowButton.tsx';
import type { Cells } from '../../ui/table/cells.ts';
import type { Column } from '../../ui/table/column.ts';
import { PlainTable } from '../../ui/table/PlainTable.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { texts } from './texts.ts';
import { nameOfCode } from './zone-values.ts';
import { ZonePanel } from './ZonePanel.tsx';

/** With the name of its sensor if zones of several are shown. */
type ZoneRow = Zone & { sensorName?: string };

interface Props {
  zones: readonly ZoneRow[];
  /** Additional columns, such as the last reading. */
  columns?: readonly Column<Pick<Zone, 'zoneId'>>[];
  /** Panels of other features about a zone, below its settings. */
  aboutZone: (zone: Zone) => ReactNode;
}

/** Zones with their current settings; each opens next to the table. */
export function ZonesTable({ zones, columns = [], aboutZone }: Props) {
  const [opened, setOpened] = useState<Zone>();
  const hasSensors = zones.some(({ sensorName }) => sensorName !== undefined);
  return (
    <Card>
      {zones.length === 0 ? (
        <EmptyState icon={IconLine} {...texts.none} />
      ) : (
        <PlainTable
          label={texts.tab}
          cells={cellsOf(setOpened)}
          columns={[nameColumn, ...(hasSensors ? [sensorColumn] : []), ...columns, ...settingColumns]}
          rows={zones}
          keyOf={({ zoneId }) => zoneId}
        />
      )}
      {opened && (
        <ZonePanel key={opened.zoneId} zone={opened} onClose={() => setOpened(undefined)}>
          {aboutZone(opened)}
        </ZonePanel>
      )}
    </Card>
  );
}

const nameColumn: Column<ZoneRow> = {
  key: 'name',
  label: texts.columns.name,
  kind: 'text',
  width: 160,
  isRowName: true,
  value: ({ name }) => name,
};

const sensorColumn: Column<ZoneRow> = {
  key: 'sensor',
  label: texts.columns.sensor,
  kind: 'text',
  width: 160,
  value: ({ sensorName }) => sensorName ?? null,
};

const settingColumns: readonly Column<ZoneRow>[] = [
  words('application', ({ countApplication }) => nameOfCode(countApplications, countApplication)),
  words('filter', ({ countFilter }) => nameOfCode(countFilters, countFilter)),
  words('perimeter', ({ perimeter }) => (perimeter === null ? null : perimeter ? texts.yes : texts.no)),
  {
    key: 'scale',
    label: texts.columns.scale,
    kind: 'number',
    width: 80,
    value: ({ scaleFactor }) => scaleFactor,
    empty: '–',
  },
  {
    key: 'state',
    label: texts.columns.state,
    kind: 'text',
    width: 100,
    value: stateOf,
  },
];

function words(key: keyof typeof texts.columns, value: (zone: ZoneRow) => string | null): Column<ZoneRow> {
  return { key, label: texts.columns[key], kind: 'text', width: 110, value, empty: '–' };
}

function cellsOf(open: (zone: Zone) => void): Cells<ZoneRow> {
  return {
    name: (zone) => (
      <>
        <RowButton width="32ch" widthOnPhones="22ch" onClick={() => open(zone)}>
          {zone.name}
        </RowButton>{' '}
        {zone.needsReview && <Tag tone="warning">{texts.review}</Tag>}
      </>
    ),
    state: (zone) => <Tag tone={zone.disabled === false ? 'success' : 'neutral'}>{stateOf(zone)}</Tag>,
  };
}

function stateOf({ disabled }: Zone): string {
  if (disabled === null) return texts.notSet;
  return disabled ? texts.disabled : texts.enabled;
}
