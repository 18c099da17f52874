import { type BlacklistEntry, getIsBlacklisted, removeFromBlacklist } from '@atrium/contract/sensor-blacklist';
import { getSensor, listSensors, type SensorDetail } from '@atrium/contract/sensors';
import { Button } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import { longTimestamp } from '../../format/dates.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { confirm } from '../../ui/confirm.tsx';
import { texts as lifeTexts } from './life-texts.ts';
import classes from './sensors.module.css';

const words = lifeTexts.blacklist;

/** For staff: that the pushes of a device are refused, why, and how to unblock it. */
export function BlacklistNotice({ sensor: { sensorId, orgId } }: { sensor: SensorDetail }) {
  const found = useEndpoint(getIsBlacklisted, { params: { sensorId }, query: { orgId } }, { texts: words.read });
  const remove = useWrite(removeFromBlacklist, words.removed, [getIsBlacklisted, getSensor, listSensors]);
  const takeAgain = async ({ route, mac }: BlacklistEntry) => {
    if (await confirm(words.question)) remove.mutate({ body: { route, mac } });
  };
  return found.data?.entries.map((entry) => (
    <div key={entry.route} className={classes['notice']} role="note" data-tone="danger">
      <IconBan size={20} aria-hidden />
      <div>
        <strong>{words.heading}</strong>
        <p>{words.since(longTimestamp(entry.createdAt), entry.reason)}</p>
      </div>
      <Button variant="default" onClick={() => void takeAgain(entry)}>
        {words.remove}
      </Button>
    </div>
  ));
}
