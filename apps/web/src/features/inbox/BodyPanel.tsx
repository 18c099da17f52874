import { downloadReceived, getReceived, type OpenBody } from '@atrium/contract/inbox';
import { explainReason } from '@atrium/rules/quarantine-reasons';
import { Button, Skeleton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { longTimestamp } from '../../format/dates.ts';
import { fileSize } from '../../format/file-size.ts';
import { count } from '../../format/numbers.ts';
import { Facts } from '../../ui/Facts.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { PlainTable } from '../../ui/table/PlainTable.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { tones } from './inbox-cells.tsx';
import { readingColumns, senderOf, vendorName } from './inbox-columns.ts';
import classes from './inbox.module.css';
import { texts } from './texts.ts';

const words = texts.body;

interface Props {
  body: { readonly bodyId: string; readonly orgId: string };
  onClose: () => void;
}

/** One received body next to the list: always as text, never as what it pretends to be. */
export function BodyPanel({ body: { bodyId, orgId }, onClose }: Props) {
  const found = useEndpoint(getReceived, { params: { bodyId }, query: { orgId } }, { texts: words.read });
  const body = found.data;
  const address = `${downloadReceived.path.replace('{bodyId}', encodeURIComponent(bodyId))}?orgId=${orgId}`;
  return (
    <SidePanel title={body ? words.title(longTimestamp(body.receivedAt)) : texts.page} onClose={onClose}>
      {found.error && !body && <ErrorState message={found.error.message} />}
      {!body && !found.error && <Skeleton height={300} />}
      {body && (
        <>
          <Facts>
            <dt>{words.device}</dt>
            <dd>{senderOf(body)}</dd>
            <dt>{words.vendor}</dt>
            <dd>{vendorName(body)}</dd>
            <dt>{words.type}</dt>
            <dd>{body.contentType}</dd>
            <dt>{words.size}</dt>
            <dd>{fileSize(body.bytes)}</dd>
            <dt>{words.status}</dt>
            <dd>
              <Tag tone={tones[body.status]}>{texts.statuses[body.status]}</Tag>
              {body.reason !== null && ` ${explainReason(body.reason).title}`}
            </dd>
          </Facts>
          <Decoded decoded={body.decoded} />
          <h3 className={classes['part']}>{words.content}</h3>
          <pre className={classes['text']} data-form={body.form}>
            {body.text}
          </pre>
          {body.isCut && <Quiet>{words.cut}</Quiet>}
          <div>
            <Button
              component="a"
              href={address}
              download
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              {words.download}
            </Button>
            <Quiet mt="xs">{words.downloadHelp}</Quiet>
          </div>
        </>
      )}
    </SidePanel>
  );
}

function Decoded({ decoded }: Pick<OpenBody, 'decoded'>) {
  if (!decoded) {
    return (
      <>
        <h3 className={classes['part']}>{words.decoded}</h3>
        <Quiet>{words.notDecoded}</Quiet>
      </>
    );
  }
  const { readings, total, flaws, reason } = decoded;
  const list = flaws.map((flaw) => explainReason(flaw).title).join(', ');
  return (
    <>
      <h3 className={classes['part']}>{words.decoded}</h3>
      {flaws.length > 0 && <p className={classes['problem']}>{`${words.flaws}: ${list}`}</p>}
      {reason !== null && !flaws.includes(reason) && (
        <p className={classes['problem']}>{`${words.wouldNotCount}: ${explainReason(reason).title}`}</p>
      )}
      {readings.length === 0 && <Quiet>{words.noReadings}</Quiet>}
      {readings.length > 0 && (
        <PlainTable
          label={words.decoded}
          columns={readingColumns.filter(({ key }) => isUsed(readings, key))}
          rows={readings.map((reading, number) => ({ ...reading, number }))}
          keyOf={({ number }) => String(number)}
        />
      )}
      {total > readings.length && <Quiet>{words.more(count(readings.length), count(total))}</Quiet>}
    </>
  );
}

type Readings = NonNullable<OpenBody['decoded']>['readings'];

/** Columns of figures that no reading has are left out. */
function isUsed(readings: Readings, key: string): boolean {
  if (key === 'range') return readings.some(({ lowest }) => lowest !== null);
  if (key !== 'ins' && key !== 'outs' && key !== 'value') return true;
  return readings.some((reading) => reading[key] !== null);
}
