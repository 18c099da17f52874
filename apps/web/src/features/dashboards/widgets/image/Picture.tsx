import { useEffect, useState } from 'react';
import { imageRetryMs, useImageAddress } from '../../asking/use-image-address.ts';
import { CardNote } from '../CardNote.tsx';
import classes from './image.module.css';

interface Props {
  address: string;
  description: string;
  /** `cover` fills the room and cuts off what is left over. */
  fit?: string;
}

/** An image that fails its card when it does not load, and is tried again from time to time. */
export function Picture({ address: wanted, description, fit }: Props) {
  const address = useImageAddress(wanted);
  const [failed, setFailed] = useState<string>();
  useEffect(() => {
    if (failed === undefined) return undefined;
    const timer = setTimeout(() => setFailed(undefined), imageRetryMs);
    return () => clearTimeout(timer);
  }, [failed]);
  if (address === undefined) return null;
  if (failed === address) return <CardNote title={texts.failed} text={texts.why} />;
  return (
    <img
      className={classes['image']}
      data-fit={fit === 'cover' ? 'cover' : undefined}
      src={address}
      alt={description}
      // Other sites are not told where their image is shown.
      referrerPolicy="no-referrer"
      draggable={false}
      onError={() => setFailed(address)}
    />
  );
}

const texts = { failed: 'Whoops!', why: 'The image could not be loaded.' } as const;
