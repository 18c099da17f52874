import type { KioskLinkWithUrl } from '@atrium/contract/kiosk-links';
import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { CopyValue } from '../../ui/CopyValue.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { qrImage } from '../../ui/qr-code.ts';
import { Quiet } from '../../ui/Quiet.tsx';
import classes from './kiosk-links.module.css';
import { texts } from './texts.ts';

/** The only time a link is shown, so neither Escape nor a click beside it closes the dialog. */
export function UrlDialog({ link, onClose }: { link: KioskLinkWithUrl; onClose: () => void }) {
  const { url, name } = link;
  const [image, setImage] = useState<string>();
  useEffect(() => {
    let isOpen = true;
    void qrImage(url).then((drawn) => isOpen && setImage(drawn));
    return () => {
      isOpen = false;
    };
  }, [url]);
  return (
    <Dialog title={`${texts.url.title}: ${name}`} size="lg">
      <Stack gap="md">
        <Quiet>{texts.url.text}</Quiet>
        <CopyValue value={url} label={texts.url.link} isPrimary />
        {image === undefined ? (
          <Skeleton className={classes['qr']} />
        ) : (
          <img className={classes['qr']} src={image} alt={texts.url.qrAlt} />
        )}
        <Quiet>{texts.url.warning}</Quiet>
        <Group gap="xs">
          <Button variant="default" component="a" href={url} target="_blank" rel="noopener noreferrer">
            {texts.url.open}
          </Button>
          <Button variant="default" onClick={onClose}>
            {texts.url.done}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
