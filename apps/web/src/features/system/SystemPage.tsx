import { getSystem, type SystemState } from '@atrium/contract/system';
import { Skeleton } from '@mantine/core';
import { longDate, longTimestamp } from '../../format/dates.ts';
import { lasted } from '../../format/durations.ts';
import { fileSize } from '../../format/file-size.ts';
import { count, wholePercent } from '../../format/numbers.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Cards } from '../../ui/Cards.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { StatCard } from '../../ui/StatCard.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { DamageTable, EngineTable, QuarantineTable, QueueTable } from './SystemTables.tsx';
import classes from './system.module.css';
import { texts } from './texts.ts';
import { WarningList } from './WarningList.tsx';

const refreshEvery = 10_000;

/** The state of the installation, for operators. */
export function SystemPage() {
  // Not refetched while the page is hidden.
  const { data: state, error, refetch } = useEndpoint(getSystem, {}, { texts: texts.read, every: refreshEvery });
  if (!state) {
    return (
      <Page title={texts.page}>
        {error ? (
          <ErrorState message={error.message} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={320} radius="md" />
        )}
      </Page>
    );
  }
  return (
    <Page
      title={texts.page}
      tags={<StateTag state={state} />}
      text={texts.subtitle(state.server.version, longTimestamp(state.server.startedAt))}
    >
      <WarningList warnings={state.warnings} />
      <Tiles state={state} />
      <EngineTable engines={state.engines} />
      {state.damage.length > 0 && <DamageTable damage={state.damage} />}
      <Cards>
        <QueueTable queues={state.queues} />
        <QuarantineTable quarantine={state.quarantine} />
      </Cards>
    </Page>
  );
}

function StateTag({ state: { status, warnings } }: { state: SystemState }) {
  if (status === 'degraded') return <Tag tone="danger">{texts.states.degraded}</Tag>;
  if (warnings.length > 0) return <Tag tone="warning">{texts.states.warned}</Tag>;
  return <Tag tone="success">{texts.states.ok}</Tag>;
}

const words = texts.tiles;

function Tiles({ state }: { state: SystemState }) {
  const { disk, tracks, refusedPushes, quarantine, server, stalledSeconds, backup } = state;
  const live = tracks.find(({ track }) => track === 'live');
  const backfill = tracks.find(({ track }) => track === 'backfill');
  const refused = refusedPushes.reduce((sum, each) => sum + each.count, 0);
  return (
    <div className={classes['tiles']}>
      <StatCard label={words.disk} figure={disk ? wholePercent(disk.freeBytes / disk.totalBytes) : words.unknown}>
        {disk ? words.diskOf(fileSize(disk.freeBytes), fileSize(disk.totalBytes)) : words.diskUnknown}
      </StatCard>
      <StatCard label={words.lag} figure={live ? lasted(live.lagSeconds * 1000) : words.unknown}>
        {stalledSeconds > 0
          ? words.stalled(lasted(stalledSeconds * 1000))
          : backfill && words.backfill(lasted(backfill.lagSeconds * 1000))}
      </StatCard>
      <StatCard
        label={words.waiting}
        figure={live && backfill ? count(live.waiting + backfill.waiting) : words.unknown}
      >
        {live && backfill && words.tracks(count(live.waiting), count(backfill.waiting))}
      </StatCard>
      <StatCard label={words.quarantine} figure={count(quarantine.reduce((sum, { bodies }) => sum + bodies, 0))}>
        {words.bodies}
      </StatCard>
      <StatCard label={words.refused} figure={count(refused)}>
        {refused === 0
          ? words.noneRefused
          : refusedPushes.map((each) => words.refusedAs(each.status, count(each.count))).join(', ')}
      </StatCard>
      <StatCard label={words.backup} figure={backup?.last ? longDate(backup.last.at) : neverOrUnknown(backup)}>
        {backup && backupState(backup)}
      </StatCard>
      <StatCard label={words.memory} figure={fileSize(server.memoryBytes)}>
        {words.loop(milliseconds(server.eventLoopDelay.p99), milliseconds(server.eventLoopDelay.max))}
      </StatCard>
    </div>
  );
}

type Backup = SystemState['backup'];

function neverOrUnknown(backup: Backup): string {
  return backup === null ? words.unknown : words.neverBackedUp;
}

function backupState({ last, failed, scheduledSince }: NonNullable<Backup>): string {
  if (failed) return words.backupFailed(longTimestamp(failed.at), failed.reason);
  if (last) return `${longTimestamp(last.at)}, ${fileSize(last.bytes)}`;
  return scheduledSince === null ? words.noBackups : words.backupDue;
}

function milliseconds(seconds: number): string {
  return `${count(seconds * 1000)} ms`;
}
