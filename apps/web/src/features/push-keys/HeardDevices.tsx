import type { FoundLine, HeardDevice } from '@atrium/contract/push-keys';
import { shownAddress } from '@atrium/rules/device-identity';
import { guideOf } from '@atrium/rules/vendor-guides';
import { Button } from '@mantine/core';
import { useId } from 'react';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Tag, type Tone } from '../../ui/Tag.tsx';
import { connectTexts } from './connect-texts.ts';
import classes from './live.module.css';
import { latestOf } from './latest-of.ts';

const texts = connectTexts.live;
const tones: Readonly<Record<HeardDevice['state'], Tone>> = {
  counting: 'success',
  'not-commissioned': 'warning',
  unassigned: 'warning',
  unidentified: 'warning',
};

/** Up to this many devices are shown whole. */
const fewDevices = 2;

interface Props {
  devices: readonly HeardDevice[];
  age: (instant: string) => string;
  onAdopt: (deviceId: string) => void;
}

/** The devices behind the latest pushes, with their lines and what to do next. */
export function HeardDevices({ devices, age, onAdopt }: Props) {
  // Those that need someone come first; among many, lines of the others are a click away.
  const ordered = devices.toSorted((a, b) => Number(a.state === 'counting') - Number(b.state === 'counting'));
  const isCrowded = devices.length > fewDevices;
  return (
    <ul className={classes['devices']} aria-label={texts.devices}>
      {ordered.map((device) => (
        <li key={device.sensorId ?? device.identifier ?? device.vendor} className={classes['device']}>
          <Heard device={device} when={age(device.heardAt)} isCrowded={isCrowded} onAdopt={onAdopt} />
        </li>
      ))}
    </ul>
  );
}

interface HeardProps extends Pick<Props, 'onAdopt'> {
  device: HeardDevice;
  when: string;
  isCrowded: boolean;
}

function Heard({ device, when, isCrowded, onAdopt }: HeardProps) {
  const { state, identifier, sensorId, sensorName, siteName, locationId, vendor, lines } = device;
  const address = shownAddress(device);
  const name = address ?? sensorName ?? texts.unnamed;
  const words =
    state === 'counting'
      ? texts.explained.counting(sensorName ?? '', siteName ?? '')
      : state === 'not-commissioned'
        ? texts.explained['not-commissioned'](sensorName ?? '')
        : texts.explained[state];
  return (
    <>
      <div className={classes['deviceHead']}>
        <span className={classes['deviceName']}>{name}</span>
        <Tag tone={tones[state]}>{texts.states[state]}</Tag>
        <span className={classes['when']} data-number>
          {guideOf(vendor).name || vendor} · {when}
        </span>
      </div>
      <p className={classes['quiet']}>{words}</p>
      {lines.length > 0 &&
        (isCrowded && state === 'counting' ? (
          <details className={classes['folded']}>
            <summary>{texts.showLines(lines.length)}</summary>
            <Lines lines={lines} />
          </details>
        ) : (
          <Lines lines={lines} />
        ))}
      <div className={classes['deviceActions']}>
        {state === 'unassigned' && identifier !== null && (
          <Button aria-label={texts.assignOf(name)} onClick={() => onAdopt(identifier)}>
            {texts.assign}
          </Button>
        )}
        {state === 'counting' && (
          <LinkButton
            variant={isCrowded ? 'default' : 'filled'}
            to="/app/welcome"
            search={locationId === null ? {} : { location: locationId }}
          >
            {texts.numbers}
          </LinkButton>
        )}
        {sensorId !== null && (
          <LinkButton variant="default" to="/app/sensor/$sensorId" params={{ sensorId }} search={{}}>
            {state === 'not-commissioned' ? texts.commission : texts.openSensor}
          </LinkButton>
        )}
      </div>
    </>
  );
}

function Lines({ lines }: { lines: readonly FoundLine[] }) {
  const heading = useId();
  return (
    <>
      <h3 id={heading} className={classes['subheading']}>
        {texts.lines}
      </h3>
      <ul className={classes['lines']} aria-labelledby={heading}>
        {lines.map(({ lineId, name, latest, zone }) => (
          <li key={lineId}>
            <span className={classes['lineName']}>{name}</span>
            <span className={classes['lineZone']}>
              {zone ? (zone.name === name ? '' : `→ ${zone.name}`) : texts.noZone}
              {zone?.needsReview && <Tag tone="warning">{texts.review}</Tag>}
            </span>
            <span className={classes['lineCounts']} data-number>
              {latestOf(latest)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
