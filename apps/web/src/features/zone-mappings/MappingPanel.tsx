import {
  deleteExpectedWaitMapping,
  type ExpectedWaitMappingWithIncludes,
  getExpectedWaitMapping,
  listExpectedWaitMappings,
  liveWait,
} from '@atrium/contract/expected-wait-mappings';
import { Button } from '@mantine/core';
import { useTopic } from '../../analytics/use-topic.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { useMay } from '../../api/use-may.ts';
import { longTimestamp } from '../../format/dates.ts';
import { count } from '../../format/numbers.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import { RowLink } from '../../ui/RowLink.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { texts } from './texts.ts';
import { waitText } from './wait-columns.ts';
import classes from './zone-mappings.module.css';

interface Props {
  mapping: ExpectedWaitMappingWithIncludes;
  onEdit: () => void;
  onClose: () => void;
}

/** One mapping with the wait of now, and its actions. */
export function MappingPanel({ mapping, onEdit, onClose }: Props) {
  const { expectedWaitMappingId, orgId, spaceId, space, zone, throughputSampleInterval, version } = mapping;
  const params = { expectedWaitMappingId };
  const name = space?.name ?? '';
  const mayEdit = useMay(deleteExpectedWaitMapping);
  const remove = useWrite(
    deleteExpectedWaitMapping,
    texts.deleted,
    [listExpectedWaitMappings],
    [getExpectedWaitMapping],
  );
  const askAndRemove = async () => {
    if (!(await confirm(texts.removeQuestion(name)))) return;
    remove.mutate({ params, seenVersion: version }, { onSuccess: onClose });
  };
  return (
    <SidePanel title={name} onClose={onClose}>
      <Wait spaceId={spaceId} />
      <Facts>
        {space && (
          <>
            <dt>{texts.columns.space}</dt>
            <dd>
              <RowLink
                to="/app/org/$orgId/location/$locationId/space/$spaceId"
                params={{ orgId, locationId: space.locationId, spaceId }}
              >
                {name}
              </RowLink>
            </dd>
          </>
        )}
        <dt>{texts.columns.location}</dt>
        <dd>{space?.location?.name}</dd>
        <dt>{texts.columns.headZone}</dt>
        <dd>{zone?.name}</dd>
        <dt>{texts.columns.interval}</dt>
        <dd>{texts.minutes(throughputSampleInterval)}</dd>
      </Facts>
      {space && (
        <div className={classes['actions']}>
          <LinkButton
            variant="default"
            to="/app/expected-wait-time/$orgId/$locationId/$spaceId"
            params={{ orgId, locationId: space.locationId, spaceId }}
          >
            {texts.display}
          </LinkButton>
        </div>
      )}
      {mayEdit && (
        <div className={classes['actions']}>
          <Button onClick={onEdit}>{texts.edit}</Button>
          <Button variant="default" loading={remove.isPending} onClick={() => void askAndRemove()}>
            {texts.remove}
          </Button>
        </div>
      )}
    </SidePanel>
  );
}

function Wait({ spaceId }: { spaceId: string }) {
  const live = useTopic(liveWait, { spaceId });
  if (live.kind === 'refused') return <Quiet>{live.reason}</Quiet>;
  if (live.kind !== 'received') return <Quiet>{texts.live.waiting}</Quiet>;
  const { waitLineLength, expectedWaitTime, lastReadingAt } = live.message;
  return (
    <>
      <div className={classes['wait']} data-stale={live.stale || undefined}>
        <span className={live.stale ? classes['stale'] : undefined}>{waitText(live)}</span>{' '}
        {live.stale && <Tag>{texts.live.stale}</Tag>}
      </div>
      {waitLineLength === null ? (
        <Quiet>{texts.live.notCounted}</Quiet>
      ) : (
        expectedWaitTime === null && <Quiet>{texts.live.unknownHelp}</Quiet>
      )}
      <Facts>
        <dt>{texts.columns.people}</dt>
        <dd>{waitLineLength === null ? texts.live.unknown : count(waitLineLength)}</dd>
        <dt>{texts.live.lastReading}</dt>
        <dd>{longTimestamp(lastReadingAt) || texts.live.never}</dd>
      </Facts>
    </>
  );
}
