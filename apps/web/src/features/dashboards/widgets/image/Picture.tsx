import { useState } from 'react';
import { CardNote } from '../CardNote.tsx';
import classes from './image.module.css';

interface Props {
  address: string;
  description: string;
  /** `cover` fills the room and cuts off what is left over. */
  fit?: string;
}

/** An image that fails its card when it does not load. */
export function Picture({ address, description, fit }: Props) {
  const [failed, setFailed] = useState<string>();
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
