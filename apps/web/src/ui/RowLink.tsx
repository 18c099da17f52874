import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';
import classes from './RowLink.module.css';

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> };

function Anchor({ children, ...rest }: Props) {
  return (
    <a {...rest} className={classes['link']}>
      {children}
    </a>
  );
}

const Created = createLink(Anchor);

/** The name of a row in a list, leading to its page. */
export const RowLink: LinkComponent<typeof Anchor> = (props) => <Created {...props} />;
