import {
  applyReplay,
  getReplay,
  listInboxDevices,
  listQuarantine,
  listReceived,
  type Replay,
} from '@atrium/contract/inbox';
import { useCallback } from 'react';
import { JobProgress } from '../../analytics/replay/JobProgress.tsx';
import { PreviewDialog } from '../../analytics/replay/PreviewDialog.tsx';
import { ReplayChanges } from '../../analytics/replay/ReplayChanges.tsx';
import { useEndpoint, useRefresh, useWrite } from '../../api/use-endpoint.ts';
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
    <PreviewDialog
      words={words}
      canApply={preview !== null && applyJobId === null && preview.bodies > 0}
      isApplying={apply.isPending}
      onApply={() => apply.mutate(request)}
      onClose={onClose}
    >
      {!preview && <JobProgress orgId={orgId} jobId={replay.previewJobId} label={words.calculating} />}
      {preview && <ReplayChanges preview={preview} />}
      {applyJobId !== null && <JobProgress orgId={orgId} jobId={applyJobId} label={words.applying} onDone={applied} />}
    </PreviewDialog>
  );
}
