import { Button, type ButtonProps } from '@mantine/core';
import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type Props = ButtonProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> & { ref?: Ref<HTMLAnchorElement> };

function Anchor(props: Props) {
  return <Button {...props} component="a" />;
}

const Created = createLink(Anchor);

/** A button that leads to another page. */
export const LinkButton: LinkComponent<typeof Anchor> = (props) => <Created {...props} />;
