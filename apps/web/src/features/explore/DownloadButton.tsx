import { dataCalls } from '@atrium/contract/data';
import type { Endpoint } from '@atrium/contract/endpoint';
import { arrowFormat, csvFormat, type TableFormat } from '@atrium/contract/formats';
import { sources } from '@atrium/metrics/sources';
import { Button, Loader, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { dataQueryOf, type Question } from '@atrium/metrics/question';
import type { Asked } from '../../analytics/question/use-answer.ts';
import { useDownload } from '../../api/use-download.ts';
import { fileSize } from '../../format/file-size.ts';
import { byteOrderMark, saveFile } from '../../ui/save-file.ts';
import { texts } from './texts.ts';

const endings: Record<TableFormat, string> = { [csvFormat]: 'csv', [arrowFormat]: 'arrows' };

/** All rows on screen as a file, asked once more in its format. */
export function DownloadButton({ asked: { answer, isStale } }: { asked: Asked }) {
  const { bytes, start, stop } = useDownload(texts.downloading);
  if (bytes !== null)
    return (
      <Button variant="default" leftSection={<Loader size={14} aria-hidden />} onClick={stop}>
        <span aria-live="polite">{texts.stopDownload(fileSize(bytes))}</span>
      </Button>
    );
  const download = (format: TableFormat) => {
    if (!answer) return;
    const { question } = answer;
    const endpoint: Endpoint = dataCalls[question.source].detail;
    start({
      endpoint,
      request: { query: dataQueryOf(question) },
      format,
      save: (file) => saveFile(nameOf(question), endings[format], format === csvFormat ? marked(file) : file),
    });
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          disabled={!answer || isStale || answer.isEmpty}
        >
          {texts.download}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => download(csvFormat)}>{texts.downloadCsv}</Menu.Item>
        <Menu.Item onClick={() => download(arrowFormat)}>{texts.downloadArrow}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function marked(file: Blob): Blob {
  return new Blob([byteOrderMark, file], { type: file.type });
}

/** `Traffic past7days day` */
function nameOf({ source, period, grouping }: Question): string {
  const dates = period.relativeDate === 'custom' ? `${period.startDate} ${period.endDate}` : period.relativeDate;
  return `${sources[source].label} ${dates} ${grouping}`;
}
