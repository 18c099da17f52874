import { type Display, getDisplay, listDisplays, renewDisplay, updateDisplay } from '@atrium/contract/displays';
import { Button, Text, Title } from '@mantine/core';
import { IconExternalLink, IconQrcode } from '@tabler/icons-react';
import { useWrite } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { CopyValue } from '../../ui/CopyValue.tsx';
import { showQrCode } from '../../ui/dialogs/ask.ts';
import { Tag } from '../../ui/Tag.tsx';
import { chooserUrl, linksOf, rawDataUrl, snippetOf } from './display-links.ts';
import classes from './displays.module.css';
import { texts } from './texts.ts';

interface Props {
  display: Display;
  mayWrite: boolean;
}

/** Where a display is, for screens, phones and other sites. */
export function LinksCard({ display, mayWrite }: Props) {
  const { kind, name, url, enabled } = display;
  const isOccupancy = kind === 'live-occupancy';
  const others = [
    ...(isOccupancy ? [{ label: texts.rawData, url: rawDataUrl(display) }] : []),
    ...(kind === 'playlist' || kind === 'expected-wait-time'
      ? []
      : [{ label: texts.chooser, url: chooserUrl(display) }]),
  ];
  const links = linksOf(display);
  const choice = links.length > 1 && { choice: { label: texts.view, links } };
  const scan = () => void showQrCode({ title: texts.qr, text: texts.qrText, url, ...choice });
  return (
    <Card aria-label={texts.links} className={classes['links'] ?? ''}>
      <div className={classes['head']}>
        <div>
          <Title order={2}>{texts.links}</Title>
          {kind !== 'playlist' && (
            <Text size="sm" c="dimmed">
              {name}
            </Text>
          )}
        </div>
        <Tag tone={enabled ? 'success' : 'neutral'}>{enabled ? texts.on : texts.off}</Tag>
      </div>
      {enabled && (
        <div className={classes['buttons']}>
          <Button
            component="a"
            href={url}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconExternalLink size={16} aria-hidden />}
          >
            {texts.openDisplay}
          </Button>
          <Button variant="default" leftSection={<IconQrcode size={16} aria-hidden />} onClick={scan}>
            {texts.qr}
          </Button>
        </div>
      )}
      {[...links, ...others].map((link) => (
        <div key={link.url}>
          <Text size="sm" fw={500}>
            {link.label}
          </Text>
          <CopyValue value={link.url} label={link.label} />
        </div>
      ))}
      {isOccupancy && (
        <div>
          <Text size="sm" fw={500}>
            {texts.snippet}
          </Text>
          <Text size="sm" c="dimmed">
            {texts.snippetText}
          </Text>
          <div className={classes['snippet']}>
            <CopyValue value={snippetOf(display)} label={texts.snippet} />
          </div>
        </div>
      )}
      {mayWrite && <Actions display={display} />}
    </Card>
  );
}

function Actions({ display: { displayId, enabled, version } }: { display: Display }) {
  const changed = [listDisplays, getDisplay];
  const request = { params: { displayId }, seenVersion: version };
  const switchOn = useWrite(updateDisplay, texts.switchedOn, changed);
  const switchOff = useWrite(updateDisplay, texts.switchedOff, changed);
  const renew = useWrite(renewDisplay, texts.renewed, changed);
  const askAndSwitchOff = async () => {
    if (await confirm(texts.switchOffQuestion)) switchOff.mutate({ ...request, body: { enabled: false } });
  };
  const askAndRenew = async () => {
    if (await confirm(texts.renewQuestion)) renew.mutate(request);
  };
  return (
    <div className={classes['buttons']}>
      {enabled ? (
        <Button variant="default" loading={switchOff.isPending} onClick={() => void askAndSwitchOff()}>
          {texts.switchOff}
        </Button>
      ) : (
        <Button loading={switchOn.isPending} onClick={() => switchOn.mutate({ ...request, body: { enabled: true } })}>
          {texts.switchOn}
        </Button>
      )}
      <Button variant="default" loading={renew.isPending} onClick={() => void askAndRenew()}>
        {texts.renew}
      </Button>
    </div>
  );
}
