import { getSensorAccessUrl, getSensorPassword, type SensorDetail, updateSensor } from '@atrium/contract/sensors';
import { shownAddress } from '@atrium/rules/device-identity';
import { formatMac } from '@atrium/rules/mac-address';
import { sensorTypeLabel } from '@atrium/rules/sensor-types';
import { Anchor, Button, Skeleton } from '@mantine/core';
import { IconExternalLink, IconPencil } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { Copy } from '../../ui/Copy.tsx';
import { timestampIn } from '../../format/dates.ts';
import { viewerTimezone, zoneName } from '../../format/zones.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { useMay } from '../../api/use-may.ts';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { RowLink } from '../../ui/RowLink.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import { texts as detailTexts } from './detail-texts.ts';
import { SensorSettingsForm } from './SensorSettingsForm.tsx';
import classes from './sensors.module.css';

const words = detailTexts.about;

/** The facts and settings of a sensor; with permission they can be changed here. */
export function SensorAbout({ sensor }: { sensor: SensorDetail }) {
  const heading = useId();
  const mayEdit = useMay(updateSensor);
  const [editing, setEditing] = useState(false);
  const edit = mayEdit && sensor.active && !editing && (
    <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
      {words.edit}
    </Button>
  );
  return (
    <Card aria-labelledby={heading}>
      <PanelHead id={heading} heading={words.heading} intro={words.intro} action={edit} />
      {editing ? (
        <SensorSettingsForm sensor={sensor} onClose={() => setEditing(false)} />
      ) : (
        <Facts>
          {sensor.orgName !== undefined && <Fact label={words.organization}>{sensor.orgName}</Fact>}
          <Place sensor={sensor} />
          <Fact label={words.type}>{sensorTypeLabel(sensor.sensorType)}</Fact>
          {sensor.identifier !== null && (
            <>
              <Fact label={words.vendor}>{sensor.vendor}</Fact>
              <Fact label={words.mac}>{shownAddress(sensor)}</Fact>
            </>
          )}
          {sensor.ipAddress !== null && <Fact label={words.ip}>{sensor.ipAddress}</Fact>}
          {mayEdit && sensor.sensorType !== 'dummy' && <AccessLink sensor={sensor} />}
          <Fact label={words.timeZone}>{zoneOf(sensor)}</Fact>
          <Fact label={words.commissioned}>{commissionedOf(sensor)}</Fact>
          <Fact label={words.periodicUse}>{sensor.periodicUse ? words.yes : words.no}</Fact>
          {sensor.nodeSensors !== null && (
            <Fact label={words.nodes}>{sensor.nodeSensors.map(formatMac).join(', ')}</Fact>
          )}
          {sensor.masterKey !== undefined && sensor.masterKey !== null && (
            <Fact label={words.masterKey}>{sensor.masterKey}</Fact>
          )}
          {sensor.hasPassword && sensor.passwordSet !== undefined && <Password sensor={sensor} />}
        </Facts>
      )}
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Place({ sensor: { orgId, locationId, locationName, siteId, siteName } }: { sensor: SensorDetail }) {
  if (locationId === null || siteId === null) return <Fact label={words.site}>{words.nowhere}</Fact>;
  return (
    <>
      <Fact label={words.location}>
        <RowLink to="/app/org/$orgId/location/$locationId" params={{ orgId, locationId }} search={{}}>
          {locationName}
        </RowLink>
      </Fact>
      <Fact label={words.site}>
        <RowLink
          to="/app/org/$orgId/location/$locationId/site/$siteId"
          params={{ orgId, locationId, siteId }}
          search={{}}
        >
          {siteName}
        </RowLink>
      </Fact>
    </>
  );
}

/** Leads into the network of the location; nothing goes through this server. */
function AccessLink({ sensor: { sensorId, orgId } }: { sensor: SensorDetail }) {
  const found = useEndpoint(
    getSensorAccessUrl,
    { params: { sensorId }, query: { orgId } },
    { texts: words.accessRead },
  );
  const url = found.data?.url;
  return (
    <Fact label={words.access}>
      {url === undefined && !found.error && <Skeleton width={160} height={14} />}
      {url === null && words.noAddress}
      {typeof url === 'string' && (
        <Anchor href={url} target="_blank" rel="noreferrer" className={classes['link'] ?? ''}>
          {url} <IconExternalLink size={14} aria-hidden />
        </Anchor>
      )}
    </Fact>
  );
}

/** Shown on demand: who reads it is written down. */
function Password({ sensor: { identifier, orgId, passwordSet } }: { sensor: SensorDetail }) {
  const read = useWrite(getSensorPassword, words.passwordRead);
  const [shown, setShown] = useState<string>();
  const show = async () => {
    const { password } = await read.mutateAsync({ params: { mac: identifier ?? '' }, query: { orgId } });
    setShown(password ?? words.passwordNone);
  };
  if (!passwordSet) return <Fact label={words.password}>{words.passwordNone}</Fact>;
  return (
    <Fact label={words.password}>
      <span className={classes['secret']}>
        {shown === undefined ? (
          <>
            <span aria-hidden>••••••••</span>
            <Button
              variant="default"
              size="compact-sm"
              loading={read.isPending}
              onClick={() => void show().catch(() => undefined)}
            >
              {words.show}
            </Button>
          </>
        ) : (
          <>
            <code>{shown}</code>
            <Copy value={shown}>
              {({ copied, copy }) => (
                <Button variant="default" size="compact-sm" onClick={copy}>
                  {copied ? uiTexts.copied : uiTexts.copy}
                </Button>
              )}
            </Copy>
            <Button variant="default" size="compact-sm" onClick={() => setShown(undefined)}>
              {words.hide}
            </Button>
          </>
        )}
      </span>
    </Fact>
  );
}

function zoneOf({ timeZone, locationTimezone }: SensorDetail): string {
  if (timeZone !== null) return zoneName(timeZone);
  return locationTimezone === null ? words.none : words.ofLocation(zoneName(locationTimezone));
}

/** In local dates, like the commissioning date. */
function commissionedOf({ commissionedDate, localuser, locationTimezone, timeZone }: SensorDetail): string {
  if (commissionedDate === null) return words.notYet;
  const zone = locationTimezone ?? timeZone ?? viewerTimezone;
  const at = Date.parse(commissionedDate);
  const date = timestampIn(zone, at);
  return localuser ? words.by(date, localuser.name) : date;
}
