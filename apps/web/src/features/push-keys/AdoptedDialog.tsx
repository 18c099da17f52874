import { Button, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { connectTexts } from './connect-texts.ts';
import classes from './connect.module.css';

const texts = connectTexts.adopt;

interface Props {
  device: string;
  siteName: string;
  locationId: string;
  sensorId: string;
  onClose: () => void;
}

/** The device counts: the way to its number, or to the next device. */
export function AdoptedDialog({ device, siteName, locationId, sensorId, onClose }: Props) {
  return (
    <Dialog title={texts.done} onClose={onClose}>
      <div className={classes['adopted']}>
        <IconCircleCheck size={40} stroke={1.5} aria-hidden />
        <Text>{texts.doneText(device, siteName)}</Text>
      </div>
      <div className={classes['adoptedActions']}>
        <Button variant="default" onClick={onClose}>
          {texts.another}
        </Button>
        <LinkButton variant="default" to="/app/sensor/$sensorId" params={{ sensorId }} search={{}}>
          {connectTexts.live.openSensor}
        </LinkButton>
        <LinkButton data-autofocus to="/app/welcome" search={{ location: locationId }}>
          {connectTexts.live.numbers}
        </LinkButton>
      </div>
    </Dialog>
  );
}
