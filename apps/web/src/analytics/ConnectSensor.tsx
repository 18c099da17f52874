import { createPushKey } from '@atrium/contract/push-keys';
import { createSensorAssignment } from '@atrium/contract/sensor-assignments';
import { useMay } from '../api/use-may.ts';
import { LinkButton } from '../ui/LinkButton.tsx';

const texts = { assign: 'Assign a sensor', connect: 'Connect a sensor' };

/** The way to the first sensor: staff assign it, administrators create a push key; others can do neither. */
export function ConnectSensor() {
  const mayAssign = useMay(createSensorAssignment);
  const mayConnect = useMay(createPushKey);
  if (mayAssign) return <LinkButton to="/app/sensorassignment">{texts.assign}</LinkButton>;
  return mayConnect && <LinkButton to="/app/pushurls">{texts.connect}</LinkButton>;
}
