import { Skeleton, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { qrImage } from '../qr-code.ts';
import { texts } from '../texts.ts';
import classes from './dialogs.module.css';
import type { DialogProps } from './host.tsx';
import { ReadDialog } from './ReadDialog.tsx';

export interface ShownCode {
  title: string;
  /** The content of the code, with a copy button. */
  url: string;
}

export default function QrDialog({ asked: { title, url }, onAnswer }: DialogProps<ShownCode, never>) {
  /** Null if there is none. */
  const [image, setImage] = useState<string | null>();
  useEffect(() => {
    let isOpen = true;
    void qrImage(url)
      .catch(() => undefined)
      .then((made) => isOpen && setImage(made ?? null));
    return () => {
      isOpen = false;
    };
  }, [url]);
  return (
    <ReadDialog title={title} copy={url} onClose={() => onAnswer()}>
      <Stack gap="sm">
        {image === undefined && <Skeleton className={classes['qr']} aria-busy />}
        {image && <img className={classes['qr']} src={image} alt={texts.qrOf(url)} />}
        {image === null && <Text role="alert">{texts.noQr}</Text>}
        <code className={classes['code']}>{url}</code>
      </Stack>
    </ReadDialog>
  );
}
