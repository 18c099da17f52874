import { IconPhoto } from '@tabler/icons-react';
import { CardNote } from '../CardNote.tsx';
import type { CardProps } from '../definition.ts';
import { ownText } from '../own-options.ts';
import { imageAddress } from './address.ts';
import classes from './image.module.css';
import { Picture } from './Picture.tsx';

/** An image as large as its room. */
export default function ImageCard({ widget, isPreview }: CardProps<'nothing'>) {
  const address = imageAddress(widget, window.location.protocol);
  if (address === undefined)
    return isPreview ? (
      <div className={classes['sample']} aria-hidden>
        <IconPhoto size="40%" stroke={1} />
      </div>
    ) : (
      <CardNote text={texts.none} />
    );
  const description = ownText(widget, 'label');
  return <Picture address={address} description={description} fit={ownText(widget, 'fit')} />;
}

const texts = { none: 'Choose an image in the settings.' } as const;
