import type { Job } from '@atrium/contract/jobs';
import { addToBlacklist } from '@atrium/contract/sensor-blacklist';
import { decommissionSensor, removeSensor } from '@atrium/contract/sensor-life';
import { getSensor, getSensorStatus, type SensorDetail } from '@atrium/contract/sensors';
import { Button, Menu } from '@mantine/core';
import { IconBan, IconCalendarCheck, IconPlayerStop, IconTransfer } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/use-may.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { confirm } from '../../ui/confirm.tsx';
import { confirmByName } from '../../ui/confirm-by-name.ts';
import { PageMenu } from '../../ui/PageMenu.tsx';
import { BlacklistDialog } from './BlacklistDialog.tsx';
import { CommissionDialog } from './CommissionDialog.tsx';
import { lifeQueries } from './life-queries.ts';
import { texts } from './life-texts.ts';
import { ReassignDialog } from './ReassignDialog.tsx';

interface Props {
  sensor: SensorDetail;
  onPurge: (job: Job) => void;
}

/** What can happen to a sensor in its life. */
export function SensorActions({ sensor, onPurge }: Props) {
  const { sensorId, orgId, name, active, sensorType, commissionedDate, siteId, identifier, version } = sensor;
  const mayBlock = useMay(addToBlacklist);
  const navigate = useNavigate();
  const [asked, setAsked] = useState<'commission' | 'reassign' | 'blacklist'>();
  const decommission = useWrite(decommissionSensor, texts.decommission.done, lifeQueries);
  const remove = useWrite(
    removeSensor,
    texts.remove.done,
    // Its own page is left.
    lifeQueries.filter((endpoint) => endpoint !== getSensor && endpoint !== getSensorStatus),
  );
  const request = { params: { sensorId }, query: { orgId }, seenVersion: version };
  const close = () => setAsked(undefined);

  const askAndDecommission = async () => {
    const { label, ...question } = texts.decommission.question;
    if (await confirmByName({ ...question, label: label(name), name, trims: true })) decommission.mutate(request);
  };
  const askAndRemove = async () => {
    if (!(await confirm(texts.remove.question))) return;
    await remove.mutateAsync(request);
    await navigate({ to: '/app/sensors', search: {} });
  };
  const isNew = commissionedDate === null;
  const mayCommission = active && siteId !== null && sensorType !== 'dummy';
  return (
    <>
      {mayCommission && isNew && (
        <Button leftSection={<IconCalendarCheck size={16} aria-hidden />} onClick={() => setAsked('commission')}>
          {texts.commission.action}
        </Button>
      )}
      <PageMenu remove={texts.remove.action} onRemove={askAndRemove}>
        {mayCommission && !isNew && (
          <Menu.Item leftSection={<IconCalendarCheck size={16} aria-hidden />} onClick={() => setAsked('commission')}>
            {texts.commission.again}
          </Menu.Item>
        )}
        {active && (
          <Menu.Item leftSection={<IconTransfer size={16} aria-hidden />} onClick={() => setAsked('reassign')}>
            {texts.reassign.action}
          </Menu.Item>
        )}
        {mayBlock && identifier !== null && !sensor.isBlacklisted && (
          <Menu.Item leftSection={<IconBan size={16} aria-hidden />} onClick={() => setAsked('blacklist')}>
            {texts.blacklist.add}
          </Menu.Item>
        )}
        {active && (
          <Menu.Item
            leftSection={<IconPlayerStop size={16} aria-hidden />}
            onClick={() => void askAndDecommission().catch(() => undefined)}
          >
            {texts.decommission.action}
          </Menu.Item>
        )}
      </PageMenu>
      {asked === 'commission' && <CommissionDialog sensor={sensor} onClose={close} onPurge={onPurge} />}
      {asked === 'reassign' && <ReassignDialog sensor={sensor} onClose={close} />}
      {asked === 'blacklist' && <BlacklistDialog sensor={sensor} onClose={close} />}
    </>
  );
}
