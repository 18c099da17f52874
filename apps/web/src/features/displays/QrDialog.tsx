import type { Display } from '@atrium/contract/displays';
import { Select, Skeleton, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { qrImage } from '../../ui/qr-code.ts';
import { linksOf } from './display-links.ts';
import classes from './displays.module.css';
import { texts } from './texts.ts';

/** A link to scan. */
export function QrDialog({ display, onClose }: { display: Display; onClose: () => void }) {
  const links = linksOf(display);
  const [url, setUrl] = useState(display.url);
  const [drawn, setDrawn] = useState<{ readonly url: string; readonly image: string | undefined }>();
  useEffect(() => {
    let isOpen = true;
    void qrImage(url).then((image) => isOpen && setDrawn({ url, image }));
    return () => {
      isOpen = false;
    };
  }, [url]);
  return (
    <Dialog title={texts.qr} size="sm" onClose={onClose}>
      <Stack gap="md">
        <Text>{texts.qrText}</Text>
        {links.length > 1 && (
          <Select
            label={texts.view}
            allowDeselect={false}
            data={links.map((link) => ({ value: link.url, label: link.label }))}
            value={url}
            onChange={(next) => next !== null && setUrl(next)}
          />
        )}
        {drawn?.url === url && drawn.image !== undefined ? (
          <img className={classes['qr']} src={drawn.image} alt={texts.qrAlt} />
        ) : (
          <Skeleton className={classes['qr']} />
        )}
      </Stack>
    </Dialog>
  );
}
