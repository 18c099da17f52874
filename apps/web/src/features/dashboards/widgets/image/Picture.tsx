import { type ImageReference, imageReferenceIn } from '@atrium/rules/dashboard-images';
import { use, useState } from 'react';
import { ScopeContext } from '../../../../api/scope.tsx';
import { useWallImage } from '../../asking/use-wall-image.ts';
import { CardNote } from '../CardNote.tsx';
import classes from './image.module.css';

interface Props {
  address: string;
  description: string;
  /** `cover` fills the room and cuts off what is left over. */
  fit?: string;
}

/** An image that fails its card when it does not load. */
export function Picture(props: Props) {
  const isOnWall = use(ScopeContext)?.wall !== undefined;
  const attachment = isOnWall ? imageReferenceIn(props.address) : undefined;
  return attachment ? <FetchedPicture {...props} attachment={attachment} /> : <PlainPicture {...props} />;
}

/** Image elements send cookies and nothing else, so a wall screen loads images of ours with the secret of its link. */
function FetchedPicture({ attachment, address, ...props }: Props & { attachment: ImageReference }) {
  const { data, error } = useWallImage(attachment);
  // An address that does not load shows that the image is missing.
  const loaded = error ? address : data;
  return loaded === undefined ? null : <PlainPicture {...props} address={loaded} />;
}

function PlainPicture({ address, description, fit }: Props) {
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
