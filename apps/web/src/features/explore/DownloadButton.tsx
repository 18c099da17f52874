import { sources } from '@atrium/metrics/sources';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { Asked } from '../../analytics/question/use-answer.ts';
import { downloadCsv } from '../../ui/table/csv.ts';
import { fileColumns } from './answer-columns.ts';
import { texts } from './texts.ts';

/** All rows of the answer as a file. */
export function DownloadButton({ asked: { answer, isStale }, currency }: { asked: Asked; currency: string }) {
  const download = () => {
    if (!answer) return;
    const { metrics, question, rows } = answer;
    const columns = fileColumns({ metrics, isCompared: question.comparison !== null, currency });
    downloadCsv(sources[question.source].label, columns, rows);
  };
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      disabled={!answer || isStale || answer.isEmpty}
      onClick={download}
    >
      {texts.download}
    </Button>
  );
}
