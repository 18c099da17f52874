import type { SystemState } from '@atrium/contract/system';
import { explainReason } from '@atrium/rules/quarantine-reasons';
import { Title } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { longDate, longTimestamp } from '../../format/dates.ts';
import { count } from '../../format/numbers.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import type { Cells } from '../../ui/table/cells.ts';
import type { Column } from '../../ui/table/column.ts';
import { PlainTable } from '../../ui/table/PlainTable.tsx';
import { Tag } from '../../ui/Tag.tsx';
import classes from './system.module.css';
import { engineNames, texts } from './texts.ts';

type Engine = SystemState['engines'][number];
type Queue = SystemState['queues'][number];
type Quarantined = SystemState['quarantine'][number];
type Damage = SystemState['damage'][number];

export function EngineTable({ engines }: { engines: readonly Engine[] }) {
  return (
    <Panel heading={texts.engines.heading}>
      <PlainTable
        label={texts.engines.heading}
        columns={engineColumns}
        cells={engineCells}
        rows={engines}
        keyOf={({ engine }) => engine}
      />
    </Panel>
  );
}

export function QueueTable({ queues }: { queues: readonly Queue[] }) {
  return (
    <Panel heading={texts.queues.heading}>
      <PlainTable label={texts.queues.heading} columns={queueColumns} rows={queues} keyOf={({ queue }) => queue} />
    </Panel>
  );
}

export function QuarantineTable({ quarantine }: { quarantine: readonly Quarantined[] }) {
  const { heading, intro, none } = texts.quarantine;
  return (
    <Panel heading={heading} intro={intro}>
      {quarantine.length === 0 ? (
        <EmptyState icon={IconShieldCheck} {...none} />
      ) : (
        <PlainTable label={heading} columns={quarantineColumns} rows={quarantine} keyOf={({ reason }) => reason} />
      )}
    </Panel>
  );
}

export function DamageTable({ damage }: { damage: readonly Damage[] }) {
  const { heading, intro } = texts.damage;
  return (
    <Panel heading={heading} intro={intro}>
      <PlainTable
        label={heading}
        columns={damageColumns}
        rows={damage}
        keyOf={({ table, month }) => `${table} ${month}`}
      />
    </Panel>
  );
}

function Panel({ heading, intro, children }: { heading: string; intro?: string; children: ReactNode }) {
  return (
    <Card>
      <Title order={2} mb={intro === undefined ? 'xs' : 0}>
        {heading}
      </Title>
      {intro !== undefined && <p className={classes['intro']}>{intro}</p>}
      {children}
    </Card>
  );
}

const engineColumns: readonly Column<Engine>[] = [
  {
    key: 'engine',
    label: texts.engines.name,
    kind: 'text',
    width: 110,
    isRowName: true,
    value: ({ engine }) => engineNames[engine],
  },
  {
    key: 'state',
    label: texts.engines.state,
    kind: 'text',
    width: 90,
    value: ({ isUp }) => (isUp ? texts.engines.up : texts.engines.down),
  },
  {
    key: 'version',
    label: texts.engines.version,
    kind: 'text',
    width: 90,
    value: ({ version }) => version ?? texts.engines.elsewhere,
  },
  {
    key: 'upSince',
    label: texts.engines.upSince,
    kind: 'text',
    width: 150,
    value: ({ upSince }) => longTimestamp(upSince) || texts.engines.elsewhere,
  },
  {
    key: 'restarts',
    label: texts.engines.restarts,
    kind: 'number',
    width: 80,
    value: ({ restarts }) => (restarts === null ? texts.engines.elsewhere : count(restarts)),
  },
  {
    key: 'restartedAt',
    label: texts.engines.restartedAt,
    kind: 'text',
    width: 150,
    value: ({ restarts, restartedAt }) =>
      longTimestamp(restartedAt) || (restarts === null ? texts.engines.elsewhere : texts.engines.never),
  },
];

const queueColumns: readonly Column<Queue>[] = [
  {
    key: 'queue',
    label: texts.queues.name,
    kind: 'text',
    width: 180,
    isRowName: true,
    value: ({ queue }) => texts.queues.names[queue],
  },
  { key: 'waiting', label: texts.queues.waiting, kind: 'number', width: 80, value: ({ waiting }) => count(waiting) },
  { key: 'running', label: texts.queues.running, kind: 'number', width: 80, value: ({ running }) => orDash(running) },
  { key: 'failed', label: texts.queues.failed, kind: 'number', width: 80, value: ({ failed }) => orDash(failed) },
];

const quarantineColumns: readonly Column<Quarantined>[] = [
  {
    key: 'reason',
    label: texts.quarantine.reason,
    kind: 'text',
    width: 180,
    isRowName: true,
    value: ({ reason }) => explainReason(reason).title,
  },
  { key: 'groups', label: texts.quarantine.groups, kind: 'number', width: 80, value: ({ groups }) => count(groups) },
  { key: 'bodies', label: texts.quarantine.bodies, kind: 'number', width: 80, value: ({ bodies }) => count(bodies) },
];

const damageColumns: readonly Column<Damage>[] = [
  { key: 'table', label: texts.damage.table, kind: 'text', width: 90, isRowName: true, value: ({ table }) => table },
  {
    key: 'month',
    label: texts.damage.month,
    kind: 'text',
    width: 90,
    value: ({ month }) => month ?? texts.damage.all,
  },
  {
    key: 'rows',
    label: texts.damage.rows,
    kind: 'number',
    width: 90,
    value: ({ rows }) => (rows === null ? texts.damage.unknown : count(rows)),
  },
  { key: 'foundAt', label: texts.damage.foundAt, kind: 'text', width: 100, value: ({ foundAt }) => longDate(foundAt) },
  {
    key: 'state',
    label: texts.damage.state,
    kind: 'text',
    width: 160,
    value: ({ rebuiltAt, rebuild }) =>
      rebuiltAt === null ? texts.damage.ways[rebuild] : texts.damage.rebuilt(longDate(rebuiltAt)),
  },
];

function orDash(value: number | null): string {
  return value === null ? texts.tiles.unknown : count(value);
}

const engineCells: Cells<Engine> = {
  state: ({ isUp }) => <Tag tone={isUp ? 'success' : 'danger'}>{isUp ? texts.engines.up : texts.engines.down}</Tag>,
};
