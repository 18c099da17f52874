import {
  applyReplay,
  getReplay,
  listInboxDevices,
  listQuarantine,
  listReceived,
  type Replay,
  type ReplayPreview,
} from '@atrium/contract/inbox';
import { getJob } from '@atrium/contract/jobs';
import { explainReason } from '@atrium/rules/quarantine-reasons';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useEndpoint, useRefresh, useWrite } from '../../api/use-endpoint.ts';
import { count } from '../../format/numbers.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { JobBar } from '../../ui/JobBar.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import { PlainTable } from '../../ui/table/PlainTable.tsx';
import { changeColumns } from './inbox-columns.ts';
import { texts } from './texts.ts';

const words = texts.replay;
const everyMs = 1000;

interface Props {
  orgId: string;
  replay: Replay;
  onClose: () => void;
}

/** What a replay would change, and its progress once it is applied. */
export function ReplayPreviewDialog({ orgId, replay: begun, onClose }: Props) {
  const { replayId } = begun;
  const request = { params: { replayId }, query: { orgId } };
  const asked = useEndpoint(getReplay, request, { texts: words.read, every: everyMs });
  const replay = asked.data ?? begun;
  const { preview, applyJobId } = replay;
  const apply = useWrite(applyReplay, words.applied, [getReplay]);
  return (
    <Dialog title={words.title} size="lg" onClose={onClose}>
      <Stack gap="md">
        {!preview && <JobProgress orgId={orgId} jobId={replay.previewJobId} label={words.calculating} />}
        {preview && <Changes preview={preview} />}
        {applyJobId !== null && <JobProgress orgId={orgId} jobId={applyJobId} label={words.applying} isApplying />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.close}
          </Button>
          {preview && applyJobId === null && preview.bodies > 0 && (
            <Button loading={apply.isPending} onClick={() => apply.mutate(request)}>
              {words.apply}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

function Changes({ preview }: { preview: ReplayPreview }) {
  const { bodies, counted, apart, newZones, changes, changed } = preview;
  return (
    <>
      <Text>{words.bodies(count(bodies), count(counted))}</Text>
      {apart.map(({ reason, count: many }) => (
        <Text key={reason}>{words.apart(explainReason(reason).title, count(many))}</Text>
      ))}
      {newZones > 0 && <Text>{words.newZones(count(newZones))}</Text>}
      {changes.length === 0 ? (
        <Text fw={600}>{words.noChange}</Text>
      ) : (
        <>
          <PlainTable
            label={words.changes}
            columns={changeColumns}
            rows={changes}
            keyOf={({ zoneId, date, measure }) => `${zoneId} ${date} ${measure}`}
          />
          <Quiet>{words.note}</Quiet>
        </>
      )}
      {changed > changes.length && <Quiet>{words.more(count(changes.length), count(changed))}</Quiet>}
    </>
  );
}

interface ProgressProps {
  orgId: string;
  jobId: string;
  label: string;
  isApplying?: true;
}

function JobProgress({ orgId, jobId, label, isApplying }: ProgressProps) {
  const asked = useEndpoint(getJob, { params: { jobId }, query: { orgId } }, { texts: words.jobRead, every: everyMs });
  const { state = 'waiting', done = 0, total = null } = asked.data ?? {};
  const refresh = useRefresh();
  const isDone = state === 'done';
  useEffect(() => {
    if (isDone && isApplying) void refresh([listQuarantine, listReceived, listInboxDevices]);
  }, [isDone, isApplying, refresh]);
  if (isDone) return isApplying ? <output>{words.done}</output> : null;
  if (state === 'failed') return <output>{words.failed}</output>;
  return (
    <Stack gap="xs">
      <output>{label}</output>
      <JobBar
        label={label}
        done={done}
        total={total}
        progress={(part, whole) => words.progress(count(part), count(whole))}
      />
    </Stack>
  );
}
