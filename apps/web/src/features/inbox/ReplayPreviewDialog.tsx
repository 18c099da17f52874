import {
  applyReplay,
  getReplay,
  listInboxDevices,
  listQuarantine,
  listReceived,
  type Replay,
} from '@atrium/contract/inbox';
import { Button, Group, Stack } from '@mantine/core';
import { useCallback } from 'react';
import { JobProgress } from '../../analytics/replay/JobProgress.tsx';
import { ReplayChanges } from '../../analytics/replay/ReplayChanges.tsx';
import { useEndpoint, useRefresh, useWrite } from '../../api/use-endpoint.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
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
  const refresh = useRefresh();
  const applied = useCallback(() => void refresh([listQuarantine, listReceived, listInboxDevices]), [refresh]);
  return (
    <Dialog title={words.title} size="lg" onClose={onClose}>
      <Stack gap="md">
        {!preview && <JobProgress orgId={orgId} jobId={replay.previewJobId} label={words.calculating} />}
        {preview && <ReplayChanges preview={preview} />}
        {applyJobId !== null && (
          <JobProgress orgId={orgId} jobId={applyJobId} label={words.applying} onDone={applied} />
        )}
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
