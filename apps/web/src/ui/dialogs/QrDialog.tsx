import { Select, Skeleton, Stack, Text } from '@mantine/core';
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
  /** A sentence above. */
  text?: string;
  /** Several URLs to choose from, under a label. */
  choice?: { label: string; links: readonly { readonly label: string; readonly url: string }[] };
}

export default function QrDialog({ asked, onAnswer }: DialogProps<ShownCode, never>) {
  const { title, text, choice } = asked;
  const [url, setUrl] = useState(asked.url);
  /** Null if there is none. */
  const [drawn, setDrawn] = useState<{ readonly url: string; readonly image: string | null }>();
  const image = drawn?.url === url ? drawn.image : undefined;
  useEffect(() => {
    let isOpen = true;
    void qrImage(url)
      .catch(() => undefined)
      .then((made) => isOpen && setDrawn({ url, image: made ?? null }));
    return () => {
      isOpen = false;
    };
  }, [url]);
  return (
    <ReadDialog title={title} copy={url} onClose={() => onAnswer()}>
      <Stack gap="sm">
        {text !== undefined && <Text>{text}</Text>}
        {choice && (
          <Select
            label={choice.label}
            allowDeselect={false}
            data={choice.links.map((link) => ({ value: link.url, label: link.label }))}
            value={url}
            onChange={(next) => next !== null && setUrl(next)}
          />
        )}
        {image === undefined && <Skeleton className={classes['qr']} aria-busy />}
        {image && <img className={classes['qr']} src={image} alt={texts.qrOf(url)} />}
        {image === null && <Text role="alert">{texts.noQr}</Text>}
        <code className={classes['code']}>{url}</code>
      </Stack>
    </ReadDialog>
  );
}
